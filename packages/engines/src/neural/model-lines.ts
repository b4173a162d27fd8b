import { baseOf, type LanguageTag } from '@dragoman/contract';
import { AppError } from '@dragoman/contract/errors';
import type { Formality } from '@dragoman/core';
import { tellsFormality } from '@dragoman/core/formality';
import { isPersonName } from '@dragoman/core/names';
import type { AlignedText, Link } from './alignment/aligned-text.js';
import type { AlignmentRecord } from './alignment/alignment-record.js';
import { missesFormality } from './decoding/find-in-formality.js';
import { linePrefix, type ModelDirection } from './models/model-catalog.js';
import type {
  Choice,
  LineToTranslate,
  TranslatedLine,
  WantedFormality,
} from './process/protocol.js';
import type { Scheduler } from './scheduling/scheduler.js';
import { copyCounter, translateCopies, type WordBooks } from './shortcuts/copied-words.js';
import { translateIngredient } from './shortcuts/ingredients.js';
import { translateOpeningHours } from './shortcuts/opening-hours.js';
import type { PhraseBook } from './shortcuts/phrase-book.js';
import { translateQuoted } from './shortcuts/quoted-phrases.js';
import {
  findRareWords,
  missingIn,
  putInRareWords,
  type RareWord,
  type ScoredText,
} from './shortcuts/rare-words.js';
import { type PlainLine, plainLines } from './source/plain-line.js';
import type { Aligner, LineTranslator, UnitModel } from './unit-translator.js';

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

/** A way to read a line, and the model's answer to it. */
interface AnsweredLine {
  readonly line: PlainLine;
  readonly answer: TranslatedLine;
}

/** The ways to read a line, the one as it was written last. */
type Readings = readonly [PlainLine, ...PlainLine[]];

interface LinesOptions {
  /** Most tokens of one sentence. */
  readonly maxTokens: number;
  readonly formality?: Formality;
  /** Of the opposite direction. */
  readonly backBook?: PhraseBook | undefined;
}

/** Connects one caller with the model of a direction. */
export class ModelLines implements LineTranslator {
  readonly model: UnitModel;
  readonly aligner: Aligner;
  readonly #scheduler: Scheduler;
  readonly #direction: ModelDirection;
  readonly #signal: AbortSignal;
  readonly #formality: Formality | undefined;
  /** What stands before every line for the model. */
  readonly #start: string;
  readonly #phraseBook: PhraseBook | undefined;
  readonly #books: WordBooks | undefined;
  readonly #record: AlignmentRecord | undefined;
  readonly #isLatin: boolean;

  constructor(
    scheduler: Scheduler,
    direction: ModelDirection,
    signal: AbortSignal,
    { maxTokens, formality, backBook }: LinesOptions,
  ) {
    const { modelKey, pair } = direction;
    const { sourceVocabulary, phraseBook } = direction.model.inspection;
    const mark = formality && pair.formality?.[formality === 'more' ? 'formal' : 'informal'];
    this.#scheduler = scheduler;
    this.#direction = direction;
    this.#signal = signal;
    this.#formality = formality;
    this.#start = linePrefix(mark) + linePrefix(pair.prefix);
    this.#phraseBook = phraseBook;
    this.#books = phraseBook && { source: pair.source, book: phraseBook, backBook };
    this.#record = scheduler.alignmentOf(modelKey);
    this.#isLatin = isWrittenInLatin(pair.target);
    this.model = {
      knows: (character) => sourceVocabulary.knows(character),
      countTokens: (text, enough) => sourceVocabulary.estimateTokens(this.#start + text, enough),
      maxTokens,
    };
    this.aligner = {
      align: (line) => this.#align(line),
      note: (isPlausible) => this.#record?.note(isPlausible),
      lexicon: {
        translate: (phrase) => this.#translatePhrase(phrase),
        translateBack: (word) => backBook?.find(word),
      },
    };
  }

  /** Whether a line is the name of a person, which models translate: `Peter` as `Pierre`. */
  isKept(line: string): boolean {
    if (!this.#isLatin || !isPersonName(line)) return false;
    const [first = ''] = line.split(/[ ,.!]/);
    // The names are none of English, but `Pierre` is a word of French.
    return (
      baseOf(this.#direction.pair.source) === 'en' ||
      this.#phraseBook?.letterCaseOf(first) === undefined
    );
  }

  async translateLine(line: string): Promise<string> {
    const found = this.#lookUp(line);
    if (found !== undefined) return found;
    const { source, target } = this.#direction.pair;
    const [, name = '', share = '', amount = ''] = AMOUNT_ROW.exec(line) ?? [];
    if (name !== '') {
      const named = await this.translateLine(name);
      return named === '' ? '' : `${withColonOf(target, `${named}${share}:`)} ${amount}`;
    }
    const [, label = '', rest = ''] = LABELLED.exec(line) ?? [];
    const translatedLabel = label === '' ? undefined : this.#lookUpPhrase(label);
    const knownRest = translatedLabel === undefined ? undefined : this.#lookUpRest(rest);
    const isApart = mayStandApart(label, source) || knownRest !== undefined;
    if (translatedLabel === undefined || !isApart) {
      return withoutQualifier(line, (await this.#translate(line, false)).text ?? '');
    }
    const translated = knownRest ?? (await this.translateLine(rest));
    return translated === '' ? '' : `${withColonOf(target, translatedLabel)} ${translated}`;
  }

  async withPhrases(line: string, translation: string): Promise<string> {
    if (!this.#books) return translation;
    return translateQuoted(line, await translateCopies(line, translation, this.#books), {
      book: this.#books.book,
      prefix: this.#direction.pair.prefix,
    });
  }

  /** What needs no model. */
  #lookUp(line: string): string | undefined {
    const { source, target } = this.#direction.pair;
    const find = (phrase: string): string | undefined => this.#lookUpPhrase(phrase);
    return (
      find(line) ??
      translateOpeningHours(line, { source, target }) ??
      translateIngredient(line, { source, target, find })
    );
  }

  #lookUpPhrase(line: string): string | undefined {
    const found = this.#phraseBook?.find(line, this.#direction.pair.prefix);
    return found !== undefined && this.#missesFormality(line, found) ? undefined : found;
  }

  /** What stands behind a label, where no model is needed for it. */
  #lookUpRest(rest: string): string | undefined {
    return HAS_LETTER.test(rest) ? this.#lookUp(rest) : rest;
  }

  async #align(line: string): Promise<AlignedText | undefined> {
    if (!this.#record?.isUsable) return undefined;
    const answer = await this.#translate(line, true).catch(unlessLineFailed);
    if (!answer) return undefined;
    const { text, links = [] } = answer;
    if (text === undefined) {
      this.#record.ruleOut();
      return undefined;
    }
    // Without its qualifier, the links would be to other places.
    return text === withoutQualifier(line, text) ? { text, links } : undefined;
  }

  /** The translation of what stands between tags, by itself. */
  async #translatePhrase(phrase: string): Promise<string | undefined> {
    if (!this.#record?.isUsable) return undefined;
    const found = this.#phraseBook?.find(phrase, this.#direction.pair.prefix);
    return found ?? (await this.#translate(phrase, false).catch(unlessLineFailed))?.text;
  }

  /** With links to the line, if they are wanted and the model has some. */
  async #translate(line: string, isAligned: boolean): Promise<TranslatedLine> {
    const { model, pair, backwardModel } = this.#direction;
    const readings = plainLines(line, {
      source: pair.source,
      phraseBook: this.#phraseBook,
      countTokens: (word) => model.inspection.sourceVocabulary.estimateTokens(word),
    });
    const { line: plain, answer } = backwardModel
      ? await this.#rerank(readings, backwardModel, isAligned)
      : await this.#translateReadings(readings, isAligned);
    const { text, links } = answer;
    if (text === undefined) return {};
    const finished = plain.finish(text);
    // Links are to places of the translation, which may only change its signs.
    const keepsPlaces = finished.length === text.length;
    return {
      text: finished,
      ...(links && keepsPlaces && { links: linksToLine(links, plain) }),
    };
  }

  /** Asks for a line in each of its readings. The one whose translation is most probable is the best. */
  async #translateReadings(readings: Readings, isAligned: boolean): Promise<AnsweredLine> {
    const isScored = readings.length > 1;
    const answers = await Promise.all(
      readings.map(async (line) => {
        const formality = this.#formalityFor(line.text);
        const request = { isAligned, isScored, ...(formality && { formality }) };
        const answer = await this.#ask(line.text, request);
        return { line, answer, score: answer.score ?? Number.NEGATIVE_INFINITY };
      }),
    );
    return mostProbable(answers) as AnsweredLine;
  }

  /** Asks for several translations, and has the model of the opposite direction choose one of them. */
  async #rerank(
    readings: Readings,
    backwardModel: ModelDirection,
    isAligned: boolean,
  ): Promise<AnsweredLine> {
    const asWritten = readings.at(-1) as PlainLine;
    const request = { choiceCount: CHOICES.count };
    const answers = await Promise.all(
      readings.map(async (line) => ({ line, answer: await this.#ask(line.text, request) })),
    );
    const choices = answers.flatMap(({ line, answer: { choices: found = [] } }) => {
      const countCopies = this.#books ? copyCounter(line.text, this.#books) : () => 0;
      return found.map((choice) => ({ line, choice, copies: countCopies(choice.text) }));
    });
    const best = await chooseBest(withFewCopies(choices), async (translation) => {
      const text = linePrefix(backwardModel.pair.prefix) + translation;
      const backward = { text, isAligned: false, given: asWritten.text };
      const answer = this.#scheduler.translate(backwardModel.modelKey, this.#signal, backward);
      return (await answer.catch(unlessLineFailed))?.score;
    });
    // Lines that are too long for several translations have one.
    const { line, text } = best
      ? { line: best.line, text: best.choice.text }
      : { line: answers[0]?.line as PlainLine, text: answers[0]?.answer.text };
    if (text === undefined) return { line, answer: {} };
    if (this.#missesFormality(line.text, text)) return this.#translateReadings(readings, isAligned);
    return { line, answer: await this.#repairRareWords(line.text, text, isAligned) };
  }

  /** The best of several translations, with words of the phrase book where the model guessed. */
  async #repairRareWords(line: string, best: string, isAligned: boolean): Promise<TranslatedLine> {
    const rare = this.#record?.isUsable ? this.#findMissing(line, best) : [];
    if (rare.length === 0 && !isAligned) return { text: best };
    const request = { isAligned: true, given: best };
    const own = (await this.#ask(line, request).catch(unlessLineFailed)) ?? {};
    const translation = scoredText(own);
    if (rare.length === 0 || !translation) return isAligned ? own : { text: best };
    const changed = await putInRareWords(translation, rare, async (beginning) => {
      const answer = await this.#ask(line, { isAligned: true, beginning }).catch(unlessLineFailed);
      return answer && scoredText(answer);
    });
    return this.#missesFormality(line, changed.text) ? translation : changed;
  }

  /** The rare words of a line that its translation has not. */
  #findMissing(line: string, translation: string): readonly RareWord[] {
    if (!this.#books) return [];
    const { sourceVocabulary } = this.#direction.model.inspection;
    const countPieces = (word: string, enough: number): number =>
      sourceVocabulary.estimateTokens(word, enough);
    return missingIn(translation, findRareWords(line, this.#books, countPieces));
  }

  async #ask(line: string, request: Partial<LineToTranslate>): Promise<TranslatedLine> {
    const asked = { text: this.#start + line, isAligned: false, ...request };
    const answer = await this.#scheduler.translate(this.#direction.modelKey, this.#signal, asked);
    return answer.links ? { ...answer, links: ownLinks(answer.links, this.#start.length) } : answer;
  }

  #missesFormality(line: string, translation: string): boolean {
    const wanted = this.#formalityFor(line);
    return wanted !== undefined && missesFormality(translation, wanted);
  }

  #formalityFor(line: string): WantedFormality | undefined {
    const { source, target } = this.#direction.pair;
    const form = this.#formality;
    return form && tellsFormality(target) ? { form, source, target, text: line } : undefined;
  }
}

/**
 * A label before what it is about, such as `Opening hours: 9 to 5`. Single words are often verbs, whose
 * form depends on the rest, unless the rest is a phrase of its own or has no words: `Monday: closed`.
 */
const LABELLED = /^(\p{L}+(?:-\p{L}+)?(?: [\p{L}\p{N}]+){0,3}[ \u00a0\u202f]?:) (.*\S.*)$/su;
/** A row of an invoice: `Discount 10 %: 138.97 €`. Models mix what is before the colon with the amount. */
const AMOUNT_ROW =
  /^(\p{L}[\p{L} .'’-]{0,40}?)([ \u00a0]\(?\d{1,3}(?:[.,]\d{1,2})?[ \u00a0\u202f]?%\)?)?[ \u00a0\u202f]?: ([^\p{L}]*\d[^\p{L}]*)$/u;
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
