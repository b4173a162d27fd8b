import { baseOf, type LanguageTag } from '@dragoman/contract';
import { AppError } from '@dragoman/contract/errors';
import type { Formality } from '@dragoman/core';
import { tellsFormality } from '@dragoman/core/formality';
import { isPersonName } from '@dragoman/core/names';
import type { Link } from './alignment/aligned-text.js';
import { missesFormality } from './decoding/find-in-formality.js';
import { linePrefix, type ModelDirection } from './models/model-catalog.js';
import type { Choice, LineToTranslate, TranslatedLine } from './process/protocol.js';
import type { Scheduler } from './scheduling/scheduler.js';
import { copyCounter, translateCopies } from './shortcuts/copied-words.js';
import { translateIngredient } from './shortcuts/ingredients.js';
import { translateOpeningHours } from './shortcuts/opening-hours.js';
import type { PhraseBook } from './shortcuts/phrase-book.js';
import { translateQuoted } from './shortcuts/quoted-phrases.js';
import {
  findRareWords,
  missingIn,
  putInRareWords,
  type ScoredText,
} from './shortcuts/rare-words.js';
import { type PlainLine, plainLines } from './source/plain-line.js';
import type { LineTranslator, UnitModel } from './unit-translator.js';

/** What units are translated with: a model's facts, and the way to it for one caller's lines. */
interface ModelLines extends LineTranslator {
  readonly model: UnitModel;
}

/** Among how many translations the model of the opposite direction chooses, and how much it counts. */
const CHOICES = { count: 4, weight: 0.4 };

/** One of several translations of a line, and what the model got for it. */
interface ChoiceOf {
  readonly line: PlainLine;
  readonly choice: Choice;
  /** How many words of it are copied from the line. */
  readonly copies: number;
}

const mostProbable = <Scored extends { readonly score: number }>(
  all: readonly Scored[],
): Scored | undefined =>
  all.reduce<Scored | undefined>(
    (best, one) => (best && best.score >= one.score ? best : one),
    undefined,
  );

/**
 * Of several translations, the one that is most probable in both directions: score = forward + weight
 * x backward, each for a token (Yee et al. 2019, "Simple and effective noisy channel modeling").
 */
const chooseBest = async (
  choices: readonly ChoiceOf[],
  scoreBackward: (translation: string) => Promise<number | undefined>,
): Promise<ChoiceOf | undefined> => {
  const backward =
    choices.length > 1
      ? await Promise.all(choices.map(({ choice }) => scoreBackward(choice.text)))
      : [];
  // Where the other model fails on one of them, they cannot be compared.
  const weight = backward.includes(undefined) ? 0 : CHOICES.weight;
  return mostProbable(
    choices.map((one, index) => ({
      ...one,
      score: one.choice.score + weight * (backward[index] ?? 0),
    })),
  );
};

/** A word that was copied is always probable backwards: only what has no more of them is compared. */
const withFewCopies = (choices: readonly ChoiceOf[]): readonly ChoiceOf[] => {
  const scored = choices.map((one) => ({ ...one, score: one.choice.score }));
  const most = mostProbable(scored)?.copies ?? 0;
  return choices.filter(({ copies }) => copies <= most);
};

/** Connects one caller with the model of a direction. */
export const modelLines = (
  scheduler: Scheduler,
  { model, modelKey, pair: { source, target, prefix, formality: marks }, judge }: ModelDirection,
  signal: AbortSignal,
  {
    maxTokens,
    formality,
    backBook,
  }: {
    readonly maxTokens: number;
    readonly formality?: Formality;
    /** Of the opposite direction. */
    readonly backBook?: PhraseBook | undefined;
  },
): ModelLines => {
  const { sourceVocabulary, phraseBook } = model.inspection;
  const mark = formality && marks?.[formality === 'more' ? 'formal' : 'informal'];
  const start = linePrefix(mark) + linePrefix(prefix);
  const formalityFor = (line: string): Pick<LineToTranslate, 'formality'> =>
    formality && tellsFormality(target)
      ? { formality: { form: formality, source, target, text: line } }
      : {};
  const findPhrase = (line: string): string | undefined => {
    const found = phraseBook?.find(line, prefix);
    const { formality: wanted } = formalityFor(line);
    return found !== undefined && wanted && missesFormality(found, wanted) ? undefined : found;
  };
  /** What needs no model. */
  const findLine = (line: string): string | undefined =>
    findPhrase(line) ??
    translateOpeningHours(line, { source, target }) ??
    translateIngredient(line, { source, target, find: findPhrase });
  /** What stands behind a label, where no model is needed for it. */
  const findRest = (rest: string): string | undefined =>
    HAS_LETTER.test(rest) ? findLine(rest) : rest;
  const countPieces = (text: string, enough: number): number =>
    sourceVocabulary.estimateTokens(text, enough);
  const countTokens = (text: string, enough: number): number => countPieces(start + text, enough);
  const record = scheduler.alignmentOf(modelKey);
  const books = phraseBook && { source, book: phraseBook, backBook };
  const ask = async (line: string, request: Partial<LineToTranslate>): Promise<TranslatedLine> => {
    const asked = { text: start + line, isAligned: false, ...request };
    const answer = await scheduler.translate(modelKey, signal, asked);
    return answer.links ? { ...answer, links: ownLinks(answer.links, start.length) } : answer;
  };
  /** The best of several translations, with words of the phrase book where the model guessed. */
  const withRareWords = async (
    line: string,
    best: string,
    isAligned: boolean,
  ): Promise<TranslatedLine> => {
    const isKnown = books && record?.isUsable;
    const rare = isKnown ? missingIn(best, findRareWords(line, books, countPieces)) : [];
    if (rare.length === 0 && !isAligned) return { text: best };
    const request = { isAligned: true, given: best };
    const own = (await ask(line, request).catch(unlessLineFailed)) ?? {};
    const translation = scoredText(own);
    if (rare.length === 0 || !translation) return isAligned ? own : { text: best };
    const changed = await putInRareWords(translation, rare, async (beginning) => {
      const answer = await ask(line, { isAligned: true, beginning }).catch(unlessLineFailed);
      return answer && scoredText(answer);
    });
    const { formality: wanted } = formalityFor(line);
    return wanted && missesFormality(changed.text, wanted) ? translation : changed;
  };
  /** Asks for a line in each of its forms. The one whose translation is most probable has been read best. */
  const translateForms = async (
    lines: readonly [PlainLine, ...PlainLine[]],
    isAligned: boolean,
  ): Promise<{ readonly line: PlainLine; readonly answer: TranslatedLine }> => {
    const isScored = lines.length > 1;
    const answers = await Promise.all(
      lines.map(async (line) => {
        const request = { isAligned, isScored, ...formalityFor(line.text) };
        const answer = await ask(line.text, request);
        return { line, answer, score: answer.score ?? Number.NEGATIVE_INFINITY };
      }),
    );
    return mostProbable(answers) as (typeof answers)[number];
  };
  const translateReranked = async (
    lines: readonly [PlainLine, ...PlainLine[]],
    { pair, modelKey: judgeKey }: NonNullable<typeof judge>,
    isAligned: boolean,
  ): Promise<{ readonly line: PlainLine; readonly answer: TranslatedLine }> => {
    const asWritten = lines.at(-1) as PlainLine;
    const request = { choiceCount: CHOICES.count };
    const answers = await Promise.all(
      lines.map(async (line) => ({ line, answer: await ask(line.text, request) })),
    );
    const choices = answers.flatMap(({ line, answer: { choices: found = [] } }) => {
      const countCopies = books ? copyCounter(line.text, books) : () => 0;
      return found.map((choice) => ({ line, choice, copies: countCopies(choice.text) }));
    });
    const best = await chooseBest(withFewCopies(choices), async (translation) => {
      const text = linePrefix(pair.prefix) + translation;
      const backward = { text, isAligned: false, given: asWritten.text };
      const answer = scheduler.translate(judgeKey, signal, backward);
      return (await answer.catch(unlessLineFailed))?.score;
    });
    // Lines that are too long for several translations have one.
    const { line, text } = best
      ? { line: best.line, text: best.choice.text }
      : { line: answers[0]?.line as PlainLine, text: answers[0]?.answer.text };
    if (text === undefined) return { line, answer: {} };
    const { formality: wanted } = formalityFor(line.text);
    if (wanted && missesFormality(text, wanted)) return translateForms(lines, isAligned);
    return { line, answer: await withRareWords(line.text, text, isAligned) };
  };
  const isLatin = isWrittenInLatin(target);
  /** Whether a line is the name of a person, which models translate: `Peter` as `Pierre`. */
  const isKept = (line: string): boolean => {
    if (!isLatin || !isPersonName(line)) return false;
    const [first = ''] = line.split(/[ ,.!]/);
    // The names are none of English, but `Pierre` is a word of French.
    return baseOf(source) === 'en' || phraseBook?.letterCaseOf(first) === undefined;
  };
  /** With links to the line, if they are wanted and the model has some. */
  const translate = async (line: string, isAligned: boolean): Promise<TranslatedLine> => {
    const lines = plainLines(line, {
      source,
      phraseBook,
      countTokens: (word) => sourceVocabulary.estimateTokens(word),
    });
    const { line: plain, answer } = judge
      ? await translateReranked(lines, judge, isAligned)
      : await translateForms(lines, isAligned);
    const { text, links } = answer;
    if (text === undefined) return {};
    const finished = plain.finish(text);
    // Links are to places of the translation, which may only change its signs.
    const keepsPlaces = finished.length === text.length;
    return {
      text: finished,
      ...(links && keepsPlaces && { links: linksToLine(links, plain) }),
    };
  };
  const translateLine = async (line: string): Promise<string> => {
    const found = findLine(line);
    if (found !== undefined) return found;
    const [, label = '', rest = ''] = LABELLED.exec(line) ?? [];
    const translatedLabel = label === '' ? undefined : findPhrase(label);
    const knownRest = translatedLabel === undefined ? undefined : findRest(rest);
    const isApart = mayStandApart(label, source) || knownRest !== undefined;
    if (translatedLabel === undefined || !isApart) {
      return withoutQualifier(line, (await translate(line, false)).text ?? '');
    }
    const translated = knownRest ?? (await translateLine(rest));
    return translated === '' ? '' : `${withColonOf(target, translatedLabel)} ${translated}`;
  };
  return {
    model: { knows: (character) => sourceVocabulary.knows(character), countTokens, maxTokens },
    translateLine,
    isKept,
    ...(books && {
      withPhrases: async (line: string, translation: string) =>
        translateQuoted(line, await translateCopies(line, translation, books), {
          book: books.book,
          prefix,
        }),
    }),
    aligner: {
      align: async (line) => {
        if (!record?.isUsable) return undefined;
        const answer = await translate(line, true).catch(unlessLineFailed);
        if (answer && answer.text === undefined) record.ruleOut();
        const isQualified = answer?.text !== withoutQualifier(line, answer?.text ?? '');
        if (answer?.text !== undefined && isQualified) return undefined;
        return answer?.text === undefined
          ? undefined
          : { text: answer.text, links: answer.links ?? [] };
      },
      note: (isPlausible) => record?.note(isPlausible),
      lexicon: {
        translate: async (phrase) => {
          if (!record?.isUsable) return undefined;
          const found = phraseBook?.find(phrase, prefix);
          return found ?? (await translate(phrase, false).catch(unlessLineFailed))?.text;
        },
        translateBack: (word) => backBook?.find(word),
      },
    },
  };
};

/**
 * A label before what it is about, such as `Opening hours: 9 to 5`. Single words are often verbs, whose
 * form depends on the rest, unless the rest is a phrase of its own or has no words: `Monday: closed`.
 */
const LABELLED = /^(\p{L}+(?:-\p{L}+)?(?: [\p{L}\p{N}]+){0,3}[ \u00a0\u202f]?:) (.*\S.*)$/su;
/** French has a space before a colon. */
const withColonOf = (target: LanguageTag, label: string): string =>
  label.replace(/[ \u00a0\u202f]?:$/u, baseOf(target) === 'fr' ? ' :' : ':');
/** Whether a label means the same whatever follows: `Check-in:`, or a participle as in `Fixed: the menu`. */
const mayStandApart = (label: string, source: LanguageTag): boolean =>
  /[ -]\p{L}/u.test(label) || (baseOf(source) === 'en' && /(?<!e|^Want)ed:$/.test(label));
const HAS_LETTER = /\p{L}/u;

const isWrittenInLatin = (language: LanguageTag): boolean =>
  new Intl.Locale(language).maximize().script === 'Latn';

/**
 * What a text is about, as catalogues of messages tell their translators: `?plural:units`. Models
 * that were trained on such catalogues write it, too.
 */
const QUALIFIER = /^\s*\?\p{L}[\p{L}\p{N}_-]*:\s*/u;

/** A translation without a qualifier that its source does not have. */
export const withoutQualifier = (line: string, translation: string): string =>
  QUALIFIER.test(line) ? translation : translation.replace(QUALIFIER, '');

/** A line that takes the engine down with its tags may still be translated without. */
const unlessLineFailed = (error: unknown): undefined => {
  if (!(error instanceof AppError) || error.code !== 'engine_failed') throw error;
};

const scoredText = ({ text, links, score }: TranslatedLine): ScoredText | undefined =>
  text !== undefined && links && score !== undefined ? { text, links, score } : undefined;

/** Links without those to what stands before the line for the model. */
const ownLinks = (links: readonly Link[], startLength: number): readonly Link[] =>
  links
    .filter(({ source }) => source.start >= startLength)
    .map(({ source: { start, end }, target }) => ({
      target,
      source: { start: start - startLength, end: end - startLength },
    }));

const linksToLine = (links: readonly Link[], plain: PlainLine): readonly Link[] =>
  links.map(({ source: { start, end }, target }) => ({
    target,
    source: { start: plain.placeInLine(start, 'start'), end: plain.placeInLine(end, 'end') },
  }));
