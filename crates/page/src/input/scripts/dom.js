// Shared by the scripts beside it, which run in our isolated world: the page's own overrides do not reach them.

/** The element that a node stands for: a text stands for what holds it. */
const elementOf = node =>
  node.nodeType === Node.ELEMENT_NODE ? node
    : node.nodeType === Node.DOCUMENT_NODE ? node.documentElement
      : node.parentElement ?? node.getRootNode().host ?? null;

/** The next picture of the page, or a tenth of a second where none is drawn. */
const nextFrame = () => new Promise(done => {
  const timer = setTimeout(done, 100);
  requestAnimationFrame(() => { clearTimeout(timer); done(); });
});

/** Page text on one line, without what could steer a terminal or turn the direction of a line. */
const plain = text => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ');

/** How a person would name an element: `div#banner.dark`. */
const describe = element => {
  if (!element) return 'something outside the frame';
  let text = element.localName;
  if (element.id) text += `#${element.id}`;
  for (const name of [...element.classList].slice(0, 3)) text += `.${name}`;
  const label = element.getAttribute('aria-label');
  if (label) text += ` "${label}"`;
  return plain(text.slice(0, 120));
};
