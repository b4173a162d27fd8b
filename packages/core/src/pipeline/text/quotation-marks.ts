import { baseOf, type LanguageTag } from '@dragoman/contract';
import type { TranslationUnit } from '../../engine/engine.js';
import { type CheckedText, mapTexts, textsOf, writtenText } from '../../markup/index.js';

/** The marks around a quotation, outer level, with the space that belongs inside them. */
interface Quotes {
  readonly open: string;
  readonly close: string;
  readonly inside?: string;
}

const quotes = (marks: string, inside?: string): Quotes => ({
  open: marks.slice(0, 1),
  close: marks.slice(1, 2),
  ...(inside !== undefined && { inside }),
});

/**
 * The outer quotation marks by language, after Unicode CLDR (`quotationStart`, `quotationEnd`).
 * Languages where usage is divided are left out and keep the source's marks.
 */
const QUOTES: Readonly<Record<string, Quotes>> = {
  bg: quotes('„“'),
  ca: quotes('«»'),
  cs: quotes('„“'),
  de: quotes('„“'),
  'de-CH': quotes('«»'),
  el: quotes('«»'),
  en: quotes('“”'),
  es: quotes('«»'),
  et: quotes('„“'),
  fi: quotes('””'),
  fr: quotes('«»', '\u00a0'),
  hr: quotes('„“'),
  hu: quotes('„”'),
  is: quotes('„“'),
  it: quotes('«»'),
  ja: quotes('「」'),
  ko: quotes('“”'),
  lt: quotes('„“'),
  nb: quotes('«»'),
  nn: quotes('«»'),
  oc: quotes('«»'),
  pl: quotes('„”'),
  'pt-PT': quotes('«»'),
  'pt-BR': quotes('“”'),
  ro: quotes('„”'),
  ru: quotes('«»'),
  sk: quotes('„“'),
  sl: quotes('„“'),
  sv: quotes('””'),
  tr: quotes('“”'),
  uk: quotes('«»'),
  zh: quotes('“”'),
  'zh-Hant': quotes('「」'),
};

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
