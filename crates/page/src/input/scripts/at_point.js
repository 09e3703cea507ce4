// What a click at a point of this frame goes to. Needs dom.js, hit.js. Arguments: x, y.

return deepestAt(x, y, new Map());
