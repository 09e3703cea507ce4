// What became of the press that guard.js watched: `{verdict: 'reached' | 'stopped' | 'missed' | 'unknown', by}`.
() => {
  const press = globalThis.devtapPress;
  delete globalThis.devtapPress;
  press?.end();
  return press ? { verdict: press.verdict, by: press.by } : { verdict: 'unknown' };
}
