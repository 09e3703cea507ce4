// From a point of a frame to the same point of the document around it: `{x, y}`, with `by` when something else still
// lies over the frame there after `patience` milliseconds. Needs dom.js, hit.js.
// Arguments: owner (the element that holds the frame), x, y, patience.

const pointNow = () => {
  const { left, top, width, height } = owner.getBoundingClientRect();
  const style = getComputedStyle(owner);
  const across = owner.offsetWidth ? width / owner.offsetWidth : 1;
  const down = owner.offsetHeight ? height / owner.offsetHeight : 1;
  return {
    x: left + (owner.clientLeft + parseFloat(style.paddingLeft) + x) * across,
    y: top + (owner.clientTop + parseFloat(style.paddingTop) + y) * down,
  };
};

const started = performance.now();
for (;;) {
  const point = pointNow();
  const roots = rootsAround(owner);
  const hit = deepestAt(point.x, point.y, roots);
  if (isInside(hit, owner, roots)) return point;
  if (performance.now() - started >= patience) return { ...point, by: describe(hit) };
  await nextFrame();
}
