import { baseOf, type LanguageTag } from '@dragoman/contract';
import type { TranslationUnit } from '../engine/engine.js';
import {
  type CheckedText,
  type FramePart,
  joinTexts,
  mapTexts,
  plainText,
  textsOf,
  writtenText,
} from '../markup/checked-text.js';
import { withoutEdgeTokens } from '../markup/frame.js';
import { joinDocument } from '../markup/join-document.js';
import { applyStyle } from '../style/apply-style.js';
import { QUOTES, type Quotes } from '../style/families/quotes.js';
import { hasHyphen, keepSpellings, type Spellings } from '../style/keep-spellings.js';
import type { AssembledText } from './opened-text.js';
import type { PrepareOptions } from './request.js';
import type { SegmentedText } from './segment-text.js';
import type { SentenceJob } from './sentence-job.js';

/**
 * Puts the sentences of a text together again.
 *
 * @param jobs those of the text, in order, checked; one without a translation stays as it is
 */
export const assembleText = (
  segmented: SegmentedText,
  jobs: readonly SentenceJob[],
  { language, target, options }: PrepareOptions,
): AssembledText => {
  const mayDiffer = () => jobs.some(({ checked }) => checked !== undefined && hasHyphen(checked));
  const spellings = options.spellings ?? (mayDiffer() ? new Map() : undefined);
  const polishJobs = (some: readonly SentenceJob[]): readonly CheckedText[] =>
    polish(
      some.map(({ unit }) => unit),
      some.map(({ unit, markup }) => markup?.source ?? plainText(unit.text)),
      some.map(({ unit, checked }) => checked ?? plainText(unit.text)),
      { language, target, options, spellings },
    );
  if ('split' in segmented)
    return segmented.split.join(polishJobs(jobs).map(writtenText), target.base);
  let next = 0;
  const texts = segmented.document.runs.flatMap(({ units }) => {
    next += units.length;
    return units.length === 0 ? [] : polishJobs(jobs.slice(next - units.length, next));
  });
  return joinDocument(segmented.document, texts, target.base);
};

const SENTENCE_PUNCTUATION = new Set('.,;:!?…。！？、，；：؟۔।');
const OPENING_AND_FIRST_LETTER = /^(["'“”‘«»¿¡([]*)(\p{L})/u;

/**
 * Gives a translated segment the source's final punctuation and the case of its first letter, as
 * `preserve_formatting` asks. Letters other than the first are never recased. Tags and points at the
 * edges are neither a first letter nor a final punctuation.
 */
export const preserveFormatting = (source: CheckedText, translated: CheckedText): CheckedText => {
  const { before, words, after } = withoutEdgeTokens(translated);
  const sourceText = writtenText({ parts: withoutEdgeTokens(source).words });
  const punctuation = sourceText.slice(finalPunctuationStart(sourceText));
  const texts = words.map(({ text }) => text);
  const last = texts.pop() ?? '';
  texts.push(last.slice(0, finalPunctuationStart(last)));
  if (texts.join('') === '') return translated;
  texts[0] = matchInitialCase(sourceText, texts[0] ?? '');
  const parts = words.map(
    (part, index): FramePart =>
      part.kind === 'text' ? { kind: 'text', text: texts[index] ?? '' } : part,
  );
  return {
    parts: joinTexts([...before, ...parts, { kind: 'text', text: punctuation }, ...after]),
  };
};

const finalPunctuationStart = (text: string): number => {
  let start = text.length;
  while (start > 0 && SENTENCE_PUNCTUATION.has(text[start - 1] ?? '')) start--;
  return start;
};

const matchInitialCase = (source: string, translated: string): string => {
  const sourceLetter = OPENING_AND_FIRST_LETTER.exec(source)?.[2];
  const [, opening = '', letter] = OPENING_AND_FIRST_LETTER.exec(translated) ?? [];
  if (sourceLetter === undefined || letter === undefined) return translated;
  const hasCase = sourceLetter.toLowerCase() !== sourceLetter.toUpperCase();
  if (!hasCase) return translated;
  const isUpper = sourceLetter === sourceLetter.toUpperCase();
  const wanted = isUpper ? letter.toUpperCase() : letter.toLowerCase();
  return opening + wanted + translated.slice(opening.length + letter.length);
};

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
    return isStraight ? bySentence(units, translated, STRAIGHT_MARKS) : translated;
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
    ? bySentence(units, inPairs(translated, wanted), wanted, { isTypographicDone: true })
    : bySentence(units, translated, wanted);
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
const bySentence = (
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

/**
 * Gives the sentences of a text what they share: quotation marks, one spelling of each word, and
 * formatting and style where wanted. The style comes last, being what the customer chose.
 */
const polish = (
  units: readonly TranslationUnit[],
  sources: readonly CheckedText[],
  translated: readonly CheckedText[],
  {
    language,
    target,
    options,
    spellings,
  }: Pick<PrepareOptions, 'language' | 'target' | 'options'> & {
    readonly spellings: Spellings | undefined;
  },
): readonly CheckedText[] => {
  const tag = target.tags[0] ?? target.base;
  const quoted = localiseQuotes(units, translated, tag);
  const formatted = options.preserveFormatting
    ? quoted.map((text, index) => preserveFormatting(sources[index] ?? text, text))
    : quoted;
  const spelt = spellings ? keepSpellings(units, formatted, spellings, target.base) : formatted;
  return applyStyle(units, spelt, options.style, { source: language, target: tag });
};
