import { AppError, baseOf, type LanguageTag } from '@dragoman/contract';
import type { Segmentation } from './segmentation.js';

const UNSPACED_LANGUAGES = new Set(['zh', 'ja', 'yue', 'th', 'lo', 'km', 'my']);
const ENDS_UNSPACED_SENTENCE = /[。！？．｡︒।॥。、，；：」』）】》”]$/u;
const ENDS_FULL_WIDTH = /[。！？」』）]$/u;

/** The gap a target language wants where the source's writing has another custom. */
export const adaptGap = (
  gap: string,
  source: string,
  translated: string,
  target: LanguageTag,
): string => {
  const isUnspaced = UNSPACED_LANGUAGES.has(baseOf(target));
  if (gap === '' && !isUnspaced && ENDS_UNSPACED_SENTENCE.test(source)) return ' ';
  if (gap === ' ' && isUnspaced && ENDS_FULL_WIDTH.test(translated)) return '';
  return gap;
};

/**
 * Puts translated segments back between the original gaps. With a target language, a space is put
 * between sentences that had none because Chinese or Japanese needs none, and the reverse.
 *
 * @throws AppError `internal` when there are not as many translations as segments.
 */
export const join = (
  { leading, segments }: Segmentation,
  translated: readonly string[],
  target?: LanguageTag,
): string => {
  if (translated.length !== segments.length) {
    throw new AppError('internal', {
      cause: new RangeError(`${segments.length} segments, ${translated.length} translations`),
    });
  }
  let joined = leading;
  for (const [index, { text, gap }] of segments.entries()) {
    const translation = translated[index] ?? '';
    const isLast = index === segments.length - 1;
    joined += translation;
    joined += target === undefined || isLast ? gap : adaptGap(gap, text, translation, target);
  }
  return joined;
};
