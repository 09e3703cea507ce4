// Whether the toggle in `devtapField` comes to the state `wanted`, which a page may set a little after the click.
// Needs dom.js, toggle.js.

const element = globalThis.devtapField;
delete globalThis.devtapField;
const started = performance.now();
for (;;) {
  // A toggle that is drawn anew after the click can't be asked any more: that it went is what the click did.
  if (!element?.isConnected || stateOf(element)?.checked === wanted) return true;
  if (performance.now() - started >= 500) return false;
  await nextFrame();
}
