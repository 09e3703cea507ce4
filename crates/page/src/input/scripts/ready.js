// Waits until `node` can be clicked, then arms a guard and answers `{state: 'ready', x, y}`: a point of this frame.
// Otherwise answers `{state, …}` that says what is in the way. Needs dom.js, hit.js, guard.js.
// Arguments: node, patience: milliseconds by state.

const started = performance.now();

const boxesOf = (node, element) => {
  let rects = node.nodeType === Node.TEXT_NODE ? [] : element.getClientRects();
  if (!rects.length) {
    // A text, or an element without a box of its own (`display: contents`).
    const range = document.createRange();
    range.selectNodeContents(node);
    rects = range.getClientRects();
  }
  return [...rects].filter(rect => rect.width > 0 && rect.height > 0);
};

/** The part of a box inside the viewport. */
const inView = ({ left, top, right, bottom }) => ({
  left: Math.max(left, 0),
  top: Math.max(top, 0),
  right: Math.min(right, innerWidth),
  bottom: Math.min(bottom, innerHeight),
});

/** Points to try, the middle first. */
const pointsOf = boxes => boxes.slice(0, 4).map(inView)
  .filter(box => box.right > box.left && box.bottom > box.top)
  .flatMap(box => [[.5, .5], [.25, .25], [.75, .75], [.25, .75], [.75, .25]].map(([across, down]) => ({
    x: box.left + (box.right - box.left) * across,
    y: box.top + (box.bottom - box.top) * down,
  })));

/** Closed details keep what is inside from being drawn. */
const isFolded = element => {
  const details = element.parentElement?.closest('details:not([open])');
  const summary = details && [...details.children].find(child => child.localName === 'summary');
  return Boolean(details) && !summary?.contains(element);
};

const whyNoBox = element => {
  const select = element.closest('option')?.closest('select');
  if (select) return 'option';
  if (isFolded(element)) return 'closed details';
  if (element.localName === 'input' && element.type === 'hidden') return 'hidden input';
  return getComputedStyle(element).display === 'none' || !element.checkVisibility() ? 'not rendered' : 'empty';
};

const look = () => {
  if (!node.isConnected) return { state: 'detached', final: true };
  const element = elementOf(node);
  if (!element) return { state: 'detached', final: true };
  const control = element.closest('button,input,select,textarea,option');
  if (control?.matches(':disabled')) return { state: 'disabled' };
  if (element.closest('[inert]')) return { state: 'inert' };
  const boxes = boxesOf(node, element);
  if (!boxes.length) {
    const why = whyNoBox(element);
    return { state: 'boxless', why, final: why === 'option' || why === 'hidden input' };
  }
  if (isFolded(element)) return { state: 'boxless', why: 'closed details' };
  if (!element.checkVisibility({ visibilityProperty: true })) return { state: 'invisible' };
  return { element, boxes };
};

const samePlace = (one, other) => one && other && ['left', 'top', 'width', 'height'].every(side => one[side] === other[side]);

/** Ways to bring the element out from under a header or footer that stays in place. */
const alignments = ['center', 'end', 'start'];

const aim = ({ element, boxes }) => {
  const roots = rootsAround(element);
  const points = pointsOf(boxes);
  for (const point of points) {
    if (reaches(deepestAt(point.x, point.y, roots), element, roots)) return { state: 'ready', ...point, element, roots };
  }
  if (!points.length) {
    const alignment = alignments.shift();
    if (alignment) element.scrollIntoView({ block: alignment, inline: alignment, behavior: 'instant' });
    return { state: 'outside' };
  }
  if (getComputedStyle(element).pointerEvents === 'none') return { state: 'untouchable' };
  const cover = deepestAt(points[0].x, points[0].y, roots);
  const { width, height } = cover?.getBoundingClientRect() ?? { width: 0, height: 0 };
  const alignment = width * height < innerWidth * innerHeight * .8 ? alignments.shift() : undefined;
  if (alignment) element.scrollIntoView({ block: alignment, inline: 'nearest', behavior: 'instant' });
  return { state: 'covered', by: describe(cover), x: points[0].x, y: points[0].y };
};

let before;
for (;;) {
  const seen = look();
  let problem = seen;
  if (seen.boxes) {
    const box = seen.boxes[0];
    const stands = samePlace(box, before);
    before = box;
    problem = stands ? aim(seen) : { state: 'moving' };
    if (problem.state === 'ready') {
      guard(problem.element, problem.roots, problem);
      return { state: 'ready', x: problem.x, y: problem.y };
    }
  } else {
    before = undefined;
  }
  const wait = patience[problem.state] ?? patience.others;
  if (problem.final || performance.now() - started >= wait) return problem;
  await nextFrame();
}
