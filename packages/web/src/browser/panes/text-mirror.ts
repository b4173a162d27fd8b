import { build } from '../common/elements.js';

/** A half-open range of a field's text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The text of a field once more, behind it and laid out in the same way: a field has no parts that
 * could be marked, or asked where they are.
 */
export interface TextMirror {
  /** Takes the field's text, with these parts in it; they are in order and do not overlap. */
  show(parts: readonly TextRange[]): void;
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

  const follow = () => {
    // Without the bar that the field may have at its side.
    mirror.style.width = `${field.clientWidth}px`;
    mirror.scrollTop = field.scrollTop;
  };
  new ResizeObserver(follow).observe(field);
  field.addEventListener('scroll', follow);

  const topOf = (span: HTMLElement) => span.getBoundingClientRect().top;
  const heightOf = (span: HTMLElement) => Math.max(1, span.getBoundingClientRect().height);
  const start = () => field.getBoundingClientRect().top;

  return {
    show(parts) {
      const text = field.value;
      let position = 0;
      spans = parts.map(({ start, end }) => build('span', { textContent: text.slice(start, end) }));
      const pieces = parts.flatMap(({ start, end }, index) => {
        const before = text.slice(position, start);
        position = end;
        return [before, spans[index] ?? ''];
      });
      // A line break at the end of a block is not shown, but at the end of a field it is.
      mirror.replaceChildren(...pieces, `${text.slice(position)}\u200b`);
      mirror.dir = getComputedStyle(field).direction;
      mirror.lang = field.lang;
      follow();
    },
    mark(index) {
      for (const [at, span] of spans.entries()) span.classList.toggle('marked', at === index);
    },
    partAt(x, y) {
      const index = spans.findIndex((span) =>
        [...span.getClientRects()].some(
          ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
        ),
      );
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
