import { CST, Parser } from 'yaml';
import { DocumentError } from '../document-error.js';
import { readTextFile, textDocument } from '../encoding/text-part.js';
import { requireWithin } from '../limits.js';
import type { Filter, Slot } from '../model.js';
import { isCode } from '../units/translatable.js';
import { createUnitCollector, plainText } from '../units/unit-collector.js';
import { scalarPlace } from './yaml-scalars.js';

/** Words that YAML reads as something other than text. */
const NO_TEXT = /^(?:true|false|yes|no|on|off|null|y|n|\.inf|\.nan)$/i;

/** YAML: values that are words. Keys, comments, anchors and white space stay. */
export const readYaml: Filter = (bytes, options) => {
  const file = readTextFile(bytes, options);
  const collector = createUnitCollector(options.limits);
  const slots: Slot[] = [];

  const readScalar = (token: CST.Token): void => {
    if (!CST.isScalar(token)) return;
    const place = scalarPlace(token, file.text);
    if (!place || isCode(place.text)) return;
    if (token.type === 'scalar' && NO_TEXT.test(place.text)) return;
    const { start, end, text, write } = place;
    const slot = collector.add({
      ...{ start, end, inlines: plainText(text) },
      encode: (words) => words,
      finish: write,
    });
    if (slot) slots.push(slot);
  };

  const read = (token: CST.Token | null | undefined, depth: number): void => {
    if (!token) return;
    requireWithin(depth, options.limits, 'depth');
    if (token.type === 'error') throw new DocumentError('malformed', 'YAML cannot be read.');
    if (!CST.isCollection(token)) {
      readScalar(token);
      return;
    }
    for (const item of token.items) {
      const isTagged = item.sep?.some(({ type, source }) => type === 'tag' && source !== '!!str');
      if (!isTagged) read(item.value, depth + 1);
    }
  };

  for (const token of new Parser().parse(file.text)) {
    if (token.type === 'document') read(token.value, 0);
    else if (token.type === 'error') throw new DocumentError('malformed', 'YAML cannot be read.');
  }
  return textDocument(file, { text: file.text, slots }, collector.units);
};
