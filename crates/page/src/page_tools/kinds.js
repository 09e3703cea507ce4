// What kind of value something is, told by what the language itself keeps of it, not by what the page says it is.

const tagOf = (value) => {
  const text = I.apply(I.tagOf, value, []);
  return I.apply(I.slice, text, [8, text.length - 1]);
};

// The result of a getter or method that only its own kind of object has; `undefined` for any other.
const slot = (method, value) => {
  try {
    return method ? I.apply(method, value, []) : undefined;
  } catch {
    return undefined;
  }
};

const dataOf = (object, key) => {
  const property = I.descriptorOf(object, key);
  return property && "value" in property ? property.value : undefined;
};

const functionName = (fn) => {
  const name = dataOf(fn, "name");
  return typeof name === "string" ? cutText(name, 100) : "";
};

// The name of the class that made `value`, found without running a getter of the page's; `null` when there is none.
const className = (value) => {
  let at = value;
  for (let i = 0; i < 20 && at; i++) {
    const constructor = dataOf(at, "constructor");
    if (typeof constructor === "function" && (i > 0 || dataOf(constructor, "prototype") === at)) {
      const name = functionName(constructor);
      if (name !== "") return name;
    }
    const tag = dataOf(at, I.toStringTag);
    if (typeof tag === "string" && tag !== "") return cutText(tag, 100);
    at = I.prototypeOf(at);
  }
  return null;
};

// An object as written with braces, in this document or in another one.
const isPlainPrototype = (prototype) => {
  if (prototype === null || prototype === I.objectPrototype) return true;
  if (I.prototypeOf(prototype) !== null) return false;
  const constructor = dataOf(prototype, "constructor");
  return typeof constructor === "function" && functionName(constructor) === "Object";
};

const isClass = (fn) => {
  const source = slot(I.sourceOf, fn) ?? "";
  return I.apply(I.slice, source, [0, 5]) === "class";
};

// DOM collections read like arrays.
const COLLECTIONS = {
  __proto__: null,
  NodeList: true,
  RadioNodeList: true,
  HTMLCollection: true,
  HTMLOptionsCollection: true,
  HTMLFormControlsCollection: true,
  FileList: true,
  DOMTokenList: true,
  DOMRectList: true,
  StyleSheetList: true,
  CSSRuleList: true,
  NamedNodeMap: true,
  TouchList: true,
  Arguments: true,
};

// What an object of a class of the page's says of itself by its own `toString`, when that is short and meaningful.
const labelOf = (value) => {
  try {
    const toString = value.toString;
    if (
      typeof toString !== "function" ||
      toString === I.objectToString ||
      toString === I.arrayToString ||
      toString === I.errorToString ||
      toString === I.functionToString
    ) {
      return undefined;
    }
    const label = I.apply(toString, value, []);
    if (typeof label !== "string" || label === "" || label.length > 200) return undefined;
    return I.apply(I.slice, label, [0, 8]) === "[object " ? undefined : label;
  } catch {
    return undefined;
  }
};
