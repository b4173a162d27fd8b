import type { Readable } from 'node:stream';
import type { WireTranslation } from '@dragoman/contract';
import type { TranslationBackend, TranslationSettings } from './backend.js';
import { batchTexts } from './batch-texts.js';
import { type Line, readLines } from './read-lines.js';

/**
 * Translates a stream line by line, each line separately, in order, as the lines arrive. Only what
 * has just been read is held in memory. Empty lines stay as they are.
 *
 * @param write takes a line's translation, undefined for a blank line
 */
export const translateLines = async (
  backend: Pick<TranslationBackend, 'translate'>,
  input: Readable,
  settings: TranslationSettings,
  {
    signal,
    write,
  }: {
    readonly signal: AbortSignal;
    readonly write: (line: Line, translated: WireTranslation | undefined) => Promise<void>;
  },
): Promise<void> => {
  for await (const lines of readLines(input, signal)) {
    const texts = lines.map(({ text }) => text).filter((text) => text.trim() !== '');
    const translated: WireTranslation[] = [];
    for (const batch of batchTexts(texts)) {
      translated.push(...(await backend.translate(batch, settings, signal)));
    }
    let next = 0;
    for (const line of lines) {
      await write(line, line.text.trim() === '' ? undefined : translated[next++]);
    }
  }
};
