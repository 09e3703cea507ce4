// Reads one tool group of the page's: each part once, so that what is described is what runs.

const NAME_CHARACTERS = 128;
const DESCRIPTION_CHARACTERS = 4000;

const kindOf = (value) => {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (I.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
};

const readName = (name) => {
  if (typeof name !== "string") throw new Fault(`its name is ${kindOf(name)}`);
  if (name === "") throw new Fault("its name is empty");
  if (name.length > NAME_CHARACTERS) {
    throw new Fault(`its name has ${name.length} characters; ${NAME_CHARACTERS} are allowed`);
  }
  for (let i = 0; i < name.length; i++) {
    if (name[i] < " " || name[i] === "\x7f") throw new Fault("its name has control characters");
  }
  return I.apply(I.wellFormed, name, []);
};

const readText = (text) => I.apply(I.wellFormed, cutText(text, DESCRIPTION_CHARACTERS), []);

const readJson = (value, what) => {
  if (typeof value !== "object" || value === null || I.isArray(value)) {
    throw new Fault(`its ${what} is ${kindOf(value)}`);
  }
  try {
    return plainText(value);
  } catch (error) {
    throw new Fault(`its ${what} ${error.reason}`);
  }
};

const readTool = (tool) => {
  if (!isObject(tool)) throw new Fault(`it is ${kindOf(tool)}`);
  const name = readName(tool.name);
  const { title, description, inputSchema, outputSchema, annotations, execute } = tool;
  if (typeof description !== "string") throw new Fault(`its description is ${kindOf(description)}`);
  if (typeof execute !== "function") throw new Fault(`its execute is ${kindOf(execute)}`);
  return {
    __proto__: null,
    tool,
    execute,
    name,
    title: typeof title === "string" ? readText(title) : undefined,
    description: readText(description),
    inputSchema: readJson(inputSchema, "inputSchema"),
    outputSchema: isObject(outputSchema) ? readJson(outputSchema, "outputSchema") : undefined,
    annotations: isObject(annotations) ? readJson(annotations, "annotations") : undefined,
  };
};

const readGroup = (group) => {
  if (!isObject(group)) throw new Fault(`it is ${kindOf(group)}`);
  const name = readName(group.name);
  const { description, tools: offered } = group;
  if (description && typeof description !== "string") {
    throw new Fault(`its description is ${kindOf(description)}`);
  }
  if (!I.isArray(offered)) throw new Fault(`its tools member is ${kindOf(offered)}`);
  const tools = list();
  const length = offered.length;
  for (let i = 0; i < length; i++) {
    if (i >= TOOLS) {
      reject(name, undefined, `it has ${length} tools; the first ${TOOLS} are taken`);
      break;
    }
    let tool;
    try {
      tool = offered[i];
      push(tools, readTool(tool));
    } catch (error) {
      reject(name, shownName(() => tool.name) ?? `#${i + 1}`, reasonOf(error));
    }
  }
  return {
    __proto__: null,
    name,
    description: description ? readText(description) : undefined,
    tools,
    round: 0,
    described: false,
  };
};

const reasonOf = (error) =>
  isFault(error) ? error.reason : `it can't be read: ${cutText(describeBriefly(error), 200)}`;

// As much of a name as a reason can carry; nothing if there is none.
const shownName = (read) => {
  try {
    const name = read();
    return typeof name === "string" && name !== "" ? I.apply(I.wellFormed, cutText(name, 60), []) : undefined;
  } catch {
    return undefined;
  }
};
