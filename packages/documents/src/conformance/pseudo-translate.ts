import type { DocumentUnit } from '../model.js';
import { escapeXml, unescapeXml } from '../xml/escape-xml.js';

/** Changes every word of a unit and keeps its codes where they are. */
export const pseudoTranslate = (
  unit: DocumentUnit,
  translate: (text: string) => string = (text) => text.replace(/\p{L}+/gu, (word) => `${word}é`),
): string => {
  if (!unit.hasMarkup) return translate(unit.text);
  return unit.text.replace(/(<n [^>]*>[^<]*<\/n>|<[^>]*>)|[^<]+/g, (whole, code) =>
    code ? whole : escapeXml(translate(unescapeXml(whole))),
  );
};

/** The codes of a unit, in order. */
export const codesOf = (text: string): readonly string[] => text.match(/<[^>]*>/g) ?? [];
