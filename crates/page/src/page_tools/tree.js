// A result as a tree that keeps what JSON loses, cut to a budget.
//
// Containers are opened breadth first, so that what is cut is what lies deepest and last.

const STRING_CHARACTERS = 500;
const MEMBERS = 200;

class Tree {
  options;
  // Characters that may still be written.
  left = 0;
  // Elements, in the order in which the tree names them.
  nodes;
  // Containers by the object that they show.
  seen = new I.Map();
  queue = list();
  cutStrings = list();

  constructor(options, nodes) {
    this.options = options;
    this.left = options.budget;
    this.nodes = nodes;
  }

  build(root) {
    const tree = typeof root === "string" ? this.rootString(root) : this.make(root, undefined, undefined);
    for (let i = 0; i < this.queue.length && this.left > 0; i++) this.open(this.queue[i]);
    this.growStrings();
    return writeTree(tree);
  }

  make(value, parent, key) {
    try {
      if (typeof value === "string") return this.string(value);
      if (typeof value === "function" || !isObject(value)) return this.leaf(primitiveText(value));
      return this.again(value, parent) ?? this.object(value, parent, key);
    } catch (error) {
      return this.leaf(unreadableText(error));
    }
  }

  leaf(text) {
    this.left -= text.length;
    return { __proto__: null, text };
  }

  string(value) {
    const shown = value.length > STRING_CHARACTERS ? STRING_CHARACTERS : value.length;
    this.left -= shown + 2;
    const node = { __proto__: null, string: value, from: 0, shown };
    if (shown < value.length) push(this.cutStrings, node);
    return node;
  }

  rootString(value) {
    const { offset, limit, budget } = this.options;
    const from = offset < value.length ? offset : value.length;
    const most = limit && limit < budget ? limit : budget;
    const rest = value.length - from;
    return { __proto__: null, string: value, from, shown: rest < most ? rest : most };
  }

  // An object that was met before: a cycle, or the same object in another place.
  again(value, parent) {
    const before = I.apply(I.mapGet, this.seen, [value]);
    if (!before) return undefined;
    for (let at = parent; at; at = at.parent) {
      if (at === before) return this.leaf(`["c",${quote(pathOf(before))}]`);
    }
    return before.total > 0 ? this.leaf(`["=",${quote(pathOf(before))}]`) : undefined;
  }

  object(value, parent, key) {
    const type = slot(I.nodeType, value);
    if (type === 1) {
      push(this.nodes, value);
      return this.leaf(`["N",${this.nodes.length - 1}]`);
    }
    if (type !== undefined) {
      const text = slot(I.nodeValue, value);
      return this.leaf(labelText(className(value) ?? "Node", typeof text === "string" ? cutText(text, 200) : ""));
    }
    if (I.isArray(value)) return this.container(value, parent, key, "a", classUnless(value, "Array"), value.length);
    if (isPlainPrototype(I.prototypeOf(value))) return this.members(value, parent, key, "o", null, ownMembers(value));
    return this.instance(value, parent, key);
  }

  instance(value, parent, key) {
    const tag = tagOf(value);
    const whole = wholeText(value, tag);
    if (whole !== undefined) return this.leaf(whole);
    let size;
    if ((size = slot(I.mapSize, value)) !== undefined) {
      return this.container(value, parent, key, "m", classUnless(value, "Map"), size);
    }
    if ((size = slot(I.setSize, value)) !== undefined) {
      return this.container(value, parent, key, "s", classUnless(value, "Set"), size);
    }
    const name = className(value) ?? tag;
    if (slot(I.typedArrayName, value) !== undefined) {
      return this.container(value, parent, key, "a", name, slot(I.typedArrayLength, value));
    }
    if (COLLECTIONS[tag]) return this.container(value, parent, key, "a", name, value.length);
    if (I.isError ? I.isError(value) : tag === "Error") return this.error(value, parent, key, name);
    const label = parent && labelOf(value);
    if (label) return this.leaf(labelText(name, label));
    return this.members(value, parent, key, "o", name, instanceMembers(value));
  }

  error(value, parent, key, fallback) {
    const { name, message } = value;
    const shown = typeof name === "string" && name !== "" ? cutText(name, 100) : fallback;
    const node = this.members(value, parent, key, "e", shown, errorMembers(value));
    node.message = typeof message === "string" ? cutText(message, 1000) : "";
    this.left -= node.message.length;
    return node;
  }

  members(value, parent, key, kind, name, keys) {
    const node = this.container(value, parent, key, kind, name, keys.length);
    node.keys = keys;
    return node;
  }

  container(value, parent, key, kind, name, total) {
    const node = {
      __proto__: null,
      value,
      parent,
      key,
      kind,
      name,
      total,
      keys: undefined,
      message: undefined,
      depth: parent ? parent.depth + 1 : 0,
      entries: list(),
      start: 0,
      opened: total === 0,
    };
    this.left -= 6 + (name ? name.length : 0);
    I.apply(I.mapSet, this.seen, [value, node]);
    if (total > 0 && node.depth < this.options.depth) push(this.queue, node);
    return node;
  }

  open(node) {
    const { offset, limit } = this.options;
    const isRoot = node.parent === undefined;
    const start = isRoot ? offset : 0;
    const end = start + (isRoot && limit ? limit : MEMBERS);
    node.opened = true;
    node.start = start < node.total ? start : node.total;
    const stop = end < node.total ? end : node.total;
    if (node.kind === "m" || node.kind === "s") return this.openCollection(node, stop);
    for (let i = node.start; i < stop && this.room(node); i++) {
      push(node.entries, node.keys ? this.member(node, node.keys[i]) : this.item(node, i));
    }
  }

  // Whether one more entry fits; takes what every entry costs.
  room(node) {
    this.left -= 2 * node.depth + 4;
    return this.left > 0;
  }

  item(node, i) {
    const { value } = node;
    const isHole = I.isArray(value) && !(i in value);
    return { __proto__: null, node: isHole ? this.leaf('["h"]') : this.read(node, i) };
  }

  member(node, key) {
    const name = typeof key === "symbol" ? I.apply(I.symbolText, key, []) : key;
    this.left -= name.length + 2;
    const flag = typeof key === "symbol" ? 2 : isGetter(node.value, key) ? 1 : 0;
    return { __proto__: null, name, flag, node: this.read(node, key) };
  }

  read(node, key) {
    let value;
    try {
      value = node.value[key];
    } catch (error) {
      return this.leaf(unreadableText(error));
    }
    return this.make(value, node, key);
  }

  openCollection(node, stop) {
    const isMap = node.kind === "m";
    let at = 0;
    try {
      I.apply(isMap ? I.mapEach : I.setEach, node.value, [
        (value, key) => {
          const i = at++;
          if (i < node.start) return;
          // There is no other way out of `forEach`.
          if (i >= stop || !this.room(node)) throw NOT_PLAIN;
          const step = isMap && typeof key === "string" ? key : i;
          const shownKey = isMap ? this.make(key, node, i) : undefined;
          push(node.entries, { __proto__: null, shownKey, node: this.make(value, node, step) });
        },
      ]);
    } catch {
      // Thrown above.
    }
  }

  // Spends what is left on the strings that were cut.
  growStrings() {
    const count = this.cutStrings.length;
    for (let i = 0; i < count && this.left > 0; i++) {
      const node = this.cutStrings[i];
      const share = (this.left / (count - i)) | 0;
      const rest = node.string.length - node.shown;
      const more = rest < share ? rest : share;
      node.shown += more;
      this.left -= more;
    }
  }
}

const classUnless = (value, base) => {
  const name = className(value);
  return name === base ? null : name;
};

const writeTree = (node) => {
  if (node.text !== undefined) return node.text;
  if (node.string !== undefined) {
    const { string, from, shown } = node;
    if (from === 0 && shown === string.length) return quote(string);
    return `["s",${quote(I.apply(I.slice, string, [from, from + shown]))},${from},${string.length}]`;
  }
  const { kind, total, start, entries } = node;
  const name = node.name === null ? "null" : quote(node.name);
  if (!node.opened) return `["-","${kind}",${name},${total}${node.message === undefined ? "" : `,${quote(node.message)}`}]`;
  let text = `["${kind}",${name},${total},${start}`;
  if (kind === "e") text += `,${quote(node.message)}`;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i];
    if (entry.shownKey !== undefined) text += `,${writeTree(entry.shownKey)}`;
    if (entry.name !== undefined) text += entry.flag ? `,[${entry.flag},${quote(entry.name)}]` : `,${quote(entry.name)}`;
    text += `,${writeTree(entry.node)}`;
  }
  return `${text}]`;
};
