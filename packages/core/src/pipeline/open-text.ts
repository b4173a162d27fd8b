import { requireWellFormedXml } from '../markup/index.js';
import type { OpenedText, OpenOptions } from './text/opened-text.js';
import { prepareText } from './text/prepare-text.js';
import { readableText, readText } from './text/read-text.js';
import { onceEach } from './units/distinct-units.js';
import type { Meter } from './units/ports.js';
import { translatePrepared } from './units/translate-prepared.js';

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
