// JSON text of a value that a page describes a tool with: its schemas and annotations.
//
// Throws a `Fault` when there is no such text: a cycle, a getter that throws, too much of it.

class Fault {
  reason = "";
  constructor(reason) {
    this.reason = reason;
  }
}

const SCHEMA_DEPTH = 40;
const SCHEMA_CHARACTERS = 65536;

const plainText = (root) => {
  let left = SCHEMA_CHARACTERS;
  const spend = (text) => {
    left -= text.length + 1;
    if (left < 0) throw new Fault(`is longer than ${SCHEMA_CHARACTERS} characters`);
    return text;
  };
  const write = (value, ancestors, depth) => {
    switch (typeof value) {
      case "string":
        // Looked at before the copy that quoting makes.
        if (value.length > left) spend(value);
        return spend(quote(value));
      case "number":
        return spend(value - value === 0 ? `${value}` : "null");
      case "boolean":
        return spend(value ? "true" : "false");
      case "object":
        break;
      default:
        return undefined;
    }
    if (value === null) return spend("null");
    for (let at = ancestors; at; at = at.next) {
      if (at.value === value) throw new Fault("contains itself");
    }
    if (depth > SCHEMA_DEPTH) throw new Fault(`is nested deeper than ${SCHEMA_DEPTH} levels`);
    const inside = { __proto__: null, value, next: ancestors };
    if (I.isArray(value)) {
      let text = "[";
      const length = value.length;
      for (let i = 0; i < length; i++) {
        text += (i ? "," : "") + (write(value[i], inside, depth + 1) ?? spend("null"));
      }
      return text + "]";
    }
    let text = "";
    const keys = I.ownKeys(value);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (typeof key !== "string" || !I.descriptorOf(value, key)?.enumerable) continue;
      const member = write(value[key], inside, depth + 1);
      if (member !== undefined) text += `${text && ","}${spend(quote(key))}:${member}`;
    }
    return `{${text}}`;
  };
  try {
    return write(root, undefined, 0);
  } catch (error) {
    if (isFault(error)) throw error;
    throw new Fault(`can't be read (${cutText(describeBriefly(error), 200)})`);
  }
};

const isFault = (error) => isObject(error) && I.prototypeOf(error) === Fault.prototype;
