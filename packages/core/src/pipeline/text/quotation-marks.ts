import { baseOf, type LanguageTag } from '@dragoman/contract';
import type { TranslationUnit } from '../../engine/engine.js';
import { type CheckedText, mapTexts, textsOf, writtenText } from '../../markup/index.js';
import { QUOTES } from '../../style/index.js';

const MARK = /[“”„«»「」]/;
const MARKS = /[“”„«»「」]/g;
/** How texts set their quotations off, whatever their language. */
const STYLES = ['“”', '„“', '„”', '«»', '»«', '””', '「」'];
const WITH_SPACES = /([ \u00a0\u202f]?)[“”„«»「」]([ \u00a0\u202f]?)/g;

/**
 * Gives quotations the marks of the target language, where the source has typographic double ones
 * in pairs, one after the other, and the translation has as many in pairs as well. Straight ones
 * stay, like any that cannot be told for sure, and so does a text that came back as it was.
 *
 * @param units the sentences of a text, in order: a quotation may go over several
 * @param translated their translations
 */
export const localiseQuotes = (
  units: readonly TranslationUnit[],
  translated: readonly CheckedText[],
  target: LanguageTag,
): readonly CheckedText[] => {
  const wanted = QUOTES[target] ?? QUOTES[baseOf(target)];
  if (!wanted || !units.some(({ text }) => MARK.test(text))) return translated;
  const isUnchanged = ({ text }: TranslationUnit, index: number): boolean =>
    translated[index] === undefined || writtenText(translated[index]) === text;
  if (units.every(isUnchanged)) return translated;
  const isInSpan = units.some(({ text, protectedSpans }) =>
    protectedSpans.some(({ start, end }) => MARK.test(text.slice(start, end))),
  );
  const count = pairedMarks(units.map(({ text }) => text));
  if (isInSpan || count === undefined || pairedMarks(translated.flatMap(textsOf)) !== count)
    return translated;
  const { open, close, inside = '' } = wanted;
  let isOpen = false;
  const localise = (text: string): string =>
    text.replace(WITH_SPACES, (_, before: string, after: string) => {
      isOpen = !isOpen;
      // The space on the inner side belongs to the marks; the one on the outer side does not.
      return isOpen ? before + open + inside : inside + close + after;
    });
  return translated.map((text) => mapTexts(text, localise));
};

/** How many marks there are, if they are pairs of one style and not nested. */
const pairedMarks = (texts: readonly string[]): number | undefined => {
  const marks = texts.flatMap((text) => text.match(MARKS) ?? []).join('');
  if (marks.length % 2 === 1) return undefined;
  return STYLES.some((style) => style.repeat(marks.length / 2) === marks)
    ? marks.length
    : undefined;
};
