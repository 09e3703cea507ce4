// What is kept of all this in a document: handed to the caller as a handle, reachable for nobody else.

try {
  I.apply(I.listen, target, [CHANGED, () => { changed = true; }]);
} catch {
  // The page's own `addEventListener`, taken late; changes are then found by listing again.
}

const find = (selector) => I.apply(I.querySelector, target.document, [selector]);

// What there is so far, for whoever does not wait for `discover` any longer: what comes from now on counts as not told.
const describeNow = () => {
  arrived = () => {};
  return describe();
};

return { __proto__: null, discover, describe: describeNow, find, start, next, abort, nodesOf };
