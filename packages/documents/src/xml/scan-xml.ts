import { SaxesParser, type SaxesTagNS } from 'saxes';
import { DocumentError } from '../document-error.js';
import { type DocumentLimits, requireWithin } from '../limits.js';
import { NAMESPACES } from './namespaces.js';

/** An opening or empty tag with its place in the source. */
export interface XmlElement {
  /** Local name after the usual prefix of its namespace, whatever the prefix in this file. */
  readonly name: string;
  /** As the file has it, with prefix. */
  readonly sourceName: string;
  readonly start: number;
  readonly end: number;
  readonly isEmpty: boolean;
  /** The value of an attribute by its name without prefix, or with for `xml:lang` and the like. */
  attribute(name: string): string | undefined;
}

/** What a reader of XML wants to know. Places are in UTF-16 code units of the source. */
export interface XmlHandler {
  open?(element: XmlElement): void;
  /** Called for empty elements, too, with the place of the tag's end. */
  close?(name: string, start: number, end: number): void;
  /** Text with its references resolved. */
  text?(text: string, start: number, end: number): void;
  /** Comments and processing instructions. */
  other?(start: number, end: number): void;
}

export interface ScanXmlOptions {
  readonly limits: DocumentLimits;
  /** Whether a document type without declarations of its own may be there. Default no. */
  readonly allowsDoctype?: boolean;
}

/**
 * Reads XML from front to back. Nothing is expanded or fetched.
 *
 * @throws DocumentError malformed for what is not well-formed, too_large
 */
export const scanXml = (
  source: string,
  handler: XmlHandler,
  { limits, allowsDoctype = false }: ScanXmlOptions,
): void => {
  const parser = new SaxesParser({ xmlns: true, position: true });
  let last = 0;
  let depth = 0;
  /** @returns the place of the token that has just ended */
  const take = (end: number): readonly [start: number, end: number] => {
    const start = last;
    last = end;
    return [start, end];
  };
  parser.on('error', (error) => {
    throw new DocumentError('malformed', `XML: ${withoutContent(error.message)}`);
  });
  parser.on('doctype', (text) => {
    if (!allowsDoctype || text.includes('[')) {
      throw new DocumentError('malformed', 'Document type declarations are not accepted.');
    }
    take(parser.position);
  });
  parser.on('xmldecl', () => take(parser.position));
  parser.on('text', (text) => {
    const isAtEnd = parser.position > source.length || source[parser.position - 1] !== '<';
    const [start, end] = take(parser.position - (isAtEnd ? 0 : 1));
    if (depth > 0) handler.text?.(text, start, end);
  });
  parser.on('cdata', (text) => handler.text?.(text, ...take(parser.position)));
  // The event comes at the second hyphen, before the bracket.
  parser.on('comment', () => handler.other?.(...take(parser.position + 1)));
  parser.on('processinginstruction', () => handler.other?.(...take(parser.position)));
  parser.on('opentag', (tag) => {
    const [start, end] = take(parser.position);
    requireWithin(end - start, limits, 'tagLength');
    requireWithin(++depth, limits, 'depth');
    handler.open?.(elementOf(tag, start, end));
  });
  parser.on('closetag', (tag) => {
    const [start, end] = take(parser.position);
    depth--;
    handler.close?.(canonicalName(tag), tag.isSelfClosing ? end : start, end);
  });
  parser.write(source).close();
};

const elementOf = (tag: SaxesTagNS, start: number, end: number): XmlElement => ({
  name: canonicalName(tag),
  sourceName: tag.name,
  start,
  end,
  isEmpty: tag.isSelfClosing,
  attribute(name) {
    const direct = tag.attributes[name];
    if (direct) return direct.value;
    for (const key in tag.attributes) {
      const attribute = tag.attributes[key];
      if (attribute?.local === name && attribute.prefix !== 'xmlns') return attribute.value;
    }
    return undefined;
  },
});

const canonicalName = ({ uri, local }: SaxesTagNS): string => {
  const prefix = NAMESPACES.get(uri);
  return prefix === undefined ? `?:${local}` : prefix === '' ? local : `${prefix}:${local}`;
};

/** Messages of the parser quote what they did not like; names of elements are not for logs. */
const withoutContent = (message: string): string =>
  message.replace(/^(\d+:\d+): ([^:<"&]{0,60}).*$/s, 'line and column $1, $2').trim();
