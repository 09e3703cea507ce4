// From a point of a frame to the same point of the document around it: `{x, y}`, with `by` when something else lies over
// the frame there. Needs dom.js, hit.js. Arguments: owner (the element that holds the frame), x, y.

const { left, top, width, height } = owner.getBoundingClientRect();
const style = getComputedStyle(owner);
const across = owner.offsetWidth ? width / owner.offsetWidth : 1;
const down = owner.offsetHeight ? height / owner.offsetHeight : 1;
const point = {
  x: left + (owner.clientLeft + parseFloat(style.paddingLeft) + x) * across,
  y: top + (owner.clientTop + parseFloat(style.paddingTop) + y) * down,
};
const roots = rootsAround(owner);
const hit = deepestAt(point.x, point.y, roots);
return isInside(hit, owner, roots) ? point : { ...point, by: describe(hit) };
