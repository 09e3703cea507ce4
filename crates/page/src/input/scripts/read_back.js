// What the field holds after typing: `{same, changed, holds, secret, length}`. A page that corrects the value has one picture's time for
// it. Needs dom.js. Argument: value.

const element = globalThis.devtapField;
const before = globalThis.devtapBefore;
delete globalThis.devtapField;
delete globalThis.devtapBefore;
await nextFrame();
if (!element?.isConnected) return { gone: true };
const editable = element.localName !== 'input' && element.localName !== 'textarea';
const holds = editable ? element.innerText : element.value;
const lines = text => {
  const plain = text.replace(/\r\n?/g, '\n').replace(/\u00a0/g, ' ');
  return editable ? plain.replace(/\n{2,}/g, '\n').trim() : plain;
};
const wanted = element.type === 'number' && value.trim() !== '' && holds !== '' && Number(holds) === Number(value) ? holds : value;
return {
  same: lines(holds) === lines(wanted),
  changed: holds !== before,
  secret: element.type === 'password',
  length: [...holds].length,
  holds: element.type === 'password' ? '' : plain(holds.slice(0, 500)),
};
