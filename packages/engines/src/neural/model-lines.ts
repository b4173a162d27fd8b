import { AppError } from '@dragoman/contract';
import type { AlignedText } from './alignment/aligned-text.js';
import { linePrefix, type ModelDirection } from './models/model-catalog.js';
import type { LineToTranslate, TranslatedLine } from './process/protocol.js';
import type { Scheduler } from './scheduler.js';
import type { LineTranslation, UnitModel } from './unit-translator.js';

/** What units are translated with: a model's facts, and the way to it for one caller's lines. */
export interface ModelLines extends LineTranslation {
  readonly model: UnitModel;
}

/** Connects one caller with the model of a direction. */
export const modelLines = (
  scheduler: Scheduler,
  { model, modelKey, pair: { prefix } }: ModelDirection,
  signal: AbortSignal,
  maxTokens: number,
): ModelLines => {
  const { sourceVocabulary, phraseBook } = model.inspection;
  const start = linePrefix(prefix);
  const countTokens = (text: string): number => sourceVocabulary.estimateTokens(start + text);
  const translate = (line: string, isAligned: boolean): Promise<TranslatedLine> => {
    const request: LineToTranslate = { text: start + line, isAligned };
    return scheduler.translate(modelKey, signal, request);
  };
  const record = scheduler.alignmentOf(modelKey);
  return {
    model: { knows: (character) => sourceVocabulary.knows(character), countTokens, maxTokens },
    translateLine: async (line) =>
      phraseBook?.find(line) ?? (await translate(line, false)).text ?? '',
    aligner: {
      align: async (line) => {
        if (!record?.isUsable) return undefined;
        const answer = await translate(line, true).catch(unlessLineFailed);
        if (answer && answer.text === undefined) record.ruleOut();
        return answer && withoutPrefix(answer, start.length);
      },
      note: (isPlausible) => record?.note(isPlausible),
    },
  };
};

/** A line that takes the engine down with its tags may still be translated without. */
const unlessLineFailed = (error: unknown): undefined => {
  if (!(error instanceof AppError) || error.code !== 'engine_failed') throw error;
};

const withoutPrefix = (
  { text, links = [] }: TranslatedLine,
  length: number,
): AlignedText | undefined => {
  if (text === undefined) return undefined;
  const own = links.filter(({ source }) => source.start >= length);
  return {
    text,
    links: own.map(({ source: { start, end }, target }) => ({
      target,
      source: { start: start - length, end: end - length },
    })),
  };
};
