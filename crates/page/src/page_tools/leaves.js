// Values that have no members worth opening, written at once (see `value.rs` for the letters).

const primitiveText = (value) => {
  switch (typeof value) {
    case "undefined":
      return '["u"]';
    case "boolean":
      return value ? "true" : "false";
    case "number":
      if (value - value !== 0) return `["n","${value}"]`;
      return value === 0 && 1 / value < 0 ? '["n","-0"]' : `${value}`;
    case "bigint":
      return `["i","${cutText(I.apply(I.bigintText, value, []), 1000)}"]`;
    case "symbol":
      return `["y",${quote(cutText(I.apply(I.symbolText, value, []), 200))}]`;
    case "function":
      return `["f",${quote(functionName(value))},${isClass(value)}]`;
    default:
      return "null";
  }
};

const labelText = (name, label) => `["l",${quote(name)},${quote(label)}]`;

const unreadableText = (error) => `["x",${quote(cutText(describeBriefly(error), 200))}]`;

// The text of an object that the language or the DOM knows as one value; `undefined` for any other.
const wholeText = (value, tag) => {
  let found = slot(I.dateTime, value);
  if (found !== undefined) {
    return `["d","${found - found === 0 ? I.apply(I.dateText, value, []) : "Invalid Date"}"]`;
  }
  switch (tag) {
    case "RegExp":
      found = slot(I.regExpSource, value);
      if (found === undefined) return undefined;
      return `["r",${quote(cutText(`/${found}/${slot(I.regExpFlags, value)}`, 500))}]`;
    case "Promise":
    case "Window":
      return labelText(tag, "");
    case "global":
      return labelText("Window", "");
  }
  if ((found = slot(I.bufferBytes, value)) !== undefined) return labelText("ArrayBuffer", `${found} bytes`);
  if ((found = slot(I.numberValue, value)) !== undefined) return labelText("Number", `${found}`);
  if ((found = slot(I.booleanValue, value)) !== undefined) return labelText("Boolean", `${found}`);
  if ((found = slot(I.stringValue, value)) !== undefined) return labelText("String", cutText(found, 200));
  return undefined;
};
