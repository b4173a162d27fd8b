import { append } from '../many-values.js';
import type { Filter, Slot } from '../model.js';
import { createParagraphCollector, isCode, plainText } from '../paragraph-collector.js';
import { readTextFile, textDocument } from '../text-part.js';
import { createIcuMessages } from './icu-messages.js';

/** A key with its value, over all its lines; comments begin with `#` or `!`. */
const ENTRY =
  /^[ \t\f]*(?![#!\s])(?:\\[\s\S]|[^\\\s:=])+[ \t\f]*[:=]?[ \t\f]*((?:\\\r\n|\\[\s\S]|[^\\\r\n])*)/gm;
const COMMENT = /^[ \t\f]*[#!].*$/gm;

/** Java properties: values. Line continuations of a value that is translated are joined. */
export const readProperties: Filter = (bytes, options) => {
  const file = readTextFile(bytes, { ...options, sourceLanguage: undefined });
  const collector = createParagraphCollector(options.limits, { hasMnemonics: true });
  // What is in UTF-8 already is read as such; ASCII with escapes is read by every Java.
  const isUtf8 = file.encoding.label === 'utf-8' && /[^\0-\x7f]/.test(file.text);
  const messages = createIcuMessages();
  const slots: Slot[] = [];
  // A comment that ends in a backslash goes on nowhere.
  const source = file.text.replace(COMMENT, (comment) => `#${' '.repeat(comment.length - 1)}`);
  for (const match of source.matchAll(ENTRY)) {
    const [whole, value = ''] = match;
    const end = match.index + whole.length;
    const text = decodeValue(file.text.slice(end - value.length, end));
    if (isCode(text)) continue;
    const branches = messages.slots(file.text.slice(end - value.length, end), end - value.length, {
      collector,
      doublesApostrophes: true,
      decode: decodeValue,
      // Only at the begin of the value a space would be lost.
      encode: (words) => encodeValue(words, isUtf8).replace(/^\\ /, ' '),
    });
    if (branches) {
      append(slots, branches);
      continue;
    }
    const isMessage = isMessageFormat(text);
    const slot = collector.add({
      start: end - value.length,
      end,
      inlines: plainText(isMessage ? text.replaceAll("''", "'") : text),
      encode: (words) => encodeValue(isMessage ? words.replaceAll("'", "''") : words, isUtf8),
    });
    if (slot) slots.push(slot);
  }
  return textDocument(file, { text: file.text, slots }, collector.paragraphs, {
    notes: messages.notes,
  });
};

/** Whether apostrophes are doubled, as `java.text.MessageFormat` wants it. */
const isMessageFormat = (text: string): boolean =>
  /\{\d+/.test(text) && /''/.test(text) && !/'/.test(text.replaceAll("''", ''));

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f' };

const decodeValue = (value: string): string =>
  value.replace(
    /\\(?:u([\da-fA-F]{4})|(\r\n|\r|\n)[ \t\f]*|([\s\S]))/g,
    (_whole, unicode, lineEnd, character) => {
      if (unicode) return String.fromCharCode(Number.parseInt(unicode, 16));
      return lineEnd ? '' : (ESCAPES[character] ?? character);
    },
  );

const encodeValue = (text: string, isUtf8: boolean): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t')
    .replace(/\f/g, '\\f')
    .replace(/^ /, '\\ ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the line between ASCII and the rest
    .replace(/[^\x00-\x7f]/g, (character) =>
      isUtf8 ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
