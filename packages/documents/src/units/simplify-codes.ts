import type { Code, Inline, TextWrapper } from '../model.js';

/** A paragraph with fewer codes than it was read with. */
interface SimplifiedInlines {
  readonly inlines: readonly Inline[];
  readonly codes: readonly Code[];
  readonly run?: TextWrapper;
}

/** Text in no span of its own, where all other text is in one. */
const NO_RUN: TextWrapper = { before: () => '', after: '' };

/**
 * Takes away the span that some programs put around every stretch of text: what most of a
 * paragraph is in becomes what every text of it is written in.
 *
 * @param isSpan whether a code does nothing but format
 */
export const unwrapSpans = (
  inlines: readonly Inline[],
  codes: readonly Code[],
  isSpan: (code: Code) => boolean,
): SimplifiedInlines => {
  const lengths = new Map<string, { readonly length: number; readonly spans: Set<number> }>();
  const outermost = new Set<number>();
  const open: number[] = [];
  let bareLength = 0;
  for (const inline of inlines) {
    if (inline.kind === 'open') {
      if (open.length === 0) outermost.add(inline.code);
      open.push(inline.code);
    } else if (inline.kind === 'close') open.pop();
    if (inline.kind !== 'text') continue;
    const code = codes[open[0] ?? -1];
    if (!code) bareLength += inline.text.trim().length;
    else if (isSpan(code)) {
      const { length, spans } = lengths.get(code.open) ?? { length: 0, spans: new Set() };
      spans.add(open[0] as number);
      lengths.set(code.open, { length: length + inline.text.length, spans });
    }
  }
  const [longest] = [...lengths].sort(([, a], [, b]) => b.length - a.length);
  if (bareLength > 0 || !longest || longest[1].spans.size < 2) return { inlines, codes };
  const [source, { spans }] = longest;
  const { close } = codes[Math.min(...spans)] as Code;
  const isGone = (code: number): boolean => outermost.has(code) && codes[code]?.open === source;
  return {
    inlines: inlines.filter((inline) => inline.kind === 'text' || !isGone(inline.code)),
    codes: codes.map((code, index) => (outermost.has(index) ? { ...code, run: NO_RUN } : code)),
    run: { before: () => source, after: close },
  };
};
