import type { Meter } from '../dependencies.js';
import { requireWellFormedXml } from '../markup/marked-text.js';
import {
  type OpenedText,
  type OpenOptions,
  readableText,
  readText,
  translationTooLong,
  untranslated,
} from './opened-text.js';
import { segmentText } from './segment-text.js';
import { onceEach } from './sentence-job.js';
import { translateSentences } from './translate-sentences.js';

/**
 * Reads a text in this thread. Units are asked for once each.
 *
 * @throws AppError `invalid_parameter` for malformed XML
 */
export const openText = (text: string, options: OpenOptions, meter: Meter): OpenedText => {
  const { strictXml } = options;
  if (strictXml) requireWellFormedXml(text, strictXml.name);
  const read = readText(text, options);
  return {
    readable: readableText(read),
    async translate(textOptions, translate) {
      const [translated] = await translateSentences(
        [segmentText(read, textOptions)],
        textOptions,
        meter,
        (jobs) => onceEach(jobs, translate),
      );
      const { mostTranslated = Number.POSITIVE_INFINITY } = textOptions;
      if (translated && translated.text.length > mostTranslated)
        throw translationTooLong(mostTranslated);
      return translated ?? untranslated(read);
    },
    close() {},
  };
};
