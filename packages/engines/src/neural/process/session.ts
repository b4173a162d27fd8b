import { readFileSync } from 'node:fs';
import type { AlternativesQuestion } from '@dragoman/core/engine';
import { findLinks } from '../alignment/links.js';
import { passesProbes } from '../alignment/trust.js';
import {
  createDecoding,
  type DecodeBatch,
  type Decoding,
  describePieces,
  type PieceTraits,
} from '../decoding/decoding.js';
import { readVocabularyFile } from '../models/vocabulary-file.js';
import type { ChosenEngine } from '../student/choose-engine.js';
import {
  type Job,
  type JobResult,
  type JobTranslation,
  MAX_JOB_TOKENS,
  type StudentEngine,
  type StudentModel,
  type StudentTranslator,
} from '../student/engine-binding.js';
import type { OpenVocabulary, TextVocabulary, TokenText } from '../student/vocabulary.js';
import type {
  AnsweredQuestion,
  LineToTranslate,
  ModelToLoad,
  NumberedLine,
  ProcessAnswer,
  TranslatedLine,
  WantedFormality,
} from './protocol.js';

/** A model that is open. */
interface LoadedModel {
  readonly model: ModelToLoad;
  readonly student: StudentModel;
  readonly source: TextVocabulary;
  readonly target: TextVocabulary;
  /** Whether it can say which word comes from which; not known before anybody asks. */
  isAligned?: Promise<boolean>;
  traits?: PieceTraits;
}

/** A line or a question that somebody waits for. */
interface ActiveLine {
  readonly isUrgent: boolean;
  /** To drop them. */
  readonly jobs: number[];
}

interface SessionOptions {
  readonly threadCount: number;
  readonly rowsPerThread: number;
  readonly answer: (message: ProcessAnswer) => void;
  readonly onFailure: (error: Error) => void;
}

type JobWithoutId = Omit<Job, 'id'>;
type Finished = TranslatedLine & { readonly id: number };

const NO_ANSWER: TranslatedLine = {};
// However short a sentence is, there is room for a few words.
const MIN_TOKENS = 16;
// A beginning that is e² times less probable than the best one rarely becomes the best translation.
const SCORE_MARGIN = 2;
const MANY_LINES = 8;
const COLLECT_MS = 6;

/**
 * The engine of one process with the models it holds. What only some lines need is loaded for the
 * first of them: it takes several times as long as everything else that a process loads.
 */
export class ProcessSession {
  readonly #engine: StudentEngine;
  readonly #openVocabulary: OpenVocabulary;
  readonly #translator: StudentTranslator;
  readonly #answer: SessionOptions['answer'];
  readonly #models = new Map<string, LoadedModel>();
  /** What to do with the results of jobs, by their numbers. */
  readonly #jobs = new Map<number, (result: JobResult) => void>();
  readonly #lines = new Map<number, ActiveLine>();
  #finished: Finished[] = [];
  #sending: NodeJS.Timeout | undefined;
  #isSending = false;
  #lastJob = 0;

  constructor(
    { engine, openVocabulary }: Pick<ChosenEngine, 'engine' | 'openVocabulary'>,
    { answer, onFailure, ...options }: SessionOptions,
  ) {
    this.#engine = engine;
    this.#openVocabulary = openVocabulary;
    this.#answer = answer;
    const onResults = (results: readonly JobResult[]): void => this.#take(results);
    this.#translator = engine.createTranslator({ ...options, onResults, onFailure });
  }

  /** Opens a model. */
  load(model: ModelToLoad): void {
    this.unload(model.id);
    try {
      const vocabularies = model.vocabularyPaths.map((path) =>
        this.#openVocabulary(readFileSync(path)),
      );
      const [source, target = source] = vocabularies;
      if (!source || !target) throw new Error('there is no vocabulary');
      if (source.end < 0 || target.end < 0) {
        throw new Error('the vocabulary has no end of the sentence');
      }
      const student = this.#engine.openModel({
        model: model.modelPath,
        ...(model.shortlistPath !== undefined && { shortlist: model.shortlistPath }),
        endToken: target.end,
        unknownToken: target.unknown,
      });
      this.#models.set(model.id, { model, student, source, target });
      this.#answer({ type: 'loaded', modelId: model.id });
    } catch (error) {
      const reason = reasonOf(error);
      this.#answer({ type: 'refused', modelId: model.id, reason });
    }
  }

  unload(modelId: string): void {
    const loaded = this.#models.get(modelId);
    loaded?.student.close();
    loaded?.source.close();
    loaded?.target.close();
    this.#models.delete(modelId);
  }

  /** Translates lines; those whose alignment is wanted only if the model has one. */
  translate(modelId: string, lines: readonly NumberedLine[], isUrgent: boolean): void {
    for (const line of lines) {
      this.#lines.set(line.id, { isUrgent, jobs: [] });
      void this.#translateLine(modelId, line, isUrgent).then(
        (answer) => this.#finish(line.id, answer),
        (error: unknown) => this.#fail(line.id, error),
      );
    }
  }

  /** Takes lines and questions out of the batch. */
  drop(ids: readonly number[]): void {
    for (const id of ids) {
      for (const job of this.#lines.get(id)?.jobs ?? []) {
        this.#jobs.delete(job);
        this.#translator.drop(job);
      }
      this.#lines.delete(id);
    }
  }

  /** Finds alternatives to a translation. */
  async findAlternatives(
    id: number,
    modelId: string,
    question: AlternativesQuestion,
  ): Promise<void> {
    const answer = (answered: AnsweredQuestion): void => {
      // Nobody waits for it where it is no longer there.
      if (this.#lines.delete(id)) this.#answer({ type: 'alternatives', id, ...answered });
    };
    this.#lines.set(id, { isUrgent: true, jobs: [] });
    try {
      const options = { lineId: id, isUrgent: true };
      const decoding = this.#decodingOf(this.#modelOf(modelId), question.text, options);
      const { findAlternatives } = await import('../decoding/find-alternatives.js');
      answer({ alternatives: await findAlternatives(decoding, question) });
    } catch (error) {
      answer({ problem: problemOf(error) });
    }
  }

  #decodingOf(
    loaded: LoadedModel,
    text: string,
    { lineId, isUrgent }: { readonly lineId?: number; readonly isUrgent: boolean },
  ): Decoding {
    loaded.traits ??= describePieces(
      readVocabularyFile(readFileSync(loaded.model.vocabularyPaths.at(-1) ?? '')),
    );
    const source = withEnd(loaded.source.encode(text).ids, loaded.source.end);
    const common = { model: loaded.student, source, priority: isUrgent ? 1 : 0 };
    const ask: DecodeBatch = async (job) =>
      (await this.#run({ ...job, ...common }, lineId)).translations;
    return createDecoding(ask, loaded.target, loaded.traits, source.length);
  }

  close(): void {
    this.#translator.close();
    for (const { student } of this.#models.values()) student.close();
  }

  async #translateLine(
    modelId: string,
    line: NumberedLine,
    isUrgent: boolean,
  ): Promise<TranslatedLine> {
    const loaded = this.#modelOf(modelId);
    if (line.isAligned) {
      loaded.isAligned ??= this.#passesProbes(loaded);
      if (!(await loaded.isAligned)) return NO_ANSWER;
    }
    if (line.given !== undefined) {
      const prefix = withEnd(loaded.target.encode(line.given).ids, loaded.target.end);
      // The engine takes no more at a time: nothing can be said of it.
      if (prefix.length > MAX_JOB_TOKENS) return NO_ANSWER;
      return this.#translateText(loaded, line, { lineId: line.id, isUrgent, whole: prefix });
    }
    if (line.beginning !== undefined) {
      const beginning = loaded.target.encode(line.beginning).ids;
      if (beginning.length > MAX_JOB_TOKENS / 2) return NO_ANSWER;
      return this.#translateText(loaded, line, { lineId: line.id, isUrgent, beginning });
    }
    const own = await this.#translateText(loaded, line, { lineId: line.id, isUrgent });
    return line.formality
      ? this.#inFormality(loaded, { ...line, isUrgent }, own, line.formality)
      : own;
  }

  /** The same in the form of address that is wanted, where the model has words for that. */
  async #inFormality(
    loaded: LoadedModel,
    line: NumberedLine & { readonly isUrgent: boolean },
    own: TranslatedLine,
    wanted: WantedFormality,
  ): Promise<TranslatedLine> {
    const { findInFormality, missesFormality } = await import('../decoding/find-in-formality.js');
    if (own.text === undefined || !missesFormality(own.text, wanted)) return own;
    const { id: lineId, isUrgent } = line;
    const decoding = this.#decodingOf(loaded, line.text, { lineId, isUrgent });
    const found = await findInFormality(decoding, own.text, wanted);
    if (found === undefined) return own;
    if (!line.isAligned) return { text: found };
    const prefix = Int32Array.from([...decoding.encode(found), decoding.end]);
    return this.#translateText(loaded, line, { lineId, isUrgent, whole: prefix });
  }

  /** @param given tokens of the translation: all, where only its alignment or score is wanted, or the first */
  async #translateText(
    { model, student, source, target }: LoadedModel,
    {
      text,
      isAligned,
      isScored = false,
      choiceCount = 1,
    }: Pick<LineToTranslate, 'text' | 'isAligned' | 'isScored' | 'choiceCount'>,
    {
      lineId,
      isUrgent,
      ...given
    }: {
      readonly lineId?: number;
      readonly isUrgent: boolean;
      readonly whole?: Int32Array;
      readonly beginning?: Int32Array;
    },
  ): Promise<TranslatedLine> {
    const prefix = given.whole ?? given.beginning;
    const sourceTokens = source.encode(text);
    const parts = partsOf(sourceTokens.ids).map((ids) => withEnd(ids, source.end));
    if (given.beginning && parts.length > 1) return NO_ANSWER;
    // Of a line in parts, every part has translations of its own.
    const bestCount = parts.length === 1 ? choiceCount : 1;
    const jobs = parts.map((ids) =>
      this.#run(
        {
          model: student,
          source: ids,
          beamSize: given.whole ? 1 : Math.max(bestCount, model.beamSize),
          bestCount,
          isScored: isScored || prefix !== undefined || bestCount > 1,
          // Of several translations, the improbable ones are wanted, too.
          ...(bestCount === 1 && { scoreMargin: SCORE_MARGIN }),
          isAligned,
          ...(prefix && { prefix }),
          ...(given.whole && { isScoredOnly: true }),
          maxTokens: longest(ids.length, model.maxLengthFactor),
          priority: isUrgent ? 1 : 0,
        },
        lineId,
      ),
    );
    const results = await Promise.all(jobs);
    const decoded = ({ tokens, isEnded }: JobTranslation): TokenText =>
      target.decode(isEnded ? tokens.subarray(0, -1) : tokens);
    const translations = results.map(({ translations: [best] }) => ({
      ...(best ? decoded(best) : target.decode(new Int32Array())),
      rows: best?.alignment ?? new Float32Array(),
    }));
    const [only] = translations;
    const scoreOf = ({ score, tokens }: JobTranslation): number => score / tokens.length;
    const [{ translations: ofFirst } = { translations: [] }] = results;
    const scores = {
      ...(bestCount > 1 && {
        choices: ofFirst.map((one) => ({ text: decoded(one).text, score: scoreOf(one) })),
      }),
      ...((isScored || prefix) &&
        ofFirst[0] &&
        parts.length === 1 && { score: scoreOf(ofFirst[0]) }),
    };
    if (!only || translations.length > 1) {
      return {
        text: translations.map((part) => part.text).join(' '),
        ...(isAligned && { links: [] }),
      };
    }
    if (!isAligned) return { text: only.text, ...scores };
    const rowLength = sourceTokens.ids.length + 1;
    const links = findLinks({
      source: text,
      sourceTokens,
      target: only,
      rows: only.rows,
      rowLength,
    });
    return { text: only.text, links, ...scores };
  }

  async #passesProbes(loaded: LoadedModel): Promise<boolean> {
    const { alignmentProbes } = loaded.model;
    if (alignmentProbes.length === 0) return false;
    const answers = await Promise.all(
      alignmentProbes.map((text) =>
        this.#translateText(loaded, { text, isAligned: true }, { isUrgent: true }),
      ),
    );
    const translations = answers.map(({ text = '', links = [] }) => ({ text, links }));
    return passesProbes(alignmentProbes, translations);
  }

  /** @throws Error for a line that was dropped: even its model may be gone */
  async #run(job: JobWithoutId, lineId?: number): Promise<JobResult> {
    const line = lineId === undefined ? undefined : this.#lines.get(lineId);
    if (lineId !== undefined && !line) throw new Error('nobody waits for the line');
    this.#lastJob = this.#lastJob === 0x7fff_ffff ? 1 : this.#lastJob + 1;
    const id = this.#lastJob;
    line?.jobs.push(id);
    return new Promise((resolve) => {
      this.#jobs.set(id, resolve);
      this.#translator.add({ ...job, id });
    });
  }

  #take(results: readonly JobResult[]): void {
    for (const result of results) {
      const resolve = this.#jobs.get(result.id);
      this.#jobs.delete(result.id);
      resolve?.(result);
    }
  }

  #finish(id: number, answer: TranslatedLine): void {
    const line = this.#lines.get(id);
    // Nobody waits for it where it is no longer there.
    if (!line) return;
    this.#lines.delete(id);
    this.#finished.push({ ...answer, id });
    // What ends in the same step, or under load in the next ones, goes out in one message.
    if (line.isUrgent || this.#lines.size < MANY_LINES) this.#sendSoon();
    else this.#sending ??= setTimeout(() => this.#send(), COLLECT_MS);
  }

  /** Fails one line, and not those of all other callers; one that was dropped stops where it is. */
  #fail(id: number, error: unknown): void {
    if (this.#lines.has(id)) this.#finish(id, { problem: problemOf(error) });
  }

  #sendSoon(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    setImmediate(() => this.#send());
  }

  #send(): void {
    const lines = this.#finished;
    clearTimeout(this.#sending);
    this.#sending = undefined;
    this.#isSending = false;
    this.#finished = [];
    if (lines.length > 0) this.#answer({ type: 'translated', lines });
  }

  #modelOf(modelId: string): LoadedModel {
    const loaded = this.#models.get(modelId);
    if (!loaded) throw new Error('the model is not loaded');
    return loaded;
  }
}

const withEnd = (ids: Int32Array, end: number): Int32Array => {
  const tokens = new Int32Array(ids.length + 1);
  tokens.set(ids);
  tokens[ids.length] = end;
  return tokens;
};

/** What the engine takes at a time; a sentence is nearly never longer. */
const partsOf = (ids: Int32Array): readonly Int32Array[] => {
  const size = MAX_JOB_TOKENS - 1;
  const count = Math.max(1, Math.ceil(ids.length / size));
  return Array.from({ length: count }, (_, part) => ids.subarray(part * size, (part + 1) * size));
};

const longest = (tokens: number, factor: number): number =>
  Math.min(MAX_JOB_TOKENS, Math.max(MIN_TOKENS, Math.ceil(tokens * factor)));

/** What an error says, for an operator. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Why one line or question failed; throws on where WebAssembly was stopped: its memory may hold anything. */
const problemOf = (error: unknown): string => {
  if (error instanceof Error && error.name === 'RuntimeError') throw error;
  return reasonOf(error);
};
