import {
  findNodeAtLocation,
  type JSONPath,
  type Node,
  type ParseError,
  type ParseErrorCode,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import { DocumentError } from '../document-error.js';
import { type DocumentLimits, requireWithin } from '../limits.js';
import { append } from '../many-values.js';
import type { Edit, Filter, Slot, WriteOptions } from '../model.js';
import { createParagraphCollector, isCode, plainText } from '../paragraph-collector.js';
import { readTextFile, textDocument } from '../text-part.js';
import { createIcuMessages } from './icu-messages.js';

/** Finds the texts among the strings of JSON. */
const jsonFilter =
  (isText: (value: string, path: JSONPath) => boolean, localize?: Localize): Filter =>
  (bytes, options) => {
    const { limits } = options;
    const file = readTextFile(bytes, options);
    refuseDeepJson(file.text, limits);
    const collector = createParagraphCollector(limits, { hasMnemonics: true });
    const messages = createIcuMessages();
    const slots: Slot[] = [];
    const host = { collector, decode: decodeJson, encode: encodeJson };
    visit(
      file.text,
      {
        onLiteralValue(value, offset, length, _line, _column, pathOf) {
          if (typeof value !== 'string' || !isText(value, pathOf())) return;
          const [start, end] = [offset + 1, offset + length - 1];
          const source = file.text.slice(start, end);
          const branches = messages.slots(source, start, { ...host, doublesApostrophes: false });
          if (branches) {
            append(slots, branches);
            return;
          }
          const inlines = plainText(value);
          const slot = collector.add({ start, end, inlines, encode: encodeJson });
          if (slot) slots.push(slot);
        },
        onError: (error, offset) => refuseJson(error, offset),
      },
      { disallowComments: false, allowTrailingComma: true, allowEmptyContent: false },
    );
    return textDocument(
      file,
      { text: file.text, slots, localize: (write) => localize?.(file.text, write) ?? [] },
      collector.paragraphs,
      { notes: messages.notes },
    );
  };

type Localize = (source: string, options: WriteOptions) => readonly Edit[];

/** JSON: string values that are words. Keys, numbers, order and white space stay. */
export const readJson = jsonFilter((value) => !isCode(value));

/** Application resource bundles of Flutter: messages, without what describes them. */
export const readArb = jsonFilter(
  (value, path) =>
    path.length === 1 && !String(path[0]).startsWith('@') && !isLocale(String(path[0]), value),
  (source, { targetLanguage }) => {
    if (!targetLanguage) return [];
    const root = parseTree(source) as Node;
    return ['@@locale', 'locale'].flatMap((name) => {
      const locale = findNodeAtLocation(root, [name]);
      if (locale?.type !== 'string' || !isLocale(name, locale.value)) return [];
      const text = JSON.stringify(targetLanguage.replaceAll('-', '_'));
      return [{ start: locale.offset, end: locale.offset + locale.length, text }];
    });
  },
);

/** Bundles from before `@@locale` have a `locale`, which is a message elsewhere. */
const isLocale = (name: string, value: string): boolean =>
  name === '@@locale' || (name === 'locale' && /^[a-z]{2,3}(?:[_-][A-Za-z0-9]{2,8})*$/.test(value));

const decodeJson = (source: string): string => JSON.parse(`"${source}"`);

/** Text inside the quotation marks of a JSON string. */
export const encodeJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** @throws DocumentError malformed */
const refuseJson = (error: ParseErrorCode, offset: number): never => {
  throw new DocumentError(
    'malformed',
    `JSON: ${printParseErrorCode(error)} at character ${offset}.`,
  );
};

/** @throws DocumentError malformed, too_large */
export const parseJson = (text: string, limits: DocumentLimits): Node => {
  refuseDeepJson(text, limits);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  for (const { error, offset } of errors) refuseJson(error, offset);
  return root as Node;
};

/** The parser calls itself for every level. @throws DocumentError too_large */
const refuseDeepJson = (text: string, limits: DocumentLimits): void => {
  let depth = 0;
  // A string that nothing closes goes to the end, or each quotation mark in it would cost another search.
  for (const [token] of text.matchAll(/"(?:\\[\s\S]|[^"\\])*(?:"|\\?$)|[[\]{}]/g)) {
    if (token === '{' || token === '[') requireWithin(++depth, limits, 'depth');
    else if (token === '}' || token === ']') depth--;
  }
};
