// Whether a point, or an event, reaches an element. Needs dom.js.

const INTERACTIVE = 'a[href],area,button,input,label,option,select,summary,textarea,'
  + '[role=button],[role=checkbox],[role=link],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],'
  + '[role=option],[role=radio],[role=switch],[role=tab],[role=treeitem]';

/** Shadow roots around `element` by their host; closed ones too, which no host tells of. */
const rootsAround = element => {
  const roots = new Map();
  for (let root = element.getRootNode(); root.host; root = root.host.getRootNode()) roots.set(root.host, root);
  return roots;
};

/** What a click at a point of this frame would go to. */
const deepestAt = (x, y, roots) => {
  let hit = document.elementFromPoint(x, y);
  for (;;) {
    const root = hit && (hit.shadowRoot ?? roots.get(hit));
    const inner = root?.elementFromPoint(x, y);
    if (!inner || inner === hit || inner.getRootNode() !== root) return hit;
    hit = inner;
  }
};

/** Where an event at `node` goes next: through slots and out of shadow roots. */
const above = (node, roots) => {
  if (node.assignedSlot) return node.assignedSlot;
  const parent = node.parentNode;
  const closed = parent && roots.get(parent);
  if (closed) {
    const slot = [...closed.querySelectorAll('slot')].find(slot => slot.assignedNodes().includes(node));
    if (slot) return slot;
  }
  return parent?.host ?? parent;
};

const isInside = (node, holder, roots) => {
  for (let at = node; at; at = above(at, roots)) if (at === holder) return true;
  return false;
};

/** Whether what goes to `hit` does for `element` what a click on `element` would. */
const reaches = (hit, element, roots) => {
  if (!hit) return false;
  if (isInside(hit, element, roots)) return true;
  const label = hit.closest?.('label');
  if (label && label.control === element) return true;
  if (element.matches(INTERACTIVE)) return false;
  const around = element.closest(INTERACTIVE);
  return around !== null && isInside(hit, around, roots);
};
