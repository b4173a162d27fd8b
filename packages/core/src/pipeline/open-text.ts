import { requireWellFormedXml } from '../markup/document.js';
import type { Meter } from '../observers.js';
import { onceEach } from './map-together.js';
import { type OpenedText, type OpenOptions, readableText, readText } from './opened-text.js';
import { excess } from './request.js';
import { segmentText } from './segment-text.js';
import { stageOf } from './sentence-job.js';
import { translateSentences } from './translate-sentences.js';

/**
 * Reads a text in this thread. Units are asked for once each.
 *
 * @throws AppError `invalid_parameter` for malformed XML
 */
export const openText = (
  text: string,
  { markup, strictXml }: OpenOptions,
  meter: Meter,
): OpenedText => {
  if (strictXml) requireWellFormedXml(text, strictXml.name);
  const read = readText(text, markup);
  return {
    readable: readableText(read),
    async translate(options, translate) {
      const stage = stageOf(onceEach(translate));
      const [translated] = await translateSentences(
        [segmentText(read, options)],
        options,
        meter,
        stage,
      );
      const { mostTranslated = Number.POSITIVE_INFINITY } = options;
      if (translated && translated.text.length > mostTranslated) throw excess(mostTranslated);
      return translated ?? { text };
    },
    close() {},
  };
};
