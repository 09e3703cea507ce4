// Paths into a value: `$.rows[3]["odd key"]`.

const isIdentifier = (key) => {
  for (let i = 0; i < key.length; i++) {
    const c = key[i];
    const letter = (c >= "a" && c <= "z") || (c >= "A" && c <= "Z") || c === "_" || c === "$";
    if (!letter && !(i > 0 && c >= "0" && c <= "9")) return false;
  }
  return key !== "";
};

const pathStep = (key) => {
  if (typeof key === "number") return `[${key}]`;
  if (typeof key === "symbol") return `[${slot(I.symbolText, key)}]`;
  return isIdentifier(key) ? `.${key}` : `[${quote(cutText(key, 100))}]`;
};

const pathOf = (node) => (node.parent ? pathOf(node.parent) + pathStep(node.key) : "$");

// The value one step further in; throws a `Fault` that says what is there instead.
const stepInto = (value, key, before) => {
  if (!isObject(value)) {
    throw new Fault(`${before} is ${kindOf(value)}, it has no members`);
  }
  if (slot(I.mapSize, value) !== undefined) {
    if (I.apply(I.mapHas, value, [key])) return I.apply(I.mapGet, value, [key]);
    return nthOf(I.mapEach, value, key, before);
  }
  if (slot(I.setSize, value) !== undefined) return nthOf(I.setEach, value, key, before);
  if (key in value) return value[key];
  throw new Fault(`${before} has no ${pathStep(key)}${membersOf(value)}`);
};

const nthOf = (each, value, key, before) => {
  let at = 0;
  let found;
  I.apply(each, value, [(item) => {
    if (at++ === key) found = { __proto__: null, item };
  }]);
  if (!found) throw new Fault(`${before} has no ${pathStep(key)}; it has ${at} entries`);
  return found.item;
};

const membersOf = (value) => {
  if (I.isArray(value)) return `; its length is ${value.length}`;
  const keys = I.ownKeys(value);
  let text = "";
  for (let i = 0; i < keys.length && text.length < 300; i++) {
    if (typeof keys[i] === "string") text += `${text && ", "}${cutText(keys[i], 60)}`;
  }
  return text && `; it has ${text}`;
};

const follow = (root, steps) => {
  let value = root;
  let path = "$";
  for (let i = 0; i < steps.length; i++) {
    try {
      value = stepInto(value, steps[i], path);
    } catch (error) {
      throw isFault(error) ? error : new Fault(`${path}${pathStep(steps[i])} can't be read: ${cutText(describeBriefly(error), 200)}`);
    }
    path += pathStep(steps[i]);
  }
  return value;
};
