// Runs one tool: hands it its arguments, its signal and its way to report progress, and tells how it ends.

const calls = new I.Map();

// Starts a call. Resolves with the first thing that happens to it; `next` tells what comes after.
const start = (call, toolId, args, places, options, ...elements) => {
  const tool = I.apply(I.mapGet, toolsById, [toolId]);
  if (!tool || changed) return promise((resolve) => resolve('{"kind":"stale"}'));
  const record = {
    __proto__: null,
    controller: new I.AbortController(),
    options: I.setPrototypeOf(I.parse(options), null),
    waiting: undefined,
    progress: undefined,
    outcome: undefined,
    nodes: list(),
  };
  I.apply(I.mapSet, calls, [call, record]);
  const input = I.parse(args);
  putElements(input, I.parse(places), elements);
  const extra = { signal: I.apply(I.signalOf, record.controller, []), progress: progressOf(record) };
  try {
    const result = I.apply(tool.execute, tool.tool, [input, extra]);
    whenSettled(result, (value) => finish(record, value), (error) => fail(record, error));
  } catch (error) {
    fail(record, error);
  }
  return next(call);
};

const putElements = (input, places, elements) => {
  for (let i = 0; i < places.length; i++) {
    const path = places[i];
    let at = input;
    for (let j = 0; j < path.length - 1; j++) at = at[path[j]];
    I.define(at, path[path.length - 1], {
      __proto__: null,
      value: elements[i],
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
};

// `progress(done, total, message)`, or `progress(message)`; only the newest report is kept.
const progressOf = (record) => (done, total, message) => {
  if (record.outcome !== undefined) return;
  let text = '{"kind":"progress"';
  if (typeof done === "string") text += `,${member("message", cutText(done, 500))}`;
  if (typeof done === "number" && done - done === 0) text += `,"done":${done}`;
  if (typeof total === "number" && total - total === 0) text += `,"total":${total}`;
  if (typeof message === "string") text += `,${member("message", cutText(message, 500))}`;
  record.progress = `${text}}`;
  tell(record);
};

const tell = (record) => {
  const resolve = record.waiting;
  if (!resolve) return;
  const told = record.progress ?? record.outcome;
  if (told === undefined) return;
  record.waiting = undefined;
  record.progress = undefined;
  resolve(told);
};

const next = (call) =>
  promise((resolve) => {
    const record = I.apply(I.mapGet, calls, [call]);
    if (!record) return resolve('{"kind":"stale"}');
    record.waiting = resolve;
    tell(record);
  });

const finish = (record, value) => {
  if (record.outcome !== undefined) return;
  record.outcome = resultText(value, record);
  tell(record);
};

const fail = (record, error) => {
  if (record.outcome !== undefined) return;
  record.outcome = `{"kind":"threw",${thrownText(error)}${causeText(error)}}`;
  tell(record);
};

const THROWN_CHARACTERS = 1000;

// A message, or the value itself when what was thrown is no error.
const thrownText = (error) => {
  if (typeof error === "string" && error !== "") return member("text", cutText(error, 2000));
  if (hasMessage(error)) return member("text", cutText(describeBriefly(error), 2000));
  const options = { __proto__: null, budget: THROWN_CHARACTERS, depth: 4, offset: 0, limit: 0 };
  return `"value":${new Tree(options, list()).build(error)}`;
};

const hasMessage = (error) => {
  try {
    return isObject(error) && typeof error.message === "string" && error.message !== "";
  } catch {
    return false;
  }
};

const causeText = (error) => {
  let text = "";
  try {
    for (let i = 0, at = error; i < 5; i++) {
      at = isObject(at) ? at.cause : undefined;
      if (at === undefined) break;
      text += `${text && ","}${quote(cutText(describeBriefly(at), 500))}`;
    }
  } catch {
    // What could be read is told.
  }
  return text && `,"causes":[${text}]`;
};

const resultText = (root, record) => {
  const { options, nodes } = record;
  try {
    if (root === undefined && options.path.length === 0) return '{"kind":"nothing"}';
    const value = follow(root, options.path);
    const failed = isFailure(root) ? ',"failed":true' : "";
    if (options.offset === 0 && !options.limit) {
      const plain = plainResult(value, options, nodes);
      if (plain !== undefined) return `{"kind":"plain"${failed},"text":${quote(plain)}}`;
    }
    return `{"kind":"tree"${failed},"tree":${new Tree(options, nodes).build(value)}}`;
  } catch (error) {
    return `{"kind":"unreadable",${member("text", reasonOf(error))}}`;
  }
};

// Whether a tool says by its answer that it failed: an object with an `error` and nothing else.
const isFailure = (value) => {
  try {
    if (!isObject(value) || I.isArray(value) || !isPlainPrototype(I.prototypeOf(value))) return false;
    const keys = I.ownKeys(value);
    return keys.length === 1 && keys[0] === "error" && !!value.error;
  } catch {
    return false;
  }
};

// Tells the tool to stop. What it still answers is not read.
const abort = (call, name, reason) => {
  const record = I.apply(I.mapGet, calls, [call]);
  if (!record) return;
  I.apply(I.mapDelete, calls, [call]);
  record.outcome ??= '{"kind":"stale"}';
  I.apply(I.abort, record.controller, [new I.DOMException(reason, name)]);
};

// The elements of a call's result, each followed by the frame element that its document is in (`null` for this document).
// The call is forgotten.
const nodesOf = (call) => {
  const record = I.apply(I.mapGet, calls, [call]);
  I.apply(I.mapDelete, calls, [call]);
  const found = list();
  const nodes = record ? record.nodes : found;
  for (let i = 0; i < nodes.length; i++) {
    push(found, nodes[i]);
    push(found, frameElementOf(nodes[i]));
  }
  return found;
};

const frameElementOf = (node) => {
  const home = slot(I.ownerDocument, node);
  if (!home || home === target.document) return null;
  try {
    return home.defaultView.frameElement;
  } catch {
    return null;
  }
};
