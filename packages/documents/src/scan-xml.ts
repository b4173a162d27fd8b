import { SaxesParser, type SaxesTagNS } from 'saxes';
import { DocumentError } from './document-error.js';
import { type DocumentLimits, requireWithin } from './limits.js';
import type { ReadOptions } from './model.js';
import { encodingLabel, referToUnencodable } from './text-encoding.js';
import { readTextFile, type TextFile, type UnencodableText } from './text-part.js';

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
interface XmlHandler {
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

const OFFICE = 'http://schemas.openxmlformats.org';
const STRICT = 'http://purl.oclc.org/ooxml';
const OASIS = 'urn:oasis:names:tc:opendocument:xmlns';

/** Usual prefixes by namespace. Office files come in a transitional and a strict kind. */
const NAMESPACES: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ...both('wordprocessingml/2006/main', 'wordprocessingml/main', 'w'),
  ...both('drawingml/2006/main', 'drawingml/main', 'a'),
  ...both('drawingml/2006/chart', 'drawingml/chart', 'c'),
  ...both('drawingml/2006/diagram', 'drawingml/diagram', 'dgm'),
  ...both('presentationml/2006/main', 'presentationml/main', 'p'),
  ...both('spreadsheetml/2006/main', 'spreadsheetml/main', 'x'),
  ...both('officeDocument/2006/math', 'officeDocument/math', 'm'),
  [`${OFFICE}/package/2006/relationships`, 'rel'],
  [`${OFFICE}/package/2006/content-types`, 'ct'],
  [`${OFFICE}/package/2006/metadata/core-properties`, 'cp'],
  [`${OFFICE}/markup-compatibility/2006`, 'mc'],
  ['http://schemas.microsoft.com/office/drawing/2008/diagram', 'dsp'],
  ['http://schemas.microsoft.com/office/word/2010/wordprocessingShape', 'wps'],
  ['http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments', 'tc'],
  ['urn:schemas-microsoft-com:vml', 'v'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  [`${OASIS}:office:1.0`, 'office'],
  [`${OASIS}:text:1.0`, 'text'],
  [`${OASIS}:table:1.0`, 'table'],
  [`${OASIS}:drawing:1.0`, 'draw'],
  [`${OASIS}:presentation:1.0`, 'presentation'],
  [`${OASIS}:style:1.0`, 'style'],
  [`${OASIS}:meta:1.0`, 'meta'],
  [`${OASIS}:manifest:1.0`, 'manifest'],
  [`${OASIS}:xsl-fo-compatible:1.0`, 'fo'],
  [`${OASIS}:svg-compatible:1.0`, 'svg'],
  ['urn:oasis:names:tc:xliff:document:1.2', ''],
  ['urn:oasis:names:tc:xliff:document:2.0', ''],
  ['urn:oasis:names:tc:xliff:document:2.2', ''],
  ['http://www.lisa.org/tmx14', ''],
  ['http://www.idpf.org/2007/opf', 'opf'],
  ['http://www.daisy.org/z3986/2005/ncx/', 'ncx'],
  ['urn:oasis:names:tc:opendocument:xmlns:container', 'container'],
]);

function both(transitional: string, strict: string, prefix: string): [string, string][] {
  return [
    [`${OFFICE}/${transitional}`, prefix],
    [`${STRICT}/${strict}`, prefix],
  ];
}

const canonicalName = ({ uri, local }: SaxesTagNS): string => {
  const prefix = NAMESPACES.get(uri);
  return prefix === undefined ? `?:${local}` : prefix === '' ? local : `${prefix}:${local}`;
};

/** Messages of the parser quote what they did not like; names of elements are not for logs. */
const withoutContent = (message: string): string =>
  message.replace(/^(\d+:\d+): ([^:<"&]{0,60}).*$/s, 'line and column $1, $2').trim();

const DECLARATION = /^(<\?xml[^>]{0,200}\sencoding\s*=\s*["'])([\w.:-]+)/;

/** The encoding an XML file names itself; UTF-8 where it names none. */
export const declaredXmlEncoding = (bytes: Uint8Array): string | undefined => {
  const head = Buffer.from(bytes.subarray(0, 256))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  if (head.includes('\0')) return undefined;
  const name = DECLARATION.exec(head)?.[2];
  const label = name === undefined ? 'utf-8' : encodingLabel(name);
  // What reads as ASCII cannot be UTF-16, whatever it says of itself.
  return label?.startsWith('utf-16') ? 'utf-8' : label;
};

/** XML has references for characters its encoding lacks. */
export const XML_UNENCODABLE: UnencodableText = {
  writeUnencodable: referToUnencodable,
  declareUtf8: (text) => text.replace(DECLARATION, '$1UTF-8'),
};

/** Reads a file that is one XML text. @throws DocumentError too_large, malformed */
export const readXmlFile = (bytes: Uint8Array, options: ReadOptions): TextFile =>
  readTextFile(bytes, options, declaredXmlEncoding(bytes));
