import { requireWellFormedXml } from '../markup/document.js';
import type { Meter } from '../observers.js';
import { onceEach } from './map-together.js';
import { type OpenedText, type OpenOptions, readableText, readText } from './opened-text.js';
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
      return translated ?? { text };
    },
    close() {},
  };
};
