import { type DocumentFormat, FORMATS } from '@dragoman/documents';

const MAX_CHARACTERS = 200;
/** Control characters, and those that make a name look like another one (UAX #9). */
const HIDDEN = /[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

/** A name without folders and without what could deceive; its end, with the extension, stays. */
export const cleanFileName = (name: string): string => {
  const plain = name
    .replace(/^.*[/\\]/s, '')
    .replace(HIDDEN, '')
    .trim();
  return [...plain].slice(-MAX_CHARACTERS).join('');
};

/** The name of the result: that of the source, with another extension for another format. */
export const resultFileName = (
  name: string,
  format: DocumentFormat,
  outputFormat: DocumentFormat,
): string =>
  format === outputFormat
    ? name
    : `${name.replace(/\.[^.]*$/, '')}.${FORMATS[outputFormat].extensions[0]}`;

/** A `Content-Disposition` for a download under any name (RFC 6266, RFC 8187). */
export const attachment = (name: string): string => {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '\\$&');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
