// The state of a checkbox, radio button or switch.

const TOGGLE_ROLES = ['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio'];

const stateOf = element => {
  const role = element.getAttribute('role');
  if (element.localName === 'input' && (element.type === 'checkbox' || element.type === 'radio')) {
    return { kind: 'toggle', checked: element.checked, radio: element.type === 'radio' };
  }
  if (TOGGLE_ROLES.includes(role)) {
    const radio = role === 'radio' || role === 'menuitemradio';
    return { kind: 'toggle', checked: element.getAttribute('aria-checked') === 'true', radio };
  }
  if (element.hasAttribute('aria-pressed')) {
    return { kind: 'toggle', checked: element.getAttribute('aria-pressed') === 'true', radio: false };
  }
  return undefined;
};
