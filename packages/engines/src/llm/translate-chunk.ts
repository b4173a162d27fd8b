import type { RejectedTranslation, TranslatedUnit, TranslationUnit } from '@dragoman/core';
import { markSpans } from './mark-spans.js';
import type { Translations } from './read-translations.js';
import { RequestFailure } from './request-failure.js';
import type { AskedText } from './user-message.js';

/** A unit of a batch with what is known of it. */
export interface ChunkUnit {
  readonly text: string;
  readonly unit: TranslationUnit;
  readonly rejected: RejectedTranslation | undefined;
}

/** Asks the model for the translations of texts, with retries. */
export type AskTranslations = (texts: readonly AskedText[]) => Promise<Translations>;

/**
 * Translates units in one call. Those that the answer lacks are asked for once more, and what does not
 * fit into one answer is asked for in halves. A unit that is still without a translation is blank.
 */
export const translateChunk = async (
  units: readonly ChunkUnit[],
  ask: AskTranslations,
): Promise<readonly TranslatedUnit[]> => {
  const marked = units.map(({ unit }) => markSpans(unit));
  const texts = units.map(({ unit: { terms }, rejected }, index) => ({
    text: marked[index]?.text ?? '',
    ...(terms && { terms }),
    rejected,
  }));
  const answers = await askInParts(texts, ask);
  const missing = texts.flatMap((_, index) => (answers.has(index) ? [] : [index]));
  const again =
    missing.length > 0
      ? await askInParts(
          missing.flatMap((index) => texts[index] ?? []),
          ask,
        )
      : new Map<number, string>();
  return marked.map(({ read }, index) =>
    read(answers.get(index) ?? again.get(missing.indexOf(index)) ?? ''),
  );
};

const askInParts = async (
  texts: readonly AskedText[],
  ask: AskTranslations,
): Promise<Translations> => {
  try {
    return await ask(texts);
  } catch (error) {
    if (!(error instanceof RequestFailure && error.kind === 'too_long')) throw error;
    // One text whose answer never ends has none.
    if (texts.length < 2) return new Map();
    const half = Math.ceil(texts.length / 2);
    const [first, second] = await Promise.all([
      askInParts(texts.slice(0, half), ask),
      askInParts(texts.slice(half), ask),
    ]);
    return new Map([
      ...first,
      ...[...second].map(([index, text]) => [index + half, text] as const),
    ]);
  }
};
