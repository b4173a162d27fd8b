import type { DocumentUnit } from '../model.js';
import { unescapeXml } from '../xml/escape-xml.js';

/** Unicode code points of the text of units, without their codes: what a document is billed by. */
export const countCharacters = (units: readonly DocumentUnit[]): number => {
  let count = 0;
  for (const { text, hasMarkup } of units) {
    const plain = hasMarkup ? unescapeXml(text.replace(/<[^>]*>/g, '')) : text;
    count += plain.length - pairsIn(plain);
  }
  return count;
};

/** Characters that take two UTF-16 code units. */
const pairsIn = (text: string): number =>
  text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0;
