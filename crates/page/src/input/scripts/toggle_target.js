// What a person would click to change the toggle in `devtapField`: the toggle itself, or its label where pages draw
// their own box and hide the real one.
() => {
  const field = globalThis.devtapField;
  const isSeen = element => {
    const { width, height } = element.getBoundingClientRect();
    return width >= 4 && height >= 4 && element.checkVisibility({ visibilityProperty: true });
  };
  return isSeen(field) ? field : [...field.labels ?? []].find(isSeen) ?? field;
}
