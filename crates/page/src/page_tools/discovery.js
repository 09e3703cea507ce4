// Asks the page for its tools and keeps what it answers.

const EVENT = "devtoolstooldiscovery";
const CHANGED = "devtoolstoolschanged";
const TOOLS = 10000;
const REJECTIONS = 50;
const SCHEMAS_CHARACTERS = 16 * 1024 * 1024;
// Turns of the microtask queue within which an answer still counts as given at once.
const TURNS = 20;

// Counts the times that the event was sent.
let round = 0;
let groups = list();
let rejected = list();
let rejectedCount = 0;
// Promises given to `respondWith` that are still open.
let pending = 0;
// The page says that its tools are not what they were (`devtoolstoolschanged`).
let changed = false;
let arrived = () => {};
let lastTool = 0;
const toolsById = new I.Map();

const reject = (group, tool, reason) => {
  rejectedCount++;
  if (rejected.length < REJECTIONS) push(rejected, { __proto__: null, group, tool, reason });
};

const accept = (group, of) => {
  try {
    const read = readGroup(group);
    // What answered late in an earlier round is replaced by its answer to this one.
    if (of === round) groups = without(groups, (other) => other.round !== round && other.name === read.name);
    read.round = of;
    push(groups, read);
    mirror.add(group);
  } catch (error) {
    reject(shownName(() => group.name), undefined, reasonOf(error));
  }
  arrived();
};

const without = (from, unwanted) => {
  const kept = list();
  for (let i = 0; i < from.length; i++) if (!unwanted(from[i])) push(kept, from[i]);
  return kept;
};

const respondWith = (of) => (answer) => {
  pending++;
  whenSettled(
    answer,
    (group) => {
      pending--;
      accept(group, of);
    },
    (error) => {
      pending--;
      reject(undefined, undefined, `its promise was rejected: ${cutText(describeBriefly(error), 200)}`);
      arrived();
    },
  );
};

// Groups that came after their round was described stay, so that a page that always answers late is heard at last.
const startRound = () => {
  round++;
  groups = without(groups, (group) => group.described);
  rejected = list();
  rejectedCount = 0;
  changed = false;
  I.apply(I.mapClear, toolsById, []);
  mirror.clear();
};

const dispatch = () => {
  const event = new I.CustomEvent(EVENT);
  I.define(event, "respondWith", { __proto__: null, value: respondWith(round), enumerable: true });
  I.apply(I.dispatch, target, [event]);
};

const answered = () => {
  if (pending > 0) return false;
  for (let i = 0; i < groups.length; i++) if (groups[i].round === round) return true;
  return rejectedCount > 0;
};

// Resolves with the description once the page has answered and no promise of its answers is open. Never rejects, and
// stays open as long as nothing comes: whoever asked stops waiting and calls `describe`.
const discover = () =>
  promise((resolve) => {
    startRound();
    let turns = 0;
    const look = () => {
      if (turns < TURNS || !answered()) return;
      arrived = () => {};
      resolve(describe());
    };
    const turn = () => {
      turns++;
      if (turns < TURNS) I.apply(I.then, promise((next) => next()), [turn]);
      else look();
    };
    arrived = look;
    dispatch();
    turn();
  });

const describe = () => {
  let text = "";
  let schemas = 0;
  let left = TOOLS;
  let leftOut = 0;
  I.apply(I.mapClear, toolsById, []);
  for (let i = 0; i < groups.length; i++) {
    const group = groups[i];
    group.described = true;
    let tools = "";
    for (let j = 0; j < group.tools.length; j++) {
      const tool = group.tools[j];
      const described = describeTool(tool);
      schemas += described.length;
      if (--left < 0 || schemas > SCHEMAS_CHARACTERS) {
        leftOut++;
        continue;
      }
      I.apply(I.mapSet, toolsById, [++lastTool, tool]);
      tools += `${tools && ","}{"id":${lastTool},${described}}`;
    }
    text += `${text && ","}{${member("name", group.name)}${optional("description", group.description)},"tools":[${tools}]}`;
  }
  let reasons = "";
  for (let i = 0; i < rejected.length; i++) {
    const { group, tool, reason } = rejected[i];
    reasons += `${reasons && ","}{${member("reason", reason)}${optional("group", group)}${optional("tool", tool)}}`;
  }
  return `{"groups":[${text}],"rejected":[${reasons}],"rejectedCount":${rejectedCount},"leftOut":${leftOut},"pending":${pending}}`;
};

const member = (name, text) => `"${name}":${quote(text)}`;

const optional = (name, text) => (text === undefined ? "" : `,${member(name, text)}`);

const describeTool = (tool) => {
  let text = `${member("name", tool.name)},${member("description", tool.description)},"inputSchema":${tool.inputSchema}`;
  text += optional("title", tool.title);
  if (tool.outputSchema !== undefined) text += `,"outputSchema":${tool.outputSchema}`;
  if (tool.annotations !== undefined) text += `,"annotations":${tool.annotations}`;
  return text;
};
