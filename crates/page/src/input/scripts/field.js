// Finds out what kind of field `node` is and does what can be done at once. The field stays in `devtapField` for the
// scripts that follow. Needs dom.js, toggle.js, choose.js, set_value.js.
// Arguments: node, value, patience in milliseconds. Answers `{kind, …}`:
//   text      the field has the focus and its content is selected: type now (`selectAll`: by the keyboard)
//   toggle    `checked` is its state, `radio` whether it can't be switched off
//   done      nothing left to do
//   problem   `problem` says why not

const TEXT_TYPES = ['text', 'search', 'email', 'url', 'tel', 'password', 'number'];
const VALUE_TYPES = ['date', 'time', 'month', 'week', 'datetime-local', 'color', 'range'];

const problem = (what, more) => ({ kind: 'problem', problem: what, ...more });

/** A label stands for its control. */
const fieldOf = node => {
  const element = elementOf(node);
  return element?.closest('label')?.control && !element.matches('input,select,textarea,button')
    ? element.closest('label').control
    : element;
};

const isDisabled = element =>
  element.matches(':disabled') || element.closest('[aria-disabled=true]') !== null && !element.matches('input,select,textarea');

const deepestActive = () => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
};

/** Gives the field the focus; whether it has it then. In a closed shadow root the host has to do. */
const focus = element => {
  element.focus({ preventScroll: false });
  const active = deepestActive();
  return active === element || element.getRootNode().activeElement === element || active?.contains(element);
};

const beginText = element => {
  if (!focus(element)) return problem('no focus', { hidden: !element.checkVisibility({ visibilityProperty: true }) });
  const secret = element.type === 'password';
  if (element.localName === 'input') {
    element.select();
    globalThis.devtapBefore = element.value;
    if (value === '') document.execCommand('delete');
    return { kind: 'text', secret };
  }
  const editable = element.localName !== 'textarea';
  globalThis.devtapBefore = editable ? element.innerText : element.value;
  return { kind: 'text', selectAll: true, editable };
};

const begin = element => {
  if (isDisabled(element)) return problem('disabled');
  const toggle = stateOf(element);
  if (toggle) return toggle;
  if (element.localName === 'select') return choose(element, value);
  if (element.localName === 'option') return problem('option');
  const isInput = element.localName === 'input';
  if (isInput && element.type === 'file') return problem('file');
  if (isInput && !TEXT_TYPES.includes(element.type) && !VALUE_TYPES.includes(element.type)) return problem('button');
  if ((isInput || element.localName === 'textarea') && element.readOnly) return problem('readonly');
  if (isInput && VALUE_TYPES.includes(element.type)) return setValue(element, value);
  if (isInput || element.localName === 'textarea' || element.isContentEditable) return beginText(element);
  return problem('no field', { role: plain((element.getAttribute('role') ?? element.localName).slice(0, 50)) });
};

if (!node.isConnected) return problem('detached');
const element = fieldOf(node);
if (!element) return problem('detached');
globalThis.devtapField = element;
const started = performance.now();
for (;;) {
  const answer = begin(element);
  const mayPass = ['disabled', 'readonly', 'no focus'].includes(answer.problem);
  if (!mayPass || performance.now() - started >= patience) return { ...answer, field: describe(element) };
  await nextFrame();
}
