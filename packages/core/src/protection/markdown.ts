import type { TextRange } from '../ranges.js';

const FENCE = /^[ \t]{0,12}(`{3,}|~{3,})([^\n]*)$/;
/** The start of a definition: a name, and an address that follows. */
const DEFINITION =
  /^ {0,3}(\[([^\]\n]{1,100})\]:)(?=[ \t]*(?:<|https?:|mailto:|\/|#|\.\.?\/|[\w.-]{1,60}\.\w))/gm;
const NAMES = /(?<=\])\[[^\]\n]{0,100}\]|\[\^[^\]\s]{1,50}\]:?/g;
const IN_BRACKETS = /\[([^\]\n]{1,100})\](?!\(|\[[^\]])/g;

/**
 * What Markdown refers by, and code in fences, in a plain text: `[the text][name]`, `[name]: address`,
 * `[^1]`. A name alone in brackets counts where the text defines it. In order, not overlapping.
 * https://spec.commonmark.org/0.31.2/
 */
export const findMarkdownSpans = (text: string): readonly TextRange[] => {
  const spans = [...findFences(text)];
  if (text.includes(']')) {
    const defined = new Set<string>();
    for (const { index, 0: found, 1: mark = '', 2: name = '' } of text.matchAll(DEFINITION)) {
      defined.add(name.toLowerCase());
      const end = index + found.length;
      spans.push({ start: end - mark.length, end });
    }
    for (const { index, 0: found } of text.matchAll(NAMES))
      spans.push({ start: index, end: index + found.length });
    if (defined.size > 0) {
      for (const { index, 0: found, 1: name = '' } of text.matchAll(IN_BRACKETS)) {
        if (defined.has(name.toLowerCase()))
          spans.push({ start: index, end: index + found.length });
      }
    }
  }
  return withoutOverlaps(spans);
};

/** Code between lines of three or more backticks or tildes; not where the last line is missing. */
const findFences = (text: string): readonly TextRange[] => {
  if (!text.includes('```') && !text.includes('~~~')) return [];
  const fences: TextRange[] = [];
  let open: { readonly start: number; readonly mark: string } | undefined;
  let start = 0;
  for (const line of text.split('\n')) {
    const [, mark = '', rest = ''] = FENCE.exec(line) ?? [];
    const end = start + line.length;
    if (open) {
      const isEnd = mark.startsWith(open.mark) && rest.trim() === '';
      if (isEnd) fences.push({ start: open.start, end });
      if (isEnd) open = undefined;
    } else if (mark !== '' && !(mark.startsWith('`') && rest.includes('`'))) {
      open = { start, mark };
    }
    start = end + 1;
  }
  return fences;
};

/** The first of spans that overlap, in order. */
const withoutOverlaps = (spans: readonly TextRange[]): readonly TextRange[] => {
  const kept: TextRange[] = [];
  for (const span of spans.toSorted((one, two) => one.start - two.start || two.end - one.end)) {
    if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  }
  return kept;
};
