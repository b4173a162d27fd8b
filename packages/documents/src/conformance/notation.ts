import { escapeXml, unescapeXml } from '../escape-xml.js';
import type { DocumentFormat } from '../formats.js';
import type { DocumentUnit, UnitCode } from '../model.js';

/** A document of the conformance suite with what a reader has to find in it. */
export interface Sample {
  readonly name: string;
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
  /** Texts of the units, in order. */
  readonly units: readonly string[];
  /** Pieces of the result when every word has got an `é` at its end. */
  readonly written?: readonly string[];
  readonly sourceLanguage?: string;
  readonly targetLanguage?: string;
}

/** Bytes of a text in UTF-8. */
export const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

// Units as tests write them: plain text, or with codes `a <g id="1">b</g> <n id="2">kept</n>`, in
// which `g` is a pair, `x` a point, `br` a break and `n` what is kept.

const NAMES = { open: 'g', close: 'g', point: 'x', break: 'br', kept: 'n' } as const;
const KINDS = { g: 'open', x: 'point', br: 'break', n: 'kept' } as const;

/** A unit as tests write it. */
export const notationOf = ({ text, codes }: DocumentUnit): string => {
  if (codes.length === 0) return text;
  let position = 0;
  const parts = codes.map(({ kind, id, at, length }) => {
    const before = escapeXml(text.slice(position, at));
    position = at + length;
    const name = NAMES[kind];
    if (kind === 'close') return `${before}</${name}>`;
    if (kind === 'open') return `${before}<${name} id="${id}">`;
    const shown = escapeXml(text.slice(at, position));
    return `${before}<${name} id="${id}"${kind === 'kept' ? `>${shown}</${name}>` : '/>'}`;
  });
  return parts.join('') + escapeXml(text.slice(position));
};

export const notationsOf = (units: readonly DocumentUnit[]): readonly string[] =>
  units.map(notationOf);

export const plainUnit = (text: string): DocumentUnit => ({ text, codes: [] });

const CODE = /<n id="(\d+)">([^<]*)<\/n>|<(g|x|br) id="(\d+)"\/?>|<\/g>/g;

/** A unit with codes. Codes may be missing, and pairs need not be closed. */
export const codedUnit = (notation: string): DocumentUnit => {
  const codes: UnitCode[] = [];
  const open: number[] = [];
  let text = '';
  let position = 0;
  for (const { 0: written, 1: keptId, 2: kept = '', 3: name, 4: id, index } of notation.matchAll(
    CODE,
  )) {
    text += unescapeXml(notation.slice(position, index));
    position = index + written.length;
    const at = text.length;
    text += unescapeXml(kept);
    const length = text.length - at;
    if (keptId) codes.push({ kind: 'kept', id: Number(keptId), at, length });
    else if (written === '</g>') codes.push({ kind: 'close', id: open.pop() ?? 0, at, length });
    else codes.push({ kind: KINDS[name as keyof typeof KINDS], id: Number(id), at, length });
    if (name === 'g') open.push(Number(id));
  }
  return { text: text + unescapeXml(notation.slice(position)), codes };
};

/** A translation of a unit: with codes if the unit has some. */
export const translationOf = (unit: DocumentUnit, notation: string): DocumentUnit =>
  unit.codes.length === 0 ? plainUnit(notation) : codedUnit(notation);

/** Translates units by a table of notations; those that are not in it stay. */
export const translateBy = (
  units: readonly DocumentUnit[],
  table: Readonly<Record<string, string>>,
): readonly DocumentUnit[] =>
  units.map((unit) => {
    const notation = notationOf(unit);
    return translationOf(unit, table[notation] ?? notation);
  });

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
