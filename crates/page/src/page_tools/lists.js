// Lists and promises that nothing of the page's can reach into.

// An array without a prototype: setters that a page puts on `Array.prototype` or `Object.prototype` see none of it.
const list = () => I.setPrototypeOf([], null);

const push = (array, item) => {
  array[array.length] = item;
};

// A promise whose `then` and `constructor` are its own, so that neither `await` nor the inspector asks the page's
// prototypes for them.
const promise = (executor) => {
  const made = new I.Promise(executor);
  I.define(made, "then", { __proto__: null, value: I.then });
  I.define(made, "constructor", { __proto__: null, value: undefined });
  return made;
};

// Calls one of two functions when `value`, a promise of anybody's, is settled; at once if it is no promise.
const whenSettled = (value, done, failed) => {
  let then;
  try {
    then = isObject(value) ? value.then : undefined;
  } catch (error) {
    return failed(error);
  }
  if (typeof then !== "function") return done(value);
  let settled = false;
  const once = (next) => (result) => {
    if (settled) return;
    settled = true;
    next(result);
  };
  try {
    I.apply(then, value, [once((result) => whenSettled(result, done, failed)), once(failed)]);
  } catch (error) {
    once(failed)(error);
  }
};

const isObject = (value) =>
  (typeof value === "object" && value !== null) || typeof value === "function";

// Text for JSON: half surrogate pairs, which JSON readers refuse, become replacement characters.
const quote = (text) => I.quote(I.apply(I.wellFormed, text, []));

const cutText = (text, limit) => (text.length > limit ? I.apply(I.slice, text, [0, limit]) : text);

// What was thrown or found, in a few words, without trusting it in the least.
const describeBriefly = (value) => {
  try {
    if (typeof value === "string") return value;
    if (isObject(value)) {
      const { name, message } = value;
      if (typeof message === "string" && message !== "") {
        return typeof name === "string" && name !== "" && name !== "Error"
          ? `${name}: ${message}`
          : message;
      }
      return `an object of class ${className(value) ?? "Object"}`;
    }
    if (typeof value === "symbol") return I.apply(I.symbolText, value, []);
    return `${value}`;
  } catch {
    return "a value that can't be read";
  }
};
