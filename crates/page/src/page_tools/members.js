// The members of an object, as keys to read them by.

const PROTOTYPES = 10;
// With more own keys than this, keys are not looked at one by one.
const KEYS_LOOKED_AT = 10000;

const ownMembers = (value) => {
  const keys = I.ownKeys(value);
  if (keys.length > KEYS_LOOKED_AT) return keys;
  return without(keys, (key) => !I.descriptorOf(value, key)?.enumerable);
};

// What an error has besides its name, message and stack.
const errorMembers = (value) => {
  const keys = without(ownMembers(value), (key) => key === "name" || key === "message" || key === "stack");
  if (I.descriptorOf(value, "cause")?.enumerable === false) push(keys, "cause");
  if (I.descriptorOf(value, "errors")?.enumerable === false) push(keys, "errors");
  return keys;
};

// Own members and the getters of the classes that an instance is of.
const instanceMembers = (value) => {
  const keys = ownMembers(value);
  const names = new I.Map();
  const own = I.ownKeys(value);
  for (let i = 0; i < own.length; i++) I.apply(I.mapSet, names, [own[i], true]);
  let at = I.prototypeOf(value);
  for (let level = 0; level < PROTOTYPES && at && !isPlainPrototype(at); level++) {
    const inherited = I.ownKeys(at);
    for (let i = 0; i < inherited.length; i++) {
      const key = inherited[i];
      if (typeof key !== "string" || I.apply(I.mapHas, names, [key])) continue;
      I.apply(I.mapSet, names, [key, true]);
      if (I.descriptorOf(at, key)?.get) push(keys, key);
    }
    at = I.prototypeOf(at);
  }
  return keys;
};

const isGetter = (value, key) => {
  const own = I.descriptorOf(value, key);
  return !own || own.get !== undefined;
};
