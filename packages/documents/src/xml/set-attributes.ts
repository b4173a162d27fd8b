import { escapeXmlAttribute } from './escape-xml.js';

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
