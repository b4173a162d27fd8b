const WORDS = /[\p{L}\p{M}\p{N}]+|[\u{f0000}-\u{ffffd}]/gu;
const CAPITAL = /^\p{Lu}(?!\p{Lu})/u;
const SMALL = /^\p{Ll}/u;
/** What every pair knows and no capital goes to. */
const START = ', ';

/**
 * Whether a capital of an output may be that of the start of the sentence, which rule-based engines
 * give to the first word that they translate: not the first one where they do not know that
 * (`Grep Imprime las líneas`). Both texts are templates.
 */
export const mayHaveMovedCapital = (source: string, output: string): boolean => {
  const found = output.matchAll(WORDS);
  for (const { 0: word, index } of source.matchAll(WORDS)) {
    const next = found.next().value?.[0];
    if (next === word) continue;
    return index > 0 && next !== undefined && SMALL.test(word) && CAPITAL.test(next);
  }
  return false;
};

/** The template as something that does not begin a sentence. */
export const asContinuation = (template: string): string => START + template.trimStart();

/**
 * The output with the capitals that it has as a continuation; the output itself where that says
 * something else.
 */
export const withCapitalsOf = (output: string, continuation: string): string => {
  const other = continuation.trim().replace(/^,\s*/, '');
  const isSame = other.toLowerCase() === output.toLowerCase() && other.length === output.length;
  return isSame ? other : output;
};
