import { textDocument } from '../encoding/text-part.js';
import type { Filter, Slot } from '../model.js';
import { createUnitCollector } from '../units/unit-collector.js';
import { escapeXml } from '../xml/escape-xml.js';
import { nestedInlines } from '../xml/nested-inlines.js';
import { XML_UNENCODABLE } from '../xml/scan-xml.js';
import { forEachSubtree, type XmlNode } from '../xml/xml-subtrees.js';
import { readXmlFile } from './read-xml-file.js';

const ROOTS = new Set(['string', 'string-array', 'plurals']);

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** Text of an Android string: escapes resolved, white space collapsed outside quotation marks. */
const decodeAndroid = (source: string): string =>
  source.replace(
    /\\(?:u([\da-fA-F]{4})|([\s\S]))|"((?:\\[\s\S]|[^"\\])*)"|[ \t\r\n]+/g,
    (whole, unicode, character, quoted) => {
      if (unicode) return String.fromCharCode(Number.parseInt(unicode, 16));
      if (character !== undefined) return ESCAPES[character] ?? character;
      // What is in quotation marks keeps its spaces; the escapes in it count all the same.
      return quoted === undefined ? (whole.trim() === '' ? ' ' : whole) : decodeEscapes(quoted);
    },
  );

const decodeEscapes = (source: string): string =>
  source.replace(/\\(?:u([\da-fA-F]{4})|([\s\S]))/g, (_whole, unicode, character) =>
    unicode ? String.fromCharCode(Number.parseInt(unicode, 16)) : (ESCAPES[character] ?? character),
  );

const encodeAndroid = (text: string): string =>
  text
    .replace(/[\\"']/g, '\\$&')
    .replace(/^[@?]/, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\t/g, '\\t')
    // Two spaces would become one.
    .replace(/ (?= )/g, '\\u0020');

/** Android resources: strings, arrays of strings and plurals that may be translated. */
export const readAndroid: Filter = (bytes, options) => {
  const { limits } = options;
  const file = readXmlFile(bytes, options);
  const collector = createUnitCollector(limits);
  const slots: Slot[] = [];

  const add = (node: XmlNode): void => {
    const builder = nestedInlines(node, file.text, {
      kindOf: (inner) => (inner.name === 'g' || isFixed(inner) ? 'kept' : 'pair'),
      decode: decodeAndroid,
    });
    if (builder.isEmpty) return;
    const { start, end } = builder;
    const slot = collector.add({
      start,
      end,
      ...builder.take(),
      encode: (text) => escapeXml(encodeAndroid(text)),
    });
    if (slot) slots.push(slot);
  };

  forEachSubtree(
    file.text,
    (name) => ROOTS.has(name),
    (node) => {
      if (isFixed(node)) return;
      if (node.name === 'string') add(node);
      else for (const child of node.children) if (child.name === 'item') add(child);
    },
    { limits },
  );
  return textDocument(file, { text: file.text, slots }, collector.units, XML_UNENCODABLE);
};

const isFixed = (node: XmlNode): boolean => node.attribute('translatable') === 'false';
