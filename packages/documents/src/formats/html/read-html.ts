import { referToUnencodable } from '../../encoding/encode-text.js';
import { encodingLabel } from '../../encoding/text-encoding.js';
import { readTextFile, textDocument, WHOLE_FILE } from '../../encoding/text-part.js';
import type { Filter } from '../../model.js';
import { createUnitCollector } from '../../units/unit-collector.js';
import { readHtmlPart } from './read-html-part.js';

/** HTML: block elements are units, inline elements codes, and some attributes units of their own. */
export const readHtml: Filter = (bytes, options) => {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  const file = readTextFile(bytes, options, declaredEncoding(head));
  const collector = createUnitCollector(options.limits);
  const isXml = /^\s*<\?xml\b|<html\b[^>]*xmlns=["']http:\/\/www\.w3\.org\/1999\/xhtml/.test(head);
  const part = readHtmlPart(WHOLE_FILE, file.text, collector, isXml);
  return textDocument(file, part, collector.units, {
    writeUnencodable: referToUnencodable,
    declareUtf8: (text) => text.replace(DECLARATION, '$1utf-8'),
  });
};

const DECLARATION =
  /^([\s\S]{0,4096}?(?:<\?xml[^>]*\sencoding\s*=\s*["']|<meta\b[^>]*\bcharset\s*=\s*["']?\s*))([\w.:-]+)/i;

const declaredEncoding = (head: string): string | undefined => {
  const label = encodingLabel(DECLARATION.exec(head)?.[2] ?? '');
  // What reads as ASCII cannot be UTF-16, whatever it says of itself.
  return label?.startsWith('utf-16') ? 'utf-8' : label;
};
