import { countElements } from '../../xml/count-elements.js';

/** Spans are joined, spaces written as elements, and language and direction said. */
const ELASTIC = {
  names: new Set(['span', 's', 'text-properties', 'paragraph-properties']),
  withContent: new Set<string>(),
};

/** What has to be in a part of an OpenDocument file as often after the translation as before. */
export const countOpenDocumentElements = (source: string): ReadonlyMap<string, number> =>
  countElements(source, ELASTIC);
