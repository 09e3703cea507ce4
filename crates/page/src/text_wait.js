// Runs in our isolated world. Resolves to true once one of `texts` is to be seen in this document, to false after
// `limit` milliseconds or when it is stopped. Looks when something changes, never more than a quarter of the time.
(texts, limit) => new Promise(resolve => {
  globalThis.devtapStopWatch?.();

  const tidy = text => text.replace(/\s+/g, ' ').trim();
  const wanted = texts.map(tidy);
  const holds = text => { const tidied = tidy(text); return wanted.some(one => tidied.includes(one)); };

  const LABELLED = '[aria-label],[alt],[title],[placeholder],input,textarea';
  const labels = element => [
    ...['aria-label', 'alt', 'title', 'placeholder'].map(name => element.getAttribute(name) ?? ''),
    element.type === 'password' || typeof element.value !== 'string' ? '' : element.value,
  ];

  const visibleText = root => root === document
    ? document.body?.innerText ?? document.documentElement?.textContent ?? ''
    : [...root.children].map(child => child.innerText ?? '').join('\n');

  const seenRoots = new WeakSet();
  const isThere = root => {
    if (!seenRoots.has(root)) {
      seenRoots.add(root);
      observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    }
    if (holds(visibleText(root))) return true;
    for (const element of root.querySelectorAll(LABELLED)) {
      if (labels(element).some(holds) && element.checkVisibility({ visibilityProperty: true })) return true;
    }
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot && isThere(element.shadowRoot)) return true;
    }
    return false;
  };

  let timer;
  let cost = 0;
  const look = () => {
    timer = undefined;
    const started = performance.now();
    const found = isThere(document);
    cost = performance.now() - started;
    if (found) end(true);
  };
  const soon = () => { timer ??= setTimeout(look, Math.min(Math.max(10, cost * 3), 1000)); };

  const observer = new MutationObserver(soon);
  // What can change the looks of a page without changing its tree.
  const events = ['input', 'change', 'load', 'transitionend', 'animationend', 'toggle'];
  for (const type of events) addEventListener(type, soon, true);
  const slow = setInterval(soon, 1000);
  const last = setTimeout(() => end(false), limit);

  const end = found => {
    delete globalThis.devtapStopWatch;
    observer.disconnect();
    for (const type of events) removeEventListener(type, soon, true);
    for (const id of [timer, last]) clearTimeout(id);
    clearInterval(slow);
    resolve(found);
  };
  globalThis.devtapStopWatch = () => end(false);
  look();
})
