import type { DocumentUnit, UnitCode } from '../model.js';

/** Changes every word of a unit and keeps its codes where they are. */
export const pseudoTranslate = (
  unit: DocumentUnit,
  translate: (text: string) => string = (text) => text.replace(/\p{L}+/gu, (word) => `${word}é`),
): DocumentUnit => {
  const codes: UnitCode[] = [];
  let text = '';
  let position = 0;
  const translateTo = (end: number): void => {
    const part = unit.text.slice(position, end);
    if (part !== '') text += translate(part);
    position = end;
  };
  for (const code of unit.codes) {
    translateTo(code.at);
    codes.push({ ...code, at: text.length });
    position = code.at + code.length;
    text += unit.text.slice(code.at, position);
  }
  translateTo(unit.text.length);
  return { text, codes };
};
