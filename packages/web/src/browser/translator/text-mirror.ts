import { build } from '../elements.js';

/** A half-open range of a field's text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A range with a name, such as a term with its source. */
export interface NamedRange extends TextRange {
  readonly name: string;
}

/**
 * The text of a field once more, behind it and laid out in the same way: a field has no parts that
 * could be marked, or asked where they are.
 */
export interface TextMirror {
  /** Takes the field's text, with these parts in it; they are in order and do not overlap. */
  show(parts: readonly TextRange[]): void;
  /** Marks words of the text, and names them under the pointer; in order, not overlapping. */
  showNames(names: readonly NamedRange[]): void;
  mark(index: number | undefined): void;
  /** The part at a place of the window. */
  partAt(x: number, y: number): number | undefined;
  /** The part at the top of what is seen, and how much of it is above, 0 to 1. */
  top(): { readonly index: number; readonly fraction: number } | undefined;
  /** Scrolls the field so that this is at its top. */
  scrollTo(index: number, fraction: number): void;
  /** Where a range of the text is, in the window. */
  placeOf(range: TextRange): DOMRect | undefined;
}

export const createTextMirror = (field: HTMLTextAreaElement): TextMirror => {
  const mirror = build('div', { className: 'mirror', ariaHidden: 'true' });
  field.before(mirror);
  let spans: readonly HTMLElement[] = [];
  let shown: readonly TextRange[] = [];
  let marks: readonly { readonly element: HTMLElement; readonly name: string }[] = [];

  const follow = () => {
    // Without the bar that the field may have at its side.
    mirror.style.width = `${field.clientWidth}px`;
    // The row below the other field may be higher, and this field ends where that one does.
    mirror.style.height = `${field.clientHeight}px`;
    mirror.scrollTop = field.scrollTop;
  };
  new ResizeObserver(follow).observe(field);
  field.addEventListener('scroll', follow);

  const topOf = (span: HTMLElement) => span.getBoundingClientRect().top;
  const heightOf = (span: HTMLElement) => Math.max(1, span.getBoundingClientRect().height);
  const start = () => field.getBoundingClientRect().top;

  const render = (parts: readonly TextRange[], names: readonly NamedRange[]) => {
    const text = field.value;
    const found: (typeof marks)[number][] = [];
    const marked = (range: TextRange): readonly (Node | string)[] =>
      cutAt(names, range).map(({ start, end, name }) => {
        if (name === undefined) return text.slice(start, end);
        const element = build('mark', { textContent: text.slice(start, end) });
        found.push({ element, name });
        return element;
      });
    let position = 0;
    const nodes: (Node | string)[] = [];
    spans = parts.map((part) => {
      nodes.push(...marked({ start: position, end: part.start }));
      position = part.end;
      const span = build('span', {}, ...marked(part));
      nodes.push(span);
      return span;
    });
    nodes.push(...marked({ start: position, end: text.length }));
    // A line break at the end of a block is not shown, but at the end of a field it is.
    mirror.replaceChildren(...nodes, '\u200b');
    mirror.dir = getComputedStyle(field).direction;
    mirror.lang = field.lang;
    shown = parts;
    marks = found;
    field.removeAttribute('title');
    follow();
  };
  field.addEventListener('mousemove', ({ clientX, clientY }) => {
    const under = marks.find(({ element }) => isIn(element, clientX, clientY));
    if (under) field.title = under.name;
    else field.removeAttribute('title');
  });

  return {
    show: (parts) => render(parts, []),
    showNames: (names) => render(shown, names),
    mark(index) {
      for (const [at, span] of spans.entries()) span.classList.toggle('marked', at === index);
    },
    partAt(x, y) {
      const index = spans.findIndex((span) => isIn(span, x, y));
      return index < 0 ? undefined : index;
    },
    top() {
      const index = spans.findIndex((span) => topOf(span) + heightOf(span) > start());
      const span = spans[index];
      if (!span) return undefined;
      return { index, fraction: Math.max(0, (start() - topOf(span)) / heightOf(span)) };
    },
    scrollTo(index, fraction) {
      const span = spans[index];
      if (span) field.scrollTop += topOf(span) + fraction * heightOf(span) - start();
    },
    placeOf({ start, end }) {
      const range = document.createRange();
      let position = 0;
      const walker = document.createTreeWalker(mirror, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const length = node.textContent?.length ?? 0;
        if (start >= position && start < position + length) range.setStart(node, start - position);
        if (end > position && end <= position + length) {
          range.setEnd(node, end - position);
          return range.getBoundingClientRect();
        }
        position += length;
      }
      return undefined;
    },
  };
};

const isIn = (element: HTMLElement, x: number, y: number): boolean =>
  [...element.getClientRects()].some(
    ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
  );

/** A range, cut where named ones begin and end. */
const cutAt = (
  names: readonly NamedRange[],
  { start, end }: TextRange,
): readonly (TextRange & { readonly name?: string })[] => {
  const pieces: (TextRange & { readonly name?: string })[] = [];
  let position = start;
  for (const { name, ...range } of names) {
    const [from, to] = [Math.max(range.start, position), Math.min(range.end, end)];
    if (from >= to) continue;
    pieces.push({ start: position, end: from }, { start: from, end: to, name });
    position = to;
  }
  return [...pieces, { start: position, end }];
};
