// Chooses an option of a `select` by its text, or by its value when no text fits. Needs dom.js, `problem` of field.js.

const tidy = text => text.replace(/\s+/g, ' ').trim();

/** At most fifty options, each cut. */
const listed = options => ({
  options: options.slice(0, 50).map(option => ({ text: plain(tidy(option.text).slice(0, 100)), value: plain(option.value.slice(0, 100)) })),
  more: Math.max(0, options.length - 50),
});

const find = (options, wanted) => {
  const same = text => text === wanted;
  const ways = [
    option => same(option.text) || same(option.label),
    option => tidy(option.text) === tidy(wanted) || tidy(option.label) === tidy(wanted),
    option => same(option.value),
  ];
  for (const way of ways) {
    const found = options.filter(way);
    if (found.length) return found;
  }
  return [];
};

const choose = (select, wanted) => {
  const options = [...select.options];
  let found = find(options, wanted);
  if (found.length > 1) {
    // Options of the same text are told apart by their values.
    const byValue = options.filter(option => option.value === wanted);
    if (byValue.length !== 1) return problem('ambiguous', listed(found));
    found = byValue;
  }
  const [option] = found;
  if (!option) return problem('no option', listed(options));
  if (option.disabled || option.closest('optgroup')?.disabled) {
    return problem('disabled option', listed(options.filter(other => !other.disabled && !other.closest('optgroup')?.disabled)));
  }
  const chosen = options.filter(other => other.selected);
  if (chosen.length === 1 && chosen[0] === option) return { kind: 'done' };
  select.focus();
  if (select.multiple) for (const other of chosen) other.selected = false;
  option.selected = true;
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  const now = [...select.selectedOptions];
  if (now.length === 1 && now[0] === option) return { kind: 'done' };
  return { kind: 'done', holds: now.map(other => tidy(other.text)).join(', ').slice(0, 500) };
};
