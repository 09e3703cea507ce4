// A result that is JSON as it stands: its text, or `undefined` when there is more to say about it or too much of it.
//
// An element is written as `@n@`, outside any string; `n` counts in `nodes`.

const NOT_PLAIN = { __proto__: null };

const plainResult = (root, options, nodes) => {
  let left = options.budget;
  const spend = (text) => {
    left -= text.length;
    if (left < 0) throw NOT_PLAIN;
    return text;
  };
  const write = (value, ancestors, depth) => {
    switch (typeof value) {
      case "string":
        if (value.length > left) throw NOT_PLAIN;
        return spend(quote(value));
      case "number":
        if (value - value !== 0 || (value === 0 && 1 / value < 0)) throw NOT_PLAIN;
        return spend(`${value}`);
      case "boolean":
        return spend(value ? "true" : "false");
      case "object":
        break;
      default:
        throw NOT_PLAIN;
    }
    if (value === null) return spend("null");
    if (slot(I.nodeType, value) === 1) {
      push(nodes, value);
      return spend(`@${nodes.length - 1}@`);
    }
    for (let at = ancestors; at; at = at.next) if (at.value === value) throw NOT_PLAIN;
    if (depth >= options.plainDepth) throw NOT_PLAIN;
    const inside = { __proto__: null, value, next: ancestors };
    return I.isArray(value) ? writeArray(value, inside, depth) : writeObject(value, inside, depth);
  };
  const writeArray = (value, inside, depth) => {
    const length = value.length;
    if (length > left || I.ownKeys(value).length !== length + 1) throw NOT_PLAIN;
    if (classUnless(value, "Array") !== null) throw NOT_PLAIN;
    let text = "[";
    for (let i = 0; i < length; i++) {
      left -= 2 * depth + 3;
      text += (i ? "," : "") + write(value[i], inside, depth + 1);
    }
    return text + "]";
  };
  const writeObject = (value, inside, depth) => {
    if (!isPlainPrototype(I.prototypeOf(value))) throw NOT_PLAIN;
    const keys = I.ownKeys(value);
    let text = "";
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      const property = I.descriptorOf(value, key);
      if (!property?.enumerable) continue;
      if (typeof key === "symbol" || !("value" in property)) throw NOT_PLAIN;
      left -= 2 * depth + 5;
      text += `${text && ","}${spend(quote(key))}:${write(value[key], inside, depth + 1)}`;
    }
    return `{${text}}`;
  };
  try {
    return write(root, undefined, 0);
  } catch {
    // Not plain, or not readable: the tree says where and why.
    nodes.length = 0;
    return undefined;
  }
};
