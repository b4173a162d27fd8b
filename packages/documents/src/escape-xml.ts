/** Escapes text for the content of an element; characters XML cannot hold are dropped. */
export const escapeXml = (text: string): string =>
  withoutForbidden(text).replace(/[&<>]/g, (character) => REFERENCES[character] ?? character);

/** Escapes text for an attribute value in double or single quotes. */
export const escapeXmlAttribute = (text: string): string =>
  withoutForbidden(text).replace(
    /[&<>"'\t\n\r]/g,
    (character) => REFERENCES[character] ?? character,
  );

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

/** Leaves out the characters that XML cannot hold. */
export const withoutForbidden = (text: string): string =>
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

/** Writes a start tag with attributes set: in their place, or after the others. */
export const setAttributes = (tag: string, attributes: ReadonlyMap<string, string>): string => {
  let written = tag;
  for (const [name, value] of attributes) {
    const attribute = ` ${name}="${escapeXmlAttribute(value)}"`;
    const found = new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`);
    written = found.test(written)
      ? written.replace(found, () => attribute)
      : addToTag(written, attribute);
  }
  return written;
};

const addToTag = (tag: string, attribute: string): string => {
  const end = tag.endsWith('/>') ? '/>' : '>';
  return tag.slice(0, -end.length).trimEnd() + attribute + end;
};

/** Makes the tag of an empty element one that opens an element. */
export const openingTag = (tag: string): string =>
  tag.endsWith('/>') ? `${tag.slice(0, -2).trimEnd()}>` : tag;
