import { element } from '../common/elements.js';
import type { Place } from '../service/glossaries.js';

/** What the layer over the translation has in common with it, so that words are in one place. */
const SHARED_STYLES = [
  ...['font-family', 'font-size', 'font-style', 'font-weight', 'line-height'],
  ...['letter-spacing', 'word-spacing', 'text-align', 'direction', 'tab-size'],
  ...['padding-top', 'padding-right', 'padding-bottom', 'padding-left'],
  ...['overflow-wrap', 'white-space', 'word-break'],
] as const;

/** Marks the terms of a glossary in the translation, and names them under the pointer. */
export interface TermMarks {
  show(translation: string, places: readonly Place[]): void;
  clear(): void;
}

/** A text field cannot mark words, so they are marked in a layer over it, which is not read aloud. */
export const createTermMarks = (): TermMarks => {
  const field = element('result', HTMLTextAreaElement);
  const layer = element('marks', HTMLElement);
  let names = new Map<Element, string>();

  const clear = (): void => {
    layer.replaceChildren();
    names = new Map();
    field.removeAttribute('title');
  };
  const align = (): void => {
    const styles = getComputedStyle(field);
    for (const name of SHARED_STYLES) layer.style.setProperty(name, styles.getPropertyValue(name));
    layer.style.setProperty('left', `${field.offsetLeft}px`);
    layer.style.setProperty('top', `${field.offsetTop}px`);
    layer.style.setProperty('width', `${field.clientWidth}px`);
    layer.style.setProperty('height', `${field.clientHeight}px`);
    layer.scrollTop = field.scrollTop;
  };
  field.addEventListener('scroll', align);
  new ResizeObserver(align).observe(field);
  field.addEventListener('mousemove', ({ clientX: x, clientY: y }) => {
    const [, name] = [...names].find(([mark]) => isIn(mark, x, y)) ?? [];
    if (name === undefined) field.removeAttribute('title');
    else field.title = name;
  });

  return {
    show(translation, places) {
      clear();
      let end = 0;
      for (const place of places) {
        const mark = document.createElement('mark');
        mark.textContent = translation.slice(place.start, place.end);
        names.set(mark, `${place.source} → ${mark.textContent}`);
        layer.append(translation.slice(end, place.start), mark);
        end = place.end;
      }
      layer.append(translation.slice(end));
      align();
    },
    clear,
  };
};

const isIn = (mark: Element, x: number, y: number): boolean =>
  [...mark.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
  );
