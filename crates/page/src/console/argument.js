function () {
  "use strict";
  // Describes `this` as JSON text without running the page's getters: own enumerable data properties only.
  const NODES = 2000, CHARACTERS = 20000, DEPTH = 8, STRING = 4000;
  let nodes = 0, characters = 0;
  const path = [];
  const text = (value) => {
    const cut = value.length > STRING ? value.slice(0, STRING) + "… <" + (value.length - STRING) + " more characters>" : value;
    characters += cut.length;
    return JSON.stringify(cut);
  };
  const list = (items, length, describe) => {
    const parts = [];
    let shown = 0;
    for (const item of items) {
      if (nodes >= NODES || characters >= CHARACTERS) break;
      shown += 1;
      const part = describe(item);
      if (part !== undefined) parts.push(part);
    }
    return { parts, left: length - shown };
  };
  const members = (value, depth) => {
    const keys = Object.keys(value);
    const { parts, left } = list(keys, keys.length, (key) => {
      const own = Object.getOwnPropertyDescriptor(value, key);
      if (!own) return undefined;
      return text(key) + ":" + ("value" in own ? describe(own.value, depth + 1) : text("<getter>"));
    });
    if (left > 0) parts.push(text("…") + ":" + text("<" + left + " more>"));
    return parts;
  };
  const elements = (value, depth) => {
    const length = value.length;
    const indexes = [];
    for (let index = 0; index < Math.min(length, NODES); index += 1) indexes.push(index);
    const { parts, left } = list(indexes, length, (index) => {
      const own = Object.getOwnPropertyDescriptor(value, index);
      if (!own) return text("<empty>");
      return "value" in own ? describe(own.value, depth + 1) : text("<getter>");
    });
    if (left > 0) parts.push(text("<" + left + " more>"));
    return "[" + parts.join(",") + "]";
  };
  const className = (value) => {
    const prototype = Object.getPrototypeOf(value);
    if (prototype === null) return "";
    const own = Object.getOwnPropertyDescriptor(prototype, "constructor");
    const name = own && typeof own.value === "function" && Object.getOwnPropertyDescriptor(own.value, "name");
    return name && typeof name.value === "string" ? name.value : "";
  };
  const describe = (value, depth) => {
    nodes += 1;
    characters += 2;
    if (value === null) return "null";
    switch (typeof value) {
      case "string": return text(value);
      case "number": return Number.isFinite(value) && !Object.is(value, -0) ? String(value) : text("<" + (Object.is(value, -0) ? "-0" : value) + ">");
      case "boolean": return String(value);
      case "undefined": return text("<undefined>");
      case "bigint": return text("<" + value + "n>");
      case "symbol": return text("<" + Symbol.prototype.toString.call(value) + ">");
      case "function": {
        const name = Object.getOwnPropertyDescriptor(value, "name");
        return text("<function " + (name && typeof name.value === "string" ? name.value : "") + ">");
      }
    }
    const at = path.indexOf(value);
    if (at >= 0) return text("<cycle to level " + at + ">");
    const name = className(value);
    if (depth >= DEPTH) return text("<" + (name || "Object") + ">");
    path.push(value);
    try {
      return structure(value, name, depth);
    } finally {
      path.pop();
    }
  };
  const wrap = (name, inner) => "{" + text("<" + name + ">") + ":" + inner + "}";
  const structure = (value, name, depth) => {
    if (Array.isArray(value)) return elements(value, depth);
    const tag = Object.prototype.toString.call(value).slice(8, -1);
    if (tag === "Date") return text(Number.isNaN(Date.prototype.getTime.call(value)) ? "<Invalid Date>" : Date.prototype.toISOString.call(value));
    if (tag === "RegExp") return text("<" + RegExp.prototype.toString.call(value) + ">");
    if (tag === "Map") {
      const size = Object.getOwnPropertyDescriptor(Map.prototype, "size").get.call(value);
      const { parts, left } = list(Map.prototype.entries.call(value), size, ([key, item]) => "[" + describe(key, depth + 1) + "," + describe(item, depth + 1) + "]");
      if (left > 0) parts.push(text("<" + left + " more>"));
      return wrap("Map", "[" + parts.join(",") + "]");
    }
    if (tag === "Set") {
      const size = Object.getOwnPropertyDescriptor(Set.prototype, "size").get.call(value);
      const { parts, left } = list(Set.prototype.values.call(value), size, (item) => describe(item, depth + 1));
      if (left > 0) parts.push(text("<" + left + " more>"));
      return wrap("Set", "[" + parts.join(",") + "]");
    }
    if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return wrap(name, elements(value, depth));
    if (value instanceof Error) {
      const message = Object.getOwnPropertyDescriptor(value, "message");
      return text("<" + (name || "Error") + (message && typeof message.value === "string" ? ": " + message.value : "") + ">");
    }
    if (typeof Node === "function" && value instanceof Node) return text("<" + (name || tag) + ">");
    const parts = members(value, depth);
    if (name && name !== "Object") parts.unshift(text("<class>") + ":" + text(name));
    return "{" + parts.join(",") + "}";
  };
  return describe(this, 0);
}
