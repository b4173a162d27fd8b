import { AppError } from '@dragoman/contract';
import { type FormOfAddress, tellsAddress } from '@dragoman/core';
import type { AlignedText } from './alignment/aligned-text.js';
import { missesAddress } from './find-addressed.js';
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
  { model, modelKey, pair: { source, target, prefix, formality: marks } }: ModelDirection,
  signal: AbortSignal,
  { maxTokens, formality }: { readonly maxTokens: number; readonly formality?: FormOfAddress },
): ModelLines => {
  const { sourceVocabulary, phraseBook } = model.inspection;
  const mark = formality && marks?.[formality === 'more' ? 'formal' : 'informal'];
  const start = linePrefix(mark) + linePrefix(prefix);
  const addressFor = (line: string): Pick<LineToTranslate, 'address'> =>
    formality && tellsAddress(target)
      ? { address: { form: formality, from: source, to: target, source: line } }
      : {};
  const findPhrase = (line: string): string | undefined => {
    const found = phraseBook?.find(line);
    const { address } = addressFor(line);
    return found !== undefined && address && missesAddress(found, address) ? undefined : found;
  };
  const countTokens = (text: string): number => sourceVocabulary.estimateTokens(start + text);
  const translate = (line: string, isAligned: boolean): Promise<TranslatedLine> => {
    const request: LineToTranslate = { text: start + line, isAligned, ...addressFor(line) };
    return scheduler.translate(modelKey, signal, request);
  };
  const record = scheduler.alignmentOf(modelKey);
  return {
    model: { knows: (character) => sourceVocabulary.knows(character), countTokens, maxTokens },
    translateLine: async (line) =>
      findPhrase(line) ?? withoutQualifier(line, (await translate(line, false)).text ?? ''),
    aligner: {
      align: async (line) => {
        if (!record?.isUsable) return undefined;
        const answer = await translate(line, true).catch(unlessLineFailed);
        if (answer && answer.text === undefined) record.ruleOut();
        const isQualified = answer?.text !== withoutQualifier(line, answer?.text ?? '');
        if (answer?.text !== undefined && isQualified) return undefined;
        return answer && withoutPrefix(answer, start.length);
      },
      note: (isPlausible) => record?.note(isPlausible),
    },
  };
};

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
