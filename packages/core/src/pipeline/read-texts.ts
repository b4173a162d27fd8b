import { requireWellFormedXml } from '../markup/index.js';
import type { OpenElsewhere } from './opened-text.js';
import { type ReadText, readText } from './read-text.js';
import type { TranslationRequest } from './request.js';

/** Where large texts are read. */
export interface Elsewhere {
  /** Texts of more UTF-16 code units than this are read there. */
  readonly minCharacters: number;
  readonly open: OpenElsewhere;
}

/**
 * Reads the texts of a request; what was opened has to be closed.
 *
 * @throws AppError `invalid_parameter` for malformed XML where that is refused
 */
export const readTexts = async (
  { texts, options: { markup, isStrictXml } }: Pick<TranslationRequest, 'texts' | 'options'>,
  elsewhere: Elsewhere | undefined,
  signal: AbortSignal,
): Promise<readonly ReadText[]> => {
  const reading = texts.map(async (text, index): Promise<ReadText> => {
    const strictXml = isStrictXml
      ? { name: texts.length > 1 ? `Text ${index + 1}` : undefined }
      : undefined;
    if (elsewhere && text.length > elsewhere.minCharacters) {
      const opened = await elsewhere.open(text, { markup, strictXml }, signal);
      return { text, document: undefined, opened };
    }
    if (strictXml) requireWellFormedXml(text, strictXml.name);
    return readText(text, markup);
  });
  const read = await Promise.allSettled(reading);
  const failed = read.find((one) => one.status === 'rejected');
  if (!failed) return read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  for (const one of read) if (one.status === 'fulfilled') one.value.opened?.close();
  throw failed.reason;
};
