import type { Code, Inline } from '../model.js';

/** A paragraph cut into what is to be translated and what stays around it. */
export interface TrimmedInlines {
  readonly before: readonly Inline[];
  readonly core: readonly Inline[];
  readonly after: readonly Inline[];
}

/**
 * Takes white space, codes without text and codes around the whole off both ends, so that a
 * paragraph all in bold is plain text to the translator.
 */
export const trimInlines = (
  inlines: readonly Inline[],
  codes: readonly Code[],
  isTrimmed: (text: string) => boolean = () => true,
): TrimmedInlines => {
  const partners = partnersOf(inlines);
  const before: Inline[] = [];
  const after: Inline[] = [];
  const rest = [...inlines];
  let first = 0;
  let last = inlines.length - 1;

  const trimStart = (): boolean => {
    const item = rest[first];
    if (!item) return false;
    if (item.kind === 'text') {
      const text = item.text.trimStart();
      if (text === item.text || !isTrimmed(item.text)) return false;
      before.push({ kind: 'text', text: item.text.slice(0, item.text.length - text.length) });
      if (text === '') first++;
      else rest[first] = { kind: 'text', text };
      return true;
    }
    if (item.kind === 'point') {
      if (codes[item.code]?.tag === 'n') return false;
      before.push(item);
      first++;
      return true;
    }
    const partner = partners[first] ?? -1;
    if (item.kind !== 'open' || partner < 0) return false;
    if (partner === last) {
      before.push(item);
      after.unshift(rest[last] as Inline);
      first++;
      last--;
      return true;
    }
    if (rest.slice(first, partner + 1).some((inner) => hasText(inner, codes))) return false;
    before.push(...rest.slice(first, partner + 1));
    first = partner + 1;
    return true;
  };

  const trimEnd = (): boolean => {
    const item = rest[last];
    if (!item) return false;
    if (item.kind === 'text') {
      const text = item.text.trimEnd();
      if (text === item.text || !isTrimmed(item.text)) return false;
      after.unshift({ kind: 'text', text: item.text.slice(text.length) });
      if (text === '') last--;
      else rest[last] = { kind: 'text', text };
      return true;
    }
    if (item.kind === 'point') {
      if (codes[item.code]?.tag === 'n') return false;
      after.unshift(item);
      last--;
      return true;
    }
    const partner = partners[last] ?? -1;
    if (item.kind !== 'close' || partner < first) return false;
    if (rest.slice(partner, last + 1).some((inner) => hasText(inner, codes))) return false;
    after.unshift(...rest.slice(partner, last + 1));
    last = partner - 1;
    return true;
  };

  while (first <= last && trimStart());
  while (first <= last && trimEnd());
  // A pair around everything may only show once the other end is trimmed.
  while (first <= last && (trimStart() || trimEnd()));
  return { before, core: rest.slice(first, last + 1), after };
};

const hasText = (inline: Inline, codes: readonly Code[]): boolean =>
  inline.kind === 'text'
    ? inline.text.trim() !== ''
    : inline.kind === 'point' && codes[inline.code]?.tag === 'n';

/** For every opening and closing code the index of the other; -1 where there is none. */
const partnersOf = (inlines: readonly Inline[]): Int32Array => {
  const partners = new Int32Array(inlines.length).fill(-1);
  const open: number[] = [];
  for (const [index, inline] of inlines.entries()) {
    if (inline.kind === 'open') open.push(index);
    if (inline.kind !== 'close') continue;
    const partner = open.pop();
    if (partner === undefined) continue;
    partners[index] = partner;
    partners[partner] = index;
  }
  return partners;
};
