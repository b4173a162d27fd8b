import type { LanguageTag } from '@dragoman/contract';

const WORDS = /[\p{L}\p{M}\p{N}]+|[\u{f0000}-\u{ffffd}]/gu;
const CAPITAL = /^\p{Lu}(?!\p{Lu})/u;
const SMALL = /^\p{Ll}/u;
/** What most pairs know and no capital goes to. */
const START = ', ';
/** Conjunctions, where a comma does not take the capital. */
const STARTS: ReadonlyMap<LanguageTag, string> = new Map([['is', 'og ']]);

/**
 * Whether a capital of an output may be that of the start of the sentence, which rule-based engines
 * give to the first word that they translate: not the first one where they do not know that
 * (`Grep Imprime las líneas`). Both texts are templates.
 */
export const mayHaveMovedCapital = (source: string, output: string): boolean =>
  movedCapital(source, output) !== undefined;

/** Where the first word of the output is that is not one of the source, if its capital is new. */
const movedCapital = (source: string, output: string): number | undefined => {
  const found = output.matchAll(WORDS);
  for (const { 0: word, index } of source.matchAll(WORDS)) {
    const next = found.next().value;
    if (next?.[0] === word) continue;
    const isNew = next && index > 0 && SMALL.test(word) && CAPITAL.test(next[0]);
    return isNew ? next.index : undefined;
  }
  return undefined;
};

/**
 * The output without a capital that moved, for languages in which only names have capitals: the
 * word of the source has none.
 */
export const withoutMovedCapital = (source: string, output: string): string => {
  const at = movedCapital(source, output);
  if (at === undefined) return output;
  const [letter = ''] = output.slice(at);
  return output.slice(0, at) + letter.toLowerCase() + output.slice(at + letter.length);
};

/** The template as something that does not begin a sentence. */
export const asContinuation = (template: string, source: LanguageTag): string =>
  (STARTS.get(source) ?? START) + template.trimStart();

/**
 * The output with the capitals that it has as a continuation; the output itself where that says
 * something else.
 */
export const withCapitalsOf = (output: string, continuation: string): string => {
  const other = continuation.trim().replace(/^(?:,|\p{L}+)\s*/u, '');
  const isSame = other.toLowerCase() === output.toLowerCase() && other.length === output.length;
  return isSame ? other : output;
};
