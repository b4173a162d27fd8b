import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { DocumentError } from '../../common/document-error.js';
import { type DocumentLimits, requireWithin } from '../../common/limits.js';
import type { Filter, Slot } from '../../common/model.js';
import { readTextFile, textDocument } from '../../encoding/text-part.js';
import { isCode } from '../../units/translatable.js';
import { createUnitCollector, plainText } from '../../units/unit-collector.js';

/** JSON: string values that are words. Keys, numbers, order and white space stay. */
export const readJson: Filter = (bytes, options) => {
  const file = readTextFile(bytes, options);
  refuseDeepJson(file.text, options.limits);
  const collector = createUnitCollector(options.limits);
  const slots: Slot[] = [];
  visit(
    file.text,
    {
      onLiteralValue(value, offset, length) {
        if (typeof value !== 'string' || isCode(value)) return;
        const slot = collector.add({
          start: offset + 1,
          end: offset + length - 1,
          inlines: plainText(value),
          encode: encodeJson,
        });
        if (slot) slots.push(slot);
      },
      onError: (error, offset) => refuseJson(error, offset),
    },
    { disallowComments: false, allowTrailingComma: true, allowEmptyContent: false },
  );
  return textDocument(file, { text: file.text, slots }, collector.units);
};

/** Text inside the quotation marks of a JSON string. */
export const encodeJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** @throws DocumentError malformed */
const refuseJson = (error: ParseErrorCode, offset: number): never => {
  throw new DocumentError(
    'malformed',
    `JSON: ${printParseErrorCode(error)} at character ${offset}.`,
  );
};

/** The parser calls itself for every level. @throws DocumentError too_large */
export const refuseDeepJson = (text: string, limits: DocumentLimits): void => {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\])*"|[[\]{}]/g)) {
    if (token === '{' || token === '[') requireWithin(++depth, limits, 'depth');
    else if (token === '}' || token === ']') depth--;
  }
};
