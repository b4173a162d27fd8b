import { DocumentError } from './document-error.js';
import { decodeText } from './encoding/text-encoding.js';
import { DEFAULT_LIMITS } from './limits.js';
import { declaredXmlEncoding } from './xml/scan-xml.js';
import { forEachSubtree, textOf, type XmlNode } from './xml/xml-subtrees.js';

/** The terms of one concept in one language, the first one first. */
export interface ConceptTerms {
  /** As the file names it, such as `en-US`. */
  readonly language: string;
  readonly terms: readonly string[];
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
// TBX 2 (ISO 30042:2008) and TBX 3 (ISO 30042:2019).
const CONCEPTS = new Set(['termEntry', 'conceptEntry']);
const LANGUAGES = new Set(['langSet', 'langSec']);

/**
 * Reads a terminology file (TBX 2 or 3): the terms of each concept by language.
 *
 * @throws DocumentError malformed, too_large, format_mismatch without a concept
 */
export const readTbx = (bytes: Uint8Array): readonly (readonly ConceptTerms[])[] => {
  const { text } = decodeText(bytes, { declared: declaredXmlEncoding(bytes) });
  const concepts: (readonly ConceptTerms[])[] = [];
  forEachSubtree(
    text,
    (name) => CONCEPTS.has(localName(name)),
    (concept) => concepts.push(languagesOf(concept)),
    { limits: DEFAULT_LIMITS, allowsDoctype: true },
  );
  if (concepts.length > 0) return concepts;
  throw new DocumentError('format_mismatch', 'It is no TBX file, or has no terms.');
};

const languagesOf = (concept: XmlNode): readonly ConceptTerms[] =>
  descendants(concept, (name) => LANGUAGES.has(name)).map((section) => ({
    language: section.attribute('xml:lang') ?? section.attribute('lang') ?? '',
    terms: descendants(section, (name) => name === 'term').map((term) =>
      textOf(term).replace(/\s+/g, ' ').trim(),
    ),
  }));

const descendants = (node: XmlNode, isWanted: (name: string) => boolean): readonly XmlNode[] =>
  node.children.flatMap((child) => {
    if (child.name === undefined) return [];
    return isWanted(localName(child.name)) ? [child] : descendants(child, isWanted);
  });
