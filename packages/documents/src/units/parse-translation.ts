import type { Code, Inline } from '../model.js';
import { unescapeXml } from '../xml/escape-xml.js';
import { numberCodes } from './serialize-unit.js';

const TAG = /<(\/?)(g|x|br|n)(?:\s+id="(\d{1,9})")?\s*(\/?)>/g;

/**
 * Reads a translated unit back into text and codes.
 *
 * @returns undefined unless every code of the source is there once, and pairs are nested
 */
export const parseTranslation = (
  translation: string,
  core: readonly Inline[],
  codes: readonly Code[],
): readonly Inline[] | undefined => {
  const byNumber = new Map([...numberCodes(core)].map(([code, number]) => [number, code]));
  const expected = new Set(byNumber.values());
  const inlines: Inline[] = [];
  const open: number[] = [];
  let position = 0;
  let kept: number | undefined;

  for (const match of translation.matchAll(TAG)) {
    const [tag, slash, name, id, emptySlash] = match;
    const text = translation.slice(position, match.index);
    position = match.index + tag.length;
    if (kept !== undefined) {
      // The text inside an `n` is what the source says, whatever has become of it.
      if (name !== 'n' || slash !== '/') return undefined;
      kept = undefined;
      continue;
    }
    if (text !== '') inlines.push({ kind: 'text', text: unescapeXml(text) });
    if (slash === '/') {
      const code = open.pop();
      if (code === undefined || codes[code]?.tag !== name) return undefined;
      inlines.push({ kind: 'close', code });
      continue;
    }
    const code = byNumber.get(Number(id));
    if (code === undefined || codes[code]?.tag !== name || !expected.delete(code)) return undefined;
    const isEmpty = emptySlash === '/';
    if (name === 'g') {
      inlines.push({ kind: 'open', code });
      if (isEmpty) inlines.push({ kind: 'close', code });
      else open.push(code);
    } else {
      inlines.push({ kind: 'point', code });
      if (name === 'n' && !isEmpty) kept = code;
      else if (!isEmpty) return undefined;
    }
  }
  if (open.length > 0 || expected.size > 0 || kept !== undefined) return undefined;
  const tail = translation.slice(position);
  if (tail !== '') inlines.push({ kind: 'text', text: unescapeXml(tail) });
  return inlines;
};

/** What is left of a translation whose codes are lost: its text first, then the codes, empty. */
export const fallBackToText = (
  translation: string,
  core: readonly Inline[],
  codes: readonly Code[],
): readonly Inline[] => {
  const text = unescapeXml(translation.replace(/<n(?:\s[^<>]*)?>[^<]*<\/n>/g, '').replace(TAG, ''));
  const kept = core.filter((inline) => inline.kind !== 'text' && !codes[inline.code]?.isDroppable);
  return [{ kind: 'text', text }, ...kept];
};
