// Whether the mouse, moved to the point that guard.js watches, has arrived there. Chrome finds the process of a frame by
// where the frame was drawn last, which lags behind when frames are new or have just been scrolled. Needs dom.js.
// Argument: patience in milliseconds.

const started = performance.now();
for (;;) {
  const press = globalThis.devtapPress;
  if (!press || press.moved) return true;
  if (performance.now() - started >= patience) return false;
  await nextFrame();
}
