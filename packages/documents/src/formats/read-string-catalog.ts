import type { Node } from 'jsonc-parser';
import { DocumentError } from '../document-error.js';
import { append } from '../many-values.js';
import type { Filter, ReadOptions, Slot, WriteOptions } from '../model.js';
import { createParagraphCollector, type ParagraphCollector } from '../paragraph-collector.js';
import { pluralCategories, pluralNote } from '../plural-categories.js';
import { readTextFile, type TextFile, textDocument } from '../text-part.js';
import { appleText, hasAppleWords } from './read-apple-strings.js';
import { encodeJson, parseJson } from './read-json.js';

/** Apple's string catalogues: entries get the target language where it is missing. */
export const readStringCatalog: Filter = (bytes, options) => {
  const file = readTextFile(bytes, options);
  const root = parseJson(file.text, options.limits);
  const strings = propertyOf(root, 'strings');
  if (strings?.type !== 'object') {
    throw new DocumentError('malformed', 'It is no string catalogue.');
  }
  const sourceLanguage = textValue(propertyOf(root, 'sourceLanguage')) ?? 'en';
  const collector = createParagraphCollector(options.limits);
  const slots: Slot[] = [];
  const added = new Set<string>();
  for (const { children = [] } of strings.children ?? []) {
    const [keyNode, entry] = children;
    const key = textValue(keyNode);
    if (key === undefined || entry?.type !== 'object') continue;
    const source = sourceOf(entry, sourceLanguage);
    if (source === 'fixed') continue;
    const isWhole =
      !source || !['variations', 'substitutions'].some((name) => propertyOf(source, name));
    const text = source ? textValue(propertyOf(propertyOf(source, 'stringUnit'), 'value')) : key;
    const place = placeFor({ key: keyNode as Node, entry }, options.targetLanguage, file.text);
    if (!place) continue;
    if (!isWhole || text === undefined) {
      if (source) append(slots, variationSlots(source, place, { collector, options, file, added }));
      continue;
    }
    if (!hasAppleWords(text)) continue;
    const slot = collector.add({
      start: place.start,
      end: place.end,
      ...appleText(text, encodeJson),
      encode: encodeJson,
      isAdded: true,
      finish: (value, { targetLanguage = options.targetLanguage }) =>
        targetLanguage === undefined
          ? place.source
          : place.write(`${JSON.stringify(targetLanguage)} : ${writeUnit(value, place.indent)}`),
    });
    if (slot) slots.push(slot);
  }
  return textDocument(file, { text: file.text, slots }, collector.paragraphs, {
    notes: () => (added.size > 0 ? [pluralNote(added)] : []),
  });
};

interface Catalog {
  readonly collector: ParagraphCollector;
  readonly options: ReadOptions;
  readonly file: TextFile;
  /** Plural categories that were written although the source has none. */
  readonly added: Set<string>;
}

/** A part of the source's localization: taken over, translated, or a form to add. */
type LocalizationPart =
  | { readonly source: string }
  | { readonly slot: Slot; readonly write: (value: string, options: WriteOptions) => string };

/**
 * The localization of the source with the texts of its variations translated, by number, device
 * or variable. All of it is added in one place, one slot for every text.
 */
const variationSlots = (
  source: Node,
  place: LocalizationPlace,
  { collector, options, file, added }: Catalog,
): readonly Slot[] => {
  const parts: LocalizationPart[] = [];
  let position = source.offset;
  const copyTo = (end: number): void => {
    const text = file.text.slice(position, end);
    parts.push({ source: text.replace(/("state"\s*:\s*")[^"]*"/g, '$1needs_review"') });
    position = end;
  };
  const addText = (unit: Node): void => {
    const value = propertyOf(unit, 'value');
    const text = textValue(value);
    if (!value || text === undefined || !hasAppleWords(text)) return;
    const slot = collector.add({
      start: place.start,
      end: place.end,
      ...appleText(text, encodeJson),
      encode: encodeJson,
      isAdded: true,
    });
    if (!slot) return;
    copyTo(value.offset + 1);
    parts.push({ slot, write: (written) => written });
    position = value.offset + value.length - 1;
  };
  const visit = (node: Node, isPlural: boolean): void => {
    const names = new Set(node.children?.map(({ children }) => children?.[0]?.value));
    for (const property of node.children ?? []) {
      const [name, inner] = property.children ?? [];
      if (inner?.type !== 'object') continue;
      if (name?.value === 'stringUnit') {
        addText(inner);
        continue;
      }
      const before = parts.length;
      visit(inner, name?.value === 'plural');
      const written = parts.slice(before).filter((part) => 'slot' in part);
      const [only] = written;
      if (!isPlural || name?.value !== 'other' || !only || written.length > 1) continue;
      copyTo(property.offset + property.length);
      parts.push({
        slot: only.slot,
        write: (text, { targetLanguage = options.targetLanguage }) => {
          const missing = pluralCategories(targetLanguage).filter((form) => !names.has(form));
          for (const form of missing) added.add(form);
          const indent = indentOf(property, file.text);
          const unit = writeUnit(text, indent);
          return missing.map((form) => `,${indent || ' '}"${form}" : ${unit}`).join('');
        },
      });
    }
  };
  visit(source, false);
  copyTo(source.offset + source.length);
  return joinParts(parts, place, options);
};

/** Every slot takes the copied source in front of it along, and the last one what is behind it. */
const joinParts = (
  parts: readonly LocalizationPart[],
  place: LocalizationPlace,
  { targetLanguage: readFor }: ReadOptions,
): readonly Slot[] => {
  const joined: { slot: Slot; before: string; after: string; write: Write }[] = [];
  let before = '';
  for (const part of parts) {
    if ('source' in part) before += part.source;
    else {
      joined.push({ slot: part.slot, before, after: '', write: part.write });
      before = '';
    }
  }
  const last = joined.at(-1);
  if (last) last.after = before;
  return joined.map(({ slot, before: head, after, write }, index) => ({
    ...slot,
    finish: (text, writeOptions) => {
      const language = writeOptions.targetLanguage ?? readFor;
      // Without a language there is nothing to add.
      if (language === undefined) return place.source;
      const [opening = '', closing = ''] = place
        .write(`${JSON.stringify(language)} : \0`)
        .split('\0');
      const isFirst = index === 0;
      const isLast = index === joined.length - 1;
      const written = head + write(text, writeOptions) + after;
      return `${isFirst ? opening : ''}${written}${isLast ? closing : ''}`;
    },
  }));
};

type Write = (value: string, options: WriteOptions) => string;

const propertyOf = (node: Node | undefined, name: string): Node | undefined =>
  node?.type === 'object'
    ? node.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1]
    : undefined;

const textValue = (node: Node | undefined): string | undefined =>
  node?.type === 'string' && typeof node.value === 'string' ? node.value : undefined;

/**
 * @returns the localization of the source language; undefined where the key is its text; `fixed`
 *   for what is not translated: where the file says so, or is not what Xcode writes
 */
const sourceOf = (entry: Node, language: string): Node | 'fixed' | undefined => {
  if (propertyOf(entry, 'shouldTranslate')?.value === false) return 'fixed';
  const localizations = propertyOf(entry, 'localizations');
  const source = propertyOf(localizations, language);
  const areObjects = [localizations, source].every((node) => !node || node.type === 'object');
  return areObjects ? source : 'fixed';
};

interface LocalizationPlace {
  readonly start: number;
  readonly end: number;
  /** What is there now: nothing but white space. */
  readonly source: string;
  /** The white space in front of the localization; Xcode writes every property on a line. */
  readonly indent: string;
  write(localization: string): string;
}

/** Where the localization goes, in the order of languages; undefined when it is there. */
const placeFor = (
  { key, entry }: { readonly key: Node; readonly entry: Node },
  language: string | undefined,
  source: string,
): LocalizationPlace | undefined => {
  const localizations = propertyOf(entry, 'localizations');
  const within = localizations ?? entry;
  const siblings = within.children ?? [];
  const last = siblings.at(-1);
  if (!last) return placeInEmpty(within, { key, isEntry: !localizations }, source);
  const indent = indentOf(last, source);
  const insertAt = (at: number) => ({ start: at, end: at, source: '' });
  if (!localizations) {
    const inner = indent && `${indent}  `;
    return {
      ...insertAt(last.offset + last.length),
      indent: inner,
      write: (text) =>
        `,${indent || ' '}"localizations" : {${inner || ' '}${text}${indent || ' '}}`,
    };
  }
  const names = siblings.map(({ children }) => String(children?.[0]?.value));
  if (language !== undefined && names.includes(language)) return undefined;
  const next = language === undefined ? undefined : siblings[names.findIndex((n) => n > language)];
  return next
    ? { ...insertAt(next.offset), indent, write: (text) => `${text},${indent || ' '}` }
    : {
        ...insertAt(last.offset + last.length),
        indent,
        write: (text) => `,${indent || ' '}${text}`,
      };
};

/** Xcode writes an empty line into what is empty; its place is taken. */
const placeInEmpty = (
  { offset, length }: Node,
  { key, isEntry }: { readonly key: Node; readonly isEntry: boolean },
  source: string,
): LocalizationPlace => {
  const [start, end] = [offset + 1, offset + length - 1];
  const around = indentOf(key, source);
  const outer = isEntry || !around ? around : `${around}  `;
  const middle = outer && `${outer}  `;
  const inner = isEntry ? middle && `${middle}  ` : middle;
  return {
    start,
    end,
    source: source.slice(start, end),
    indent: inner,
    write: (text) =>
      isEntry
        ? `${middle || ' '}"localizations" : {${inner || ' '}${text}${middle || ' '}}${outer || ' '}`
        : `${inner || ' '}${text}${outer || ' '}`,
  };
};

/** @param indent the white space in front of its name; empty writes it on one line */
const writeUnit = (value: string, indent: string): string => {
  const [outer, inner] = indent ? [`${indent}  `, `${indent}    `] : [' ', ' '];
  const state = `${inner}"state" : "needs_review",${inner}"value" : "${value}"`;
  return `{${outer}"stringUnit" : {${state}${outer}}${indent || ' '}}`;
};

/** The line break and white space in front of a property; empty if it is not on its own line. */
const indentOf = ({ offset }: Node, source: string): string =>
  /\r?\n[^\S\n]*$/.exec(source.slice(Math.max(0, offset - 200), offset))?.[0] ?? '';
