import { requireWellFormedXml } from '../markup/document.js';
import type { Meter } from '../observers.js';
import { onceEach } from './map-together.js';
import { type OpenedText, type OpenOptions, readableText, readText } from './opened-text.js';
import { prepareText } from './prepare-text.js';
import { translatePrepared } from './translate-prepared.js';

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
      const prepared = [prepareText(read, options)];
      const [translated] = await translatePrepared(prepared, meter, onceEach(translate));
      return translated ?? { text };
    },
    close() {},
  };
};
