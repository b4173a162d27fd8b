/** Escapes text for the content of an element; characters XML cannot hold are dropped. */
export const escapeXml = (text: string): string =>
  dropForbidden(text).replace(/[&<>]/g, (character) => REFERENCES[character] ?? character);

/** Escapes text for an attribute value in double or single quotes. */
export const escapeXmlAttribute = (text: string): string =>
  dropForbidden(text).replace(/[&<>"'\t\n\r]/g, (character) => REFERENCES[character] ?? character);

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const dropForbidden = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '');

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** Reads the five named references of XML and numeric ones; others stay as they are. */
export const unescapeXml = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, dec, hex, name) => {
      if (name) return NAMED[name] ?? whole;
      const code = Number.parseInt(dec ?? hex, dec ? 10 : 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
