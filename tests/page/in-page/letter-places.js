// Runs in the page: where the letters of a field stand. A field tells nothing of its letters, so its
// text is laid out once more, in the same way, where they can be measured.

/** The left edge of each UTF-16 code unit of a field's text, in pixels. */
globalThis.letterPlaces = (id) => {
  const field = document.getElementById(id);
  const { font, direction, unicodeBidi, width } = getComputedStyle(field);
  const copy = document.createElement('div');
  Object.assign(copy.style, { font, direction, unicodeBidi, width, whiteSpace: 'pre-wrap' });
  const text = document.createTextNode(field.value);
  copy.append(text);
  document.body.append(copy);
  const range = document.createRange();
  const places = Array.from(field.value, (_, index) => {
    range.setStart(text, index);
    range.setEnd(text, index + 1);
    return range.getBoundingClientRect().left;
  });
  copy.remove();
  return places;
};
