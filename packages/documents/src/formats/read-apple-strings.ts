import { DocumentError } from '../document-error.js';
import { escapeXml } from '../escape-xml.js';
import type { Code, Filter, Inline, Slot } from '../model.js';
import { createParagraphCollector, plainText } from '../paragraph-collector.js';
import { isPluralCategory, pluralCategories, pluralNote } from '../plural-categories.js';
import { readXmlFile, XML_UNENCODABLE } from '../scan-xml.js';
import { encodeQuoted, readTextFile, spaceBefore, textDocument } from '../text-part.js';
import { forEachSubtree, textOf, type XmlNode } from '../xml-subtrees.js';

const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/[^\r\n]*|"(?:\\[\s\S]|[^"\\])*"\s*=\s*"((?:\\[\s\S]|[^"\\])*)"\s*;|[\w.-]+\s*=\s*"((?:\\[\s\S]|[^"\\])*)"\s*;|\s+/y;

/** Apple's .strings: values. */
export const readAppleStrings: Filter = (bytes, options) => {
  const file = readTextFile(bytes, options);
  const collector = createParagraphCollector(options.limits);
  const slots: Slot[] = [];
  TOKEN.lastIndex = 0;
  for (let position = 0; position < file.text.length; position = TOKEN.lastIndex) {
    TOKEN.lastIndex = position;
    const match = TOKEN.exec(file.text);
    if (!match)
      throw new DocumentError('malformed', `Expected a key or a comment at character ${position}.`);
    const [whole, quoted, bareQuoted] = match;
    const value = quoted ?? bareQuoted;
    if (value === undefined) continue;
    const end = match.index + whole.lastIndexOf('"');
    const slot = collector.add({
      start: end - value.length,
      end,
      inlines: plainText(decodeString(value)),
      encode: encodeQuoted,
    });
    if (slot) slots.push(slot);
  }
  return textDocument(file, { text: file.text, slots }, collector.paragraphs);
};

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

const decodeString = (value: string): string =>
  value.replace(/\\(?:[uU]([\da-fA-F]{4})|([\s\S]))/g, (_whole, unicode, character) =>
    unicode ? String.fromCharCode(Number.parseInt(unicode, 16)) : (ESCAPES[character] ?? character),
  );

const FORMAT = 'NSStringLocalizedFormatKey';
const RULE = 'NSStringFormatSpecTypeKey';
/** Dictionaries of sentences for a width or a kind of device. */
const VARIANTS = new Set(['NSStringVariableWidthRuleType', 'NSStringDeviceSpecificRuleType']);
/** A form that is written elsewhere, and the number of a substitution. */
const VARIABLE = /%(?:\d+\$)?#@[^@]*@|%arg\b/g;
const PLACEHOLDER = /%(?:\d+\$)?[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|q|z|t|j|L)?[@a-zA-Z]/g;

/** Apple's dictionaries of plurals: the forms, and the sentences around variables. */
export const readStringsdict: Filter = (bytes, options) => {
  const { limits } = options;
  const file = readXmlFile(bytes, options);
  const collector = createParagraphCollector(limits);
  const slots: Slot[] = [];
  const added = new Set<string>();
  let isPlist = false;

  const add = (value: XmlNode): Slot | undefined => {
    if (value.name !== 'string' || value.isEmpty || !hasAppleWords(textOf(value))) return undefined;
    const slot = collector.add({
      start: value.innerStart,
      end: value.innerEnd,
      ...appleText(textOf(value), escapeXml),
      encode: escapeXml,
    });
    if (slot) slots.push(slot);
    return slot;
  };

  const addForms = (entries: Entries): void => {
    const first = slots.length;
    for (const [key, { value }] of entries) if (isPluralCategory(key)) add(value);
    const paragraphs = slots.slice(first).map(({ paragraph }) => paragraph);
    const other = entries.get('other');
    const slot = other && slots.find(({ start }) => start === other.value.innerStart);
    if (!other || !slot) return;
    const indent = spaceBefore(file.text, other.key.start);
    const between = file.text.slice(other.key.end, other.value.start);
    slots.push({
      ...slot,
      start: other.value.end,
      end: other.value.end,
      together: paragraphs,
      finish(rendered, { targetLanguage }) {
        const missing = pluralCategories(targetLanguage).filter((name) => !entries.has(name));
        for (const name of missing) added.add(name);
        return missing
          .map((name) => `${indent}<key>${name}</key>${between}<string>${rendered}</string>`)
          .join('');
      },
    });
  };

  const visit = (dictionary: XmlNode): void => {
    const entries = entriesOf(dictionary);
    const format = entries.get(FORMAT);
    if (format) add(format.value);
    if (entries.has(RULE)) {
      addForms(entries);
      return;
    }
    for (const [key, { value }] of entries) {
      if (VARIANTS.has(key)) {
        for (const { value: text } of entriesOf(value).values()) add(text);
      }
      if (value.name === 'dict') visit(value);
    }
  };

  forEachSubtree(
    file.text,
    (name) => {
      if (name === 'plist') isPlist = true;
      return name === 'dict';
    },
    visit,
    { limits, allowsDoctype: true },
  );
  if (!isPlist) throw new DocumentError('format_mismatch', 'It is no property list in XML.');
  return textDocument(file, { text: file.text, slots }, collector.paragraphs, {
    ...XML_UNENCODABLE,
    notes: () => (added.size > 0 ? [pluralNote(added)] : []),
  });
};

type Entries = ReadonlyMap<string, { readonly key: XmlNode; readonly value: XmlNode }>;

const entriesOf = ({ children }: XmlNode): Entries => {
  const elements = children.filter((child): child is XmlNode => child.name !== undefined);
  const entries = new Map<string, { readonly key: XmlNode; readonly value: XmlNode }>();
  for (const [index, key] of elements.entries()) {
    const value = elements[index + 1];
    if (key.name === 'key' && value && value.name !== 'key')
      entries.set(textOf(key), { key, value });
  }
  return entries;
};

/** Whether a text has more than placeholders. */
export const hasAppleWords = (text: string): boolean =>
  /\p{L}/u.test(text.replace(VARIABLE, '').replace(PLACEHOLDER, ''));

/** `%#@files@` stands for a form that is written elsewhere. @param encode writes it in the file */
export const appleText = (
  text: string,
  encode: (text: string) => string,
): { readonly inlines: readonly Inline[]; readonly codes: readonly Code[] } => {
  const inlines: Inline[] = [];
  const codes: Code[] = [];
  let position = 0;
  for (const { 0: variable, index } of text.matchAll(VARIABLE)) {
    if (index > position) inlines.push({ kind: 'text', text: text.slice(position, index) });
    const code = { kind: 'kept', open: encode(variable), close: '', shown: variable } as const;
    inlines.push({ kind: 'point', code: codes.push(code) - 1 });
    position = index + variable.length;
  }
  if (position < text.length) inlines.push({ kind: 'text', text: text.slice(position) });
  return { inlines, codes };
};
