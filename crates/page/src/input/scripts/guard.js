// Watches over one press of the mouse: what would go to another element than the one meant is stopped before the page
// hears of it. Needs dom.js, hit.js.

const PRESS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'auxclick'];

const guard = (element, roots, point) => {
  globalThis.devtapPress?.end();
  const press = { verdict: 'missed' };
  const judge = event => {
    if (!event.isTrusted) return;
    const origin = event.composedPath()[0];
    if (press.verdict === 'missed' && event.type.endsWith('down')) {
      const reached = roots.has(origin) || reaches(origin, element, roots);
      press.verdict = reached ? 'reached' : 'stopped';
      if (!reached) press.by = describe(origin);
    }
    if (press.verdict === 'stopped') {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  const follow = ({ isTrusted, clientX, clientY }) => {
    press.moved = isTrusted && Math.abs(clientX - point.x) <= 2 && Math.abs(clientY - point.y) <= 2;
  };
  addEventListener('mousemove', follow, true);
  for (const type of PRESS) addEventListener(type, judge, { capture: true, passive: false });
  const timer = setTimeout(() => press.end(), 6000);
  press.end = () => {
    clearTimeout(timer);
    removeEventListener('mousemove', follow, true);
    for (const type of PRESS) removeEventListener(type, judge, { capture: true });
  };
  globalThis.devtapPress = press;
};
