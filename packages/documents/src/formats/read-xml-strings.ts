import { DocumentError } from '../document-error.js';
import { escapeXml, setAttributes } from '../escape-xml.js';
import type { Edit, Filter, Slot, WriteOptions } from '../model.js';
import { createParagraphCollector, plainText } from '../paragraph-collector.js';
import { countPluralForms } from '../plural-categories.js';
import { readXmlFile, XML_UNENCODABLE, type XmlElement } from '../scan-xml.js';
import { textDocument } from '../text-part.js';
import { childOf, forEachSubtree, nestedInlines, textOf, type XmlNode } from '../xml-subtrees.js';

const ANDROID_ROOTS = new Set(['string', 'string-array', 'plurals']);

const ANDROID_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/** Text of an Android string: escapes resolved, white space collapsed outside quotation marks. */
const decodeAndroid = (source: string): string =>
  source.replace(
    /\\(?:u([\da-fA-F]{4})|([\s\S]))|"((?:\\[\s\S]|[^"\\])*)"|[ \t\r\n]+/g,
    (whole, unicode, character, quoted) => {
      if (unicode) return String.fromCharCode(Number.parseInt(unicode, 16));
      if (character !== undefined) return ANDROID_ESCAPES[character] ?? character;
      // What is in quotation marks keeps its spaces; the escapes in it count all the same.
      return quoted === undefined ? (whole.trim() === '' ? ' ' : whole) : decodeEscapes(quoted);
    },
  );

const decodeEscapes = (source: string): string =>
  source.replace(/\\(?:u([\da-fA-F]{4})|([\s\S]))/g, (_whole, unicode, character) =>
    unicode
      ? String.fromCharCode(Number.parseInt(unicode, 16))
      : (ANDROID_ESCAPES[character] ?? character),
  );

/** A string that is in quotation marks as a whole, in which spaces count. */
const WHOLLY_QUOTED = /^(\s*)"((?:\\[\s\S]|[^"\\<])*)"\s*$/;

const CDATA = '<![CDATA[';
/** A string of markup, whose quotation marks are those of attributes. */
const IN_CDATA = /^\s*<!\[CDATA\[((?:\]\]\]\]><!\[CDATA\[>|(?!\]\]>)[\s\S])*)\]\]>\s*$/;
/** What ends a section, divided over two. */
const DIVIDED_END = ']]]]><![CDATA[>';

const escapeAndroid = (text: string): string =>
  text
    .replace(/[\\"']/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\t/g, '\\t');

const encodeAndroid = (text: string): string =>
  escapeAndroid(text)
    .replace(/^[@?]/, '\\$&')
    // Two spaces would become one.
    .replace(/ (?= )/g, '\\u0020');

/** A whole string: spaces at its ends would be cut off unless they are escaped, as in the source. */
const encodeWhole = (text: string, source: string): string => {
  const encoded = encodeAndroid(text);
  const start = /^\s/.test(source) ? encoded : encoded.replace(/^ /, '\\u0020');
  return /\s$/.test(source) ? start : start.replace(/ $/, '\\u0020');
};

/** Android resources: strings, arrays of strings and plurals that may be translated. */
export const readAndroid: Filter = (bytes, options) => {
  const { limits } = options;
  const file = readXmlFile(bytes, options);
  const collector = createParagraphCollector(limits);
  const slots: Slot[] = [];

  const addMarkup = (markup: string, start: number): void => {
    const isEscaped = markup.includes('\\"');
    const slot = collector.add({
      start,
      end: start + markup.length,
      inlines: plainText(
        decodeEscapes(markup.replaceAll(DIVIDED_END, ']]>').replace(/[ \t\r\n]+/g, ' ')),
      ),
      encode: (text) => {
        const written = escapeAndroid(text).replaceAll(']]>', DIVIDED_END);
        return isEscaped ? written : written.replaceAll('\\"', '"');
      },
    });
    if (slot) slots.push(slot);
  };

  const add = (node: XmlNode): void => {
    const builder = nestedInlines(node, file.text, {
      kindOf: (inner) => (inner.name === 'g' || isFixed(inner) ? 'kept' : 'pair'),
      decode: decodeAndroid,
    });
    if (builder.isEmpty) return;
    const { start, end } = builder;
    const source = file.text.slice(start, end);
    const [, before, quoted] = WHOLLY_QUOTED.exec(source) ?? [];
    const isText = node.children.every((child) => child.name === undefined);
    const markup = IN_CDATA.exec(source)?.[1];
    if (markup !== undefined) {
      addMarkup(markup, start + source.indexOf(markup, CDATA.length));
      return;
    }
    const slot =
      isText && before !== undefined && quoted !== undefined
        ? collector.add({
            start: start + before.length,
            end: start + source.trimEnd().length,
            inlines: plainText(decodeEscapes(textOf(node).trim().slice(1, -1))),
            encode: (text) => `"${escapeXml(escapeAndroid(text))}"`,
          })
        : collector.add({
            start,
            end,
            ...builder.take(),
            encode: (text) => escapeXml(isText ? encodeWhole(text, source) : encodeAndroid(text)),
          });
    if (slot) slots.push(slot);
  };

  forEachSubtree(
    file.text,
    (name) => ANDROID_ROOTS.has(name),
    (node) => {
      if (isFixed(node)) return;
      if (node.name === 'string') add(node);
      else for (const child of node.children) if (child.name === 'item') add(child);
    },
    { limits },
  );
  return textDocument(file, { text: file.text, slots }, collector.paragraphs, XML_UNENCODABLE);
};

const isFixed = (node: XmlNode): boolean => node.attribute('translatable') === 'false';

/** .NET resources: strings, without what is typed, binary or about the designer's controls. */
export const readResx: Filter = (bytes, options) => {
  const { limits } = options;
  const file = readXmlFile(bytes, options);
  const collector = createParagraphCollector(limits, { hasMnemonics: true });
  const slots: Slot[] = [];
  let isResources = false;
  forEachSubtree(
    file.text,
    (name) => {
      if (name === 'root') isResources = true;
      return name === 'data';
    },
    (entry) => {
      const value = childOf(entry, 'value');
      const isString = !entry.attribute('type') && !entry.attribute('mimetype');
      // The designer keeps names and types of controls as `>>label1.Name`.
      if (!value || value.isEmpty || !isString || entry.attribute('name')?.startsWith('>>')) return;
      if (value.children.some((child) => child.name !== undefined)) return;
      const slot = collector.add({
        start: value.innerStart,
        end: value.innerEnd,
        inlines: plainText(textOf(value)),
        encode: escapeXml,
      });
      if (slot) slots.push(slot);
    },
    { limits },
  );
  if (!isResources) throw new DocumentError('format_mismatch', 'It is no .resx file.');
  return textDocument(file, { text: file.text, slots }, collector.paragraphs, XML_UNENCODABLE);
};

/** Catalogues of Qt Linguist: messages without a translation. They stay marked as unfinished. */
export const readQt: Filter = (bytes, options) => {
  const { limits } = options;
  const file = readXmlFile(bytes, options);
  const collector = createParagraphCollector(limits, { hasMnemonics: true });
  const slots: Slot[] = [];
  let root: Pick<XmlElement, 'start' | 'end'> | undefined;
  let plurals = 0;
  forEachSubtree(
    file.text,
    (name, element) => {
      if (name === 'TS') root = element;
      return name === 'message';
    },
    (message) => {
      const source = childOf(message, 'source');
      const translation = childOf(message, 'translation');
      if (!source || !isOpen(translation)) return;
      // A character that XML does not have stands as an element.
      if (source.children.some((child) => child.name !== undefined)) return;
      const place = translation ?? { start: message.innerEnd, end: message.innerEnd };
      const isPlural = message.attribute('numerus') === 'yes';
      const slot = collector.add({
        start: place.start,
        end: place.end,
        inlines: plainText(textOf(source)),
        encode: escapeXml,
        isAdded: true,
        finish: (text, { targetLanguage = options.targetLanguage }) => {
          if (isPlural) plurals++;
          const written = isPlural
            ? `<numerusform>${text}</numerusform>`.repeat(formCount(targetLanguage))
            : text;
          return `<translation type="unfinished">${written}</translation>`;
        },
      });
      if (slot) slots.push(slot);
    },
    { limits, allowsDoctype: true },
  );
  if (!root) throw new DocumentError('format_mismatch', 'It is no catalogue of Qt Linguist.');
  const { start, end } = root;
  const localize = ({ targetLanguage }: WriteOptions): readonly Edit[] => {
    if (!targetLanguage) return [];
    const language = targetLanguage.replaceAll('-', '_');
    const text = setAttributes(file.text.slice(start, end), new Map([['language', language]]));
    return [{ start, end, text }];
  };
  return textDocument(file, { text: file.text, slots, localize }, collector.paragraphs, {
    ...XML_UNENCODABLE,
    notes: () => (plurals > 0 ? [PLURAL_NOTE] : []),
  });
};

const PLURAL_NOTE =
  'All plural forms of a message got the same translation, because its source has only one. Check them.';

const isOpen = (translation: XmlNode | undefined): boolean => {
  const type = translation?.attribute('type');
  if (type === 'vanished' || type === 'obsolete') return false;
  return !translation || textOf(translation).trim() === '';
};

/** Languages for which Qt counts otherwise than CLDR. */
const FORMS_OF_QT: Readonly<Record<string, number>> = { ga: 3, mk: 3 };

const formCount = (language: string | undefined): number =>
  FORMS_OF_QT[language?.split('-')[0] ?? ''] ?? countPluralForms(language) ?? 2;
