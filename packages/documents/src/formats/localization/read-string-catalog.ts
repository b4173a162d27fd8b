import { type Node, parseTree } from 'jsonc-parser';
import { DocumentError } from '../../common/document-error.js';
import type { Filter, Slot } from '../../common/model.js';
import { readTextFile, textDocument } from '../../encoding/text-part.js';
import { createUnitCollector, plainText } from '../../units/unit-collector.js';
import { encodeJson, refuseDeepJson } from '../data/read-json.js';

/** Apple's string catalogues: entries get the target language where it is missing. */
export const readStringCatalog: Filter = (bytes, options) => {
  const file = readTextFile(bytes, options);
  refuseDeepJson(file.text, options.limits);
  const root = parseTree(file.text);
  const strings = root && propertyOf(root, 'strings');
  if (!root || strings?.type !== 'object') {
    throw new DocumentError('malformed', 'It is no string catalogue.');
  }
  const sourceLanguage = textValue(propertyOf(root, 'sourceLanguage')) ?? 'en';
  const collector = createUnitCollector(options.limits);
  const slots: Slot[] = [];
  for (const { children = [] } of strings.children ?? []) {
    const [keyNode, entry] = children;
    const key = textValue(keyNode);
    if (key === undefined || entry?.type !== 'object') continue;
    const text = sourceText(entry, key, sourceLanguage);
    const place = placeFor(entry, options.targetLanguage, file.text);
    if (text === undefined || !place) continue;
    const slot = collector.add({
      ...{ start: place.at, end: place.at, inlines: plainText(text), encode: encodeJson },
      isAdded: true,
      finish: (value, { targetLanguage = options.targetLanguage ?? 'und' }) =>
        place.write(
          `${JSON.stringify(targetLanguage)} : { "stringUnit" : { "state" : "needs_review", "value" : "${value}" } }`,
        ),
    });
    if (slot) slots.push(slot);
  }
  return textDocument(file, { text: file.text, slots }, collector.units);
};

const propertyOf = (object: Node, name: string): Node | undefined =>
  object.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1];

const textValue = (node: Node | undefined): string | undefined =>
  node?.type === 'string' && typeof node.value === 'string' ? node.value : undefined;

/** @returns undefined for what is not to be translated, or has variations by number or device */
const sourceText = (entry: Node, key: string, language: string): string | undefined => {
  if (propertyOf(entry, 'shouldTranslate')?.value === false) return undefined;
  const localizations = propertyOf(entry, 'localizations');
  const source = localizations && propertyOf(localizations, language);
  if (!source) return key;
  const unit = propertyOf(source, 'stringUnit');
  return unit && textValue(propertyOf(unit, 'value'));
};

interface Place {
  readonly at: number;
  write(localization: string): string;
}

/** Where the localization goes; undefined when it is there. */
const placeFor = (entry: Node, language: string | undefined, source: string): Place | undefined => {
  const localizations = propertyOf(entry, 'localizations');
  if (localizations && language !== undefined && propertyOf(localizations, language))
    return undefined;
  const within = localizations ?? entry;
  const last = within.children?.at(-1);
  const indent = last ? indentOf(last, source) : '';
  const wrap = (text: string): string => (localizations ? text : `"localizations" : { ${text} }`);
  return last
    ? { at: last.offset + last.length, write: (text) => `,${indent}${wrap(text)}` }
    : { at: within.offset + 1, write: (text) => ` ${wrap(text)} ` };
};

/** The white space in front of a property, to put the next one below it. */
const indentOf = ({ offset }: Node, source: string): string =>
  /\s*$/.exec(source.slice(Math.max(0, offset - 200), offset))?.[0] ?? '';
