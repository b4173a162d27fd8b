import { unescapeXml } from '../common/escape-xml.js';
import type { Unit } from '../common/model.js';

/** Unicode code points of the text of units, without their codes: what a document is billed by. */
export const countCharacters = (units: readonly Unit[]): number => {
  let count = 0;
  for (const { text, hasMarkup } of units) {
    const plain = hasMarkup ? unescapeXml(text.replace(/<[^>]*>/g, '')) : text;
    for (const _ of plain) count++;
  }
  return count;
};
