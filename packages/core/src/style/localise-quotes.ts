import { baseOf, type LanguageTag } from '@dragoman/contract';
import type { TranslationUnit } from '../engine/engine.js';
import { type CheckedText, mapTexts, textsOf, writtenText } from '../markup/checked-text.js';
import { QUOTES, type Quotes } from './families/quotes.js';

const MARK = /[“”„«»「」]/;
const MARKS = /[“”„«»「」]/g;
/** How texts set their quotations off, whatever their language. */
const STYLES = ['“”', '„“', '„”', '«»', '»«', '””', '「」'];
const WITH_SPACES = /([ \u00a0\u202f]?)[“”„«»「」]([ \u00a0\u202f]?)/g;

/** A quotation in straight marks, as it stands between words. */
const STRAIGHT = /(?<=^|[\s([—–-])"(?=\S)([^"]*[^\s"])"(?=$|[\s.,;:!?…)\]—–-])/gu;

/**
 * Gives quotations the marks of the target language, where the source has typographic double ones
 * in pairs, one after the other, and the translation has as many in pairs as well; where that is not
 * so for a whole text, then for those of its sentences that have theirs in pairs. A text whose source
 * has straight marks only has no others either. What cannot be told for sure stays, and so does what
 * came back as it was.
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
  if (!wanted) return translated;
  if (!units.some(({ text }) => MARK.test(text))) {
    const isStraight = units.some(({ text }) => text.includes('"'));
    return isStraight ? markBySentence(units, translated, STRAIGHT_MARKS) : translated;
  }
  const isUnchanged = ({ text }: TranslationUnit, index: number): boolean =>
    translated[index] === undefined || writtenText(translated[index]) === text;
  if (units.every(isUnchanged)) return translated;
  const count = pairedMarks(units.map(({ text }) => text));
  const isSure =
    !units.some(hasProtectedMarks) &&
    count !== undefined &&
    pairedMarks(translated.flatMap(textsOf)) === count;
  return isSure
    ? markBySentence(units, inPairs(translated, wanted), wanted, { isTypographicDone: true })
    : markBySentence(units, translated, wanted);
};

/** The first mark of a sentence is at the beginning of a word: no quotation goes on from before. */
const OPENS_FIRST = /^[^“”„«»「」]*(?<=^|[\s([—–>-])[“”„«»「」](?=[\s\p{L}\p{N}¿¡(<{'’])/u;

const STRAIGHT_MARKS: Quotes = { open: '"', close: '"' };

const hasProtectedMarks = ({ text, protectedSpans }: TranslationUnit): boolean =>
  protectedSpans.some(({ start, end }) => /[“”„«»「」"]/.test(text.slice(start, end)));

/** Typographic marks that are known to open and close in turns. */
const inPairs = (texts: readonly CheckedText[], { open, close, inside = '' }: Quotes) => {
  let isOpen = false;
  const localise = (text: string): string =>
    text.replace(WITH_SPACES, (_, before: string, after: string) => {
      isOpen = !isOpen;
      // The space on the inner side belongs to the marks; the one on the outer side does not.
      return isOpen ? before + open + inside : inside + close + after;
    });
  return texts.map((text) => mapTexts(text, localise));
};

/** The same for sentences that have pairs of their own: typographic ones, or straight ones between words. */
const markBySentence = (
  units: readonly TranslationUnit[],
  translated: readonly CheckedText[],
  wanted: Quotes,
  { isTypographicDone = false } = {},
): readonly CheckedText[] =>
  translated.map((text, index) => {
    const unit = units[index];
    const isSame = unit === undefined || writtenText(text) === unit.text;
    if (isSame || !hasQuotes(unit.text) || hasProtectedMarks(unit)) return text;
    const isPaired =
      !isTypographicDone &&
      OPENS_FIRST.test(writtenText(text)) &&
      (pairedMarks(textsOf(text)) ?? 0) > 0;
    const [typographic = text] = isPaired ? inPairs([text], wanted) : [text];
    if (wanted.open === '"') return typographic;
    const { open, close, inside = '' } = wanted;
    return mapTexts(typographic, (part) =>
      part.replace(STRAIGHT, (_, quoted: string) => open + inside + quoted + inside + close),
    );
  });

const hasQuotes = (text: string): boolean => MARK.test(text) || text.includes('"');

/** How many marks there are, if they are pairs of one style and not nested. */
const pairedMarks = (texts: readonly string[]): number | undefined => {
  const marks = texts.flatMap((text) => text.match(MARKS) ?? []).join('');
  if (marks.length % 2 === 1) return undefined;
  return STYLES.some((style) => style.repeat(marks.length / 2) === marks)
    ? marks.length
    : undefined;
};
