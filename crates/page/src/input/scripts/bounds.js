// The box of a node in this frame's viewport: `[left, top, right, bottom]`, or null without one. Needs dom.js.

const element = elementOf(node);
if (!element) return null;
let box = element.getBoundingClientRect();
if (node.nodeType === Node.TEXT_NODE || !(box.width > 0 && box.height > 0)) {
  const range = document.createRange();
  range.selectNodeContents(node);
  box = range.getBoundingClientRect();
}
return box.width > 0 && box.height > 0 ? [box.left, box.top, box.right, box.bottom] : null;
