import { escapeXmlAttribute } from './escape-xml.js';

/** Writes a start tag with attributes set: in their place, or after the others. */
export const setAttributes = (tag: string, attributes: ReadonlyMap<string, string>): string => {
  let written = tag;
  for (const [name, value] of attributes) {
    const attribute = ` ${name}="${escapeXmlAttribute(value)}"`;
    const found = new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`);
    written = found.test(written)
      ? written.replace(found, () => attribute)
      : written.replace(/\s*\/?>$/, (tail) => attribute + tail.trim());
  }
  return written;
};
