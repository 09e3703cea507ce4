// Sets a field that takes its value whole: date, time, color, range and their like. Needs `problem` of field.js.

const FORMS = {
  date: '2026-12-31',
  time: '23:59',
  month: '2026-12',
  week: '2026-W52',
  'datetime-local': '2026-12-31T23:59',
  color: '#1a2b3c',
  range: '42',
};

/** Whether a fresh field of this type would take the value. */
const isWellFormed = (type, value) => {
  if (type === 'color') return /^#[0-9a-f]{6}$/i.test(value);
  if (type === 'range') return value.trim() !== '' && Number.isFinite(Number(value));
  if (value === '') return true;
  const probe = document.createElement('input');
  probe.type = type;
  probe.value = value;
  return probe.value !== '';
};

const sameValue = (type, one, other) =>
  type === 'range' ? Number(one) === Number(other) : one.toLowerCase() === other.toLowerCase() || sameTime(type, one, other);

/** `10:11` and `10:11:00` are one time. */
const sameTime = (type, one, other) => {
  if (type !== 'time' && type !== 'datetime-local') return false;
  const probe = document.createElement('input');
  probe.type = type;
  const written = value => { probe.value = value; return probe.valueAsNumber; };
  return written(one) === written(other);
};

const setValue = (element, value) => {
  if (!isWellFormed(element.type, value)) return problem('malformed', { type: element.type, example: FORMS[element.type] });
  element.focus();
  if (element.value !== value) {
    element.value = value;
    for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  }
  return sameValue(element.type, element.value, value) ? { kind: 'done' } : { kind: 'done', holds: element.value };
};
