import { baseOf, type LanguageTag } from '@dragoman/contract';
import type { TranslationUnit } from '../engine.js';
import { withoutEdgeMarkers } from '../markup/check-markup.js';
import type { CheckedText, MarkupUnit } from '../markup/markup-unit.js';
import { joinMarkedText } from '../markup/split-marked-text.js';
import { joinParts, plainText } from '../protection/placed-spans.js';
import { applyStyle, editSentences } from '../style/apply-style.js';
import type { StyleContext } from '../style/family.js';
import { hasHyphen, keepSpellings, type Spellings } from '../style/keep-spellings.js';
import { numberLocaliser } from '../style/numbers.js';
import { localiseQuotes } from '../style/quotations.js';
import { weekdayLocaliser } from '../style/weekdays.js';
import type { AssembledText } from './opened-text.js';
import type { TextOptions } from './request.js';
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
  { source, target, options }: TextOptions,
): AssembledText => {
  const mayDiffer = () => jobs.some(({ checked }) => checked !== undefined && hasHyphen(checked));
  const spellings = options.spellings ?? (mayDiffer() ? new Map() : undefined);
  const context = { source, target, options, spellings };
  if ('split' in segmented)
    return segmented.split.join(
      polish(jobs, context).map(({ text }) => text),
      target.base,
    );
  let next = 0;
  const texts = segmented.marked.paragraphs.flatMap(({ units }) => {
    next += units.length;
    return units.length === 0 ? [] : polish(jobs.slice(next - units.length, next), context);
  });
  return joinMarkedText(segmented.marked, texts, target.base);
};

const SENTENCE_PUNCTUATION = new Set('.,;:!?…。！？、，；：؟۔।');
/** The marks that end a sentence or a part of it, in one order, in languages that have others. */
const MARKS = '.,;:!?';
const OWN_MARKS: Readonly<Record<string, string>> = {
  ar: '.،؛:!؟',
  bn: '।,;:!?',
  fa: '.،؛:!؟',
  hi: '।,;:!?',
  ja: '。、；：！？',
  ur: '۔،؛:!؟',
  zh: '。，；：！？',
};
const KIND_OF_MARK = new Map(
  [MARKS, ...Object.values(OWN_MARKS)].flatMap((marks) =>
    [...marks].map((mark, kind) => [mark, kind] as const),
  ),
);
const ELLIPSIS = /^(?:\.{2,}|…)/u;

/** Final marks as a language writes them; dots that leave something open stay. */
const marksIn = (language: LanguageTag, punctuation: string): string => {
  if (ELLIPSIS.test(punctuation)) return punctuation;
  const marks = OWN_MARKS[baseOf(language)] ?? MARKS;
  return [...punctuation].map((mark) => marks[KIND_OF_MARK.get(mark) ?? -1] ?? mark).join('');
};

const OPENING_AND_FIRST_LETTER = /^(["'“”‘«»¿¡([]*)(\p{L})/u;

/**
 * Gives a translated segment the source's final punctuation, in the marks of its own language, and
 * the case of its first letter, as `preserve_formatting` asks. Letters other than the first are never recased. Tags and points at the
 * edges are neither a first letter nor a final punctuation.
 */
export const preserveFormatting = (
  source: CheckedText,
  translated: CheckedText,
  target: LanguageTag,
  markers: MarkupUnit['markers'] = [],
): CheckedText => {
  const { before, words, after } = withoutEdgeMarkers(translated, markers);
  const sourceText = joinParts(withoutEdgeMarkers(source, markers).words).text;
  const punctuation = sourceText.slice(finalPunctuationStart(sourceText));
  const texts = words.map(({ text }) => text);
  const last = texts.pop() ?? '';
  texts.push(last.slice(0, finalPunctuationStart(last)));
  if (texts.join('') === '') return translated;
  texts[0] = matchInitialCase(sourceText, texts[0] ?? '');
  return joinParts([
    ...before,
    ...words.map((part, index) =>
      part.span === undefined ? { ...part, text: texts[index] ?? '' } : part,
    ),
    { text: marksIn(target, punctuation), span: undefined },
    ...after,
  ]);
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

/** A whole sentence, or a label before what it is about: `Monday: closed`. */
const SENTENCE = /^["“„«¿¡([]*\p{Lu}(?:.*[.!?…]["”“»)\]]*$|[\p{L}\p{N} ]{0,40}: )/su;
/** A label alone, in a language whose nouns always have a capital: its dictionaries give small letters. */
const GERMAN_LABEL = /^\p{Lu}[^.!?…]{0,60}$/su;
/** A word in small letters of a script that has capitals; an apostrophe before it is a part of it. */
const SMALL_START = /^(["“„«¿¡([]*)((?![\p{Script=Georgian}])\p{Ll})(?=\p{Ll}*(?:[\s,.:;!?]|$))/u;

/** Begins a sentence with a capital, which models lose where they expect a name of a weekday. */
export const withInitialCapital = (
  unit: TranslationUnit | undefined,
  translated: CheckedText,
  { sourceLanguage, language }: Pick<StyleContext, 'sourceLanguage' | 'language'>,
): CheckedText => {
  const before = translated.text;
  // Most begin with a capital, and need no look for what must stay.
  if (!SMALL_START.test(before) || !unit || before === unit.text) return translated;
  const isLabel = baseOf(sourceLanguage) === 'de' && GERMAN_LABEL.test(unit.text);
  if (!isLabel && !SENTENCE.test(unit.text)) return translated;
  const [written = translated] = editSentences([unit], [translated], (text) =>
    text.replace(
      SMALL_START,
      (_, opening: string, letter: string) => opening + letter.toLocaleUpperCase(language),
    ),
  );
  return written;
};

/** An amount: the separators of a cell or of `Total: €1,250.50` are no code. */
const MONEY = /\p{Sc}[ \u00a0]?\d|\d[ \u00a0]?\p{Sc}/u;

/**
 * Gives the sentences of a text what they share: quotation marks, separators of numbers, one spelling
 * of each word, and formatting and style where wanted. The style comes last, being what the customer chose.
 */
const polish = (
  jobs: readonly SentenceJob[],
  {
    source: sourceLanguage,
    target,
    options,
    spellings,
  }: Pick<TextOptions, 'source' | 'target' | 'options'> & {
    readonly spellings: Spellings | undefined;
  },
): readonly CheckedText[] => {
  const units = jobs.map(({ unit }) => unit);
  const translated = jobs.map(({ unit, checked }) => checked ?? plainText(unit.text));
  const tag = target.tags[0] ?? target.base;
  const source = units.map(({ text }) => text).join('\n');
  const context = { source, sourceLanguage, language: tag };
  const localise = numberLocaliser(context);
  const edited = localise ? editSentences(units, translated, localise) : translated;
  // What came back as it was may be code, or in the target language already.
  const numbered = edited.map((text, index) => {
    const before = translated[index] ?? text;
    return before.text === units[index]?.text && !MONEY.test(before.text) ? before : text;
  });
  const localiseDays = weekdayLocaliser(context);
  const dated = localiseDays ? editSentences(units, numbered, localiseDays) : numbered;
  const begun = dated.map((text, index) => withInitialCapital(units[index], text, context));
  const quoted = localiseQuotes(units, begun, tag);
  const formatted = options.preserveFormatting
    ? quoted.map((text, index) => {
        const { unit, markup } = jobs[index] as SentenceJob;
        return preserveFormatting(
          markup?.source ?? plainText(unit.text),
          text,
          tag,
          markup?.markers,
        );
      })
    : quoted;
  const spelt = spellings ? keepSpellings(units, formatted, spellings, target.base) : formatted;
  return applyStyle(units, spelt, options.style, { source: sourceLanguage, target: tag });
};
