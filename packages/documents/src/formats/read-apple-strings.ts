import { DocumentError } from '../document-error.js';
import { readTextFile, textDocument } from '../encoding/text-part.js';
import type { Filter, Slot } from '../model.js';
import { createUnitCollector, plainText } from '../units/unit-collector.js';

const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/[^\r\n]*|"(?:\\[\s\S]|[^"\\])*"\s*=\s*"((?:\\[\s\S]|[^"\\])*)"\s*;|[\w.-]+\s*=\s*"((?:\\[\s\S]|[^"\\])*)"\s*;|\s+/y;

/** Apple's .strings: values. */
export const readAppleStrings: Filter = (bytes, options) => {
  const file = readTextFile(bytes, options);
  const collector = createUnitCollector(options.limits);
  const slots: Slot[] = [];
  TOKEN.lastIndex = 0;
  for (let position = 0; position < file.text.length; position = TOKEN.lastIndex) {
    TOKEN.lastIndex = position;
    const match = TOKEN.exec(file.text);
    if (!match)
      throw new DocumentError('malformed', `Nothing to be read at character ${position}.`);
    const [whole, quoted, bareQuoted] = match;
    const value = quoted ?? bareQuoted;
    if (value === undefined) continue;
    const end = match.index + whole.lastIndexOf('"');
    const slot = collector.add({
      start: end - value.length,
      end,
      inlines: plainText(decodeString(value)),
      encode: encodeString,
    });
    if (slot) slots.push(slot);
  }
  return textDocument(file, { text: file.text, slots }, collector.units);
};

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

const decodeString = (value: string): string =>
  value.replace(/\\(?:[uU]([\da-fA-F]{4})|([\s\S]))/g, (_whole, unicode, character) =>
    unicode ? String.fromCharCode(Number.parseInt(unicode, 16)) : (ESCAPES[character] ?? character),
  );

const encodeString = (text: string): string =>
  text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t');
