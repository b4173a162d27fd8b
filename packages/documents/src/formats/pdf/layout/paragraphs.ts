import { escapeXml } from '../../../escape-xml.js';
import { append } from '../../../many-values.js';
import type { Code, Inline } from '../../../model.js';
import { beginsUnspaced, endsUnspaced } from '../../../scripts.js';
import type { Shape } from '../text/interpret-content.js';
import type { PageFont } from '../text/page-fonts.js';
import { type Area, areaOf, type KeptLetters, keptOf } from './areas.js';
import type { Block } from './page-blocks.js';
import type { Letter, LetterStyle } from './page-letters.js';
import { type Line, mostOf } from './page-lines.js';

/** How the text of a paragraph, or a stretch of it, is to be set. */
export interface TypeStyle {
  readonly font: PageFont;
  readonly fontName: string;
  readonly size: number;
  readonly stretch: number;
  readonly color: string;
  readonly mode: number;
  /** Height over the base line. */
  readonly rise: number;
  /** Number of the annotation that is a link here; below 0 for one without an object. */
  readonly link: number | undefined;
}

export interface PdfParagraph {
  readonly areas: readonly Area[];
  readonly style: TypeStyle;
  /** What codes in it stand for. */
  readonly styles: readonly TypeStyle[];
  readonly kept: readonly KeptLetters[];
  readonly inlines: readonly Inline[];
  readonly codes: readonly Code[];
  readonly isRightToLeft: boolean;
  /** What stands before it as a point of a list, and stays. */
  readonly marker: string;
  /** A header or footer, which is on many pages. */
  readonly isRunning: boolean;
}

/** A place of a link on a page. */
export interface LinkPlace {
  readonly number: number;
  readonly box: Shape;
}

/** A block with the place it is in. */
interface PlacedBlock {
  readonly block: Block;
  readonly container: number;
  readonly links: readonly LinkPlace[];
  readonly isRunning: boolean;
}

/** How much of a text may be letters that nobody can tell before it stays as it is. */
const MAX_UNKNOWN = 0.2;
const MAX_SIGNS = 0.6;
/** Letters of an index that are drawn again rather than translated. */
const MAX_RAISED = 4;

const MIN_LOST = 3;

/** Whether a block stays because nothing tells its letters, and they are more than a sign. */
export const isLost = ({ lines }: Block): boolean => {
  const letters = lines.flatMap((line) => line.letters.filter(({ text }) => text !== ' '));
  const unknown = letters.filter(({ code }) => code.text === undefined).length;
  return unknown >= MIN_LOST && unknown > letters.length * MAX_UNKNOWN;
};

/** Whether a block can be told well enough to be translated. */
export const isReadable = ({ lines }: Block): boolean => {
  const letters = lines.flatMap((line) => line.letters.filter(({ text }) => text !== ' '));
  const unknown = letters.filter(({ code }) => code.text === undefined).length;
  const signs = letters.filter(({ isSign }) => isSign).length;
  return unknown <= letters.length * MAX_UNKNOWN && signs <= letters.length * MAX_SIGNS;
};

/**
 * Makes a paragraph of a block.
 *
 * @param compounds words with a hyphen that stand in the document in one line
 */
export const paragraphOf = (placed: PlacedBlock, compounds: ReadonlySet<string>): PdfParagraph => {
  const { block, links, isRunning } = placed;
  const builder = createBuilder(block);
  let previous: Line | undefined;
  for (const line of block.lines) {
    if (previous) builder.joinLines(previous, line, compounds);
    builder.addLine(line, block, links);
    previous = line;
  }
  return {
    areas: [areaOf(placed.block, placed.container)],
    ...builder.take(),
    isRightToLeft: block.lines[0]?.isRightToLeft === true,
    marker: block.marker,
    isRunning,
  };
};

/** A block without its letters, which are most of what a document takes in memory. */
export const withoutLetters = (block: Block): Block => ({
  ...block,
  markerLetters: [],
  lines: block.lines.map((line) => ({
    ...line,
    letters: [],
    doubles: [],
    leader: [],
    markerLetters: [],
  })),
});

/** A part of a paragraph in one column or page, with the block that it was made of. */
export interface ParagraphPart {
  readonly paragraph: PdfParagraph;
  readonly block: Block;
}

/** Puts the parts of a paragraph together, each of which is in the next column or page. */
export const joinParagraphs = (
  parts: readonly ParagraphPart[],
  compounds: ReadonlySet<string>,
): PdfParagraph => {
  const areas: Area[] = [];
  const styles: TypeStyle[] = [];
  const kept: KeptLetters[] = [];
  const codes: Code[] = [];
  const inlines: Inline[] = [];
  let last: Line | undefined;
  for (const { paragraph, block } of parts) {
    const first = block.lines[0] as Line;
    const joint = last ? jointOf(last, first, compounds) : 'nothing';
    const at = inlines.findLastIndex(({ kind }) => kind === 'text');
    const text = inlines[at];
    if (joint === 'hyphen' && text?.kind === 'text') {
      inlines[at] = { kind: 'text', text: text.text.slice(0, -1) };
    }
    if (joint === 'space') inlines.push({ kind: 'text', text: ' ' });
    const shift = codes.length;
    for (const inline of paragraph.inlines) {
      inlines.push(inline.kind === 'text' ? inline : { ...inline, code: inline.code + shift });
    }
    for (const code of paragraph.codes) {
      const open = code.open.replace(/^<([sk]) i="(\d+)"/, (_, tag, index) => {
        const offset = tag === 's' ? styles.length : kept.length;
        return `<${tag} i="${Number(index) + offset}"`;
      });
      codes.push({ ...code, open });
    }
    append(areas, paragraph.areas);
    append(styles, paragraph.styles);
    append(kept, paragraph.kept);
    last = block.lines.at(-1);
  }
  const [{ paragraph }] = parts as readonly [ParagraphPart];
  return { ...paragraph, areas, styles, kept, codes, inlines };
};

/** What becomes of the end of a line: its hyphen goes, a space comes, or nothing. */
const jointOf = (
  above: Line,
  below: Line,
  compounds: ReadonlySet<string>,
): 'hyphen' | 'space' | 'nothing' => {
  if (/\p{L}[-\u00ad\u2010]$/u.test(above.text) && /^\p{Ll}/u.test(below.text)) {
    const start = /[\p{L}-]+$/u.exec(above.text)?.[0] ?? '';
    const word = start + (/^\p{L}+/u.exec(below.text)?.[0] ?? '');
    return compounds.has(word.toLowerCase()) ? 'nothing' : 'hyphen';
  }
  const isEastAsian = endsUnspaced(above.text) && beginsUnspaced(below.text);
  const goesOn =
    isEastAsian || /\S[-\u2010/]$/.test(above.text) || isWithinAddress(above.text, below.text);
  return goesOn ? 'nothing' : 'space';
};

/** Whether a line ends within the address of a page, which goes on without a space. */
const isWithinAddress = (above: string, below: string): boolean =>
  (/https?:$/.test(above) && below.startsWith('//')) ||
  (/(?:https?:\/\/|www\.)\S*[.?&=_~]$/.test(above) && /^[a-z0-9]\S*[./?&=]/.test(below));

type Atom =
  | {
      readonly text: string;
      readonly letter: Letter;
      readonly key: string;
      readonly style: TypeStyle;
    }
  | {
      readonly text: string;
      readonly kept: { letters: Letter[]; base: number; link: number | undefined };
    };

const createBuilder = ({ lines, size }: Block) => {
  const letters = lines.flatMap((line) => line.letters);
  const words = letters.filter(({ isSign }) => !isSign);
  const keyOf = (
    { font, color, mode }: LetterStyle,
    level: number,
    link: number | undefined,
  ): string =>
    [font.isBold, font.isItalic, font.family === 'mono', plainColor(color), mode, level, link].join(
      '|',
    );
  const usual = mostOf(words, ({ style }) => keyOf(style, 0, undefined));
  const baseStyle = (
    words.find(({ style }) => keyOf(style, 0, undefined) === usual) ?? (letters[0] as Letter)
  ).style;
  const styles = new Map<string, TypeStyle>();
  /** Letters of one operator have one style, so most need no key made for them. */
  let latest:
    | { style: LetterStyle; level: number; link: number | undefined; key: string }
    | undefined;
  const atoms: Atom[] = [];

  const styleOf = (letter: Letter, line: Line, link: number | undefined) => {
    const { style } = letter;
    const isSmall = style.size < size * 0.9;
    const height = (letter.v - line.v) / size;
    const level = isSmall && height > 0.15 ? 1 : isSmall && height < -0.08 ? -1 : 0;
    const isLatest = latest?.style === style && latest.level === level && latest.link === link;
    const key = isLatest && latest ? latest.key : keyOf(style, level, link);
    latest = { style, level, link, key };
    const known = styles.get(key);
    if (known) return { key, style: known, level };
    const made: TypeStyle = { ...style, rise: level === 0 ? 0 : letter.v - line.v, link };
    styles.set(key, made);
    return { key, style: made, level };
  };

  return {
    addLine(line: Line, block: Block, links: readonly LinkPlace[]): void {
      for (const [at, letter] of line.letters.entries()) {
        const link = linkAt(letter, block.angle, links);
        const { key, style, level } = styleOf(letter, line, link);
        const isRaised = level !== 0 && raisedLength(line, at) <= MAX_RAISED;
        if (!letter.isSign && !isRaised) {
          atoms.push({ text: letter.text, letter, key, style });
          continue;
        }
        const last = atoms.at(-1);
        if (
          last &&
          'kept' in last &&
          last.kept.base === line.v &&
          letter.u >= (last.kept.letters.at(-1)?.u ?? 0)
        ) {
          last.kept.letters.push(letter);
          atoms[atoms.length - 1] = { ...last, text: last.text + letter.text };
        } else atoms.push({ text: letter.text, kept: { letters: [letter], base: line.v, link } });
      }
    },

    joinLines(above: Line, below: Line, compounds: ReadonlySet<string>): void {
      const joint = jointOf(above, below, compounds);
      const last = atoms.at(-1);
      if (joint === 'space') addSpace(atoms);
      else if (joint === 'hyphen' && last && !('kept' in last)) atoms.pop();
    },

    take() {
      const base = [...styles.values()].find(
        (style) => style.rise === 0 && sameFace(style, baseStyle) && style.link === undefined,
      );
      return { ...inlinesOf(mergeKept(atoms), { base, baseStyle, size }) };
    },
  };
};

/** Black can be said in several ways, and is what text begins with. */
const plainColor = (color: string): string =>
  /^(?:0 g|0 0 0 rg|0 0 0 1 k|\/\S+ cs(?: 0| 0 0 0)? scn?)$/.test(color) ? '' : color;

const sameFace = (a: Omit<LetterStyle, 'clip'>, b: Omit<LetterStyle, 'clip'>): boolean =>
  a.font.isBold === b.font.isBold &&
  a.font.isItalic === b.font.isItalic &&
  (a.font.family === 'mono') === (b.font.family === 'mono') &&
  plainColor(a.color) === plainColor(b.color) &&
  a.mode === b.mode;

const addSpace = (atoms: Atom[]): void => {
  const last = atoms.at(-1);
  if (!last) return;
  if (!('kept' in last)) {
    if (last.text !== ' ') atoms.push({ ...last, text: ' ' });
    return;
  }
  const before = atoms.findLast((atom) => !('kept' in atom));
  if (before && !('kept' in before)) atoms.push({ ...before, text: ' ' });
};

/** How many letters around one are as high or low as it is; no more are counted than may be kept. */
const raisedLength = (line: Line, at: number): number => {
  const isSame = (other: Letter | undefined): boolean =>
    other !== undefined && other.text !== ' ' && other.style.size < line.size * 0.9;
  let length = 1;
  for (let index = at - 1; length <= MAX_RAISED && isSame(line.letters[index]); index--) length++;
  for (let index = at + 1; length <= MAX_RAISED && isSame(line.letters[index]); index++) length++;
  return length;
};

const linkAt = (letter: Letter, angle: number, links: readonly LinkPlace[]): number | undefined => {
  if (angle !== 0) return undefined;
  const u = (letter.u + letter.end) / 2;
  const v = letter.v + letter.style.size * 0.25;
  return links.find(
    ({ box: [left, bottom, right, top] }) => u > left && u < right && v > bottom && v < top,
  )?.number;
};

/** Signs with nothing but numbers and marks between them are one formula. */
const mergeKept = (atoms: readonly Atom[]): readonly Atom[] => {
  const merged: Atom[] = [];
  for (const atom of atoms) {
    if (!('kept' in atom)) {
      merged.push(atom);
      continue;
    }
    let from = merged.length - 1;
    while (from >= 0 && merged.length - from <= 8) {
      const other = merged[from] as Atom;
      if ('kept' in other || /\p{L}/u.test(other.text) || /[,;:.!?]/.test(other.text)) break;
      from--;
    }
    const start = merged[from];
    const isNear = start && 'kept' in start && start.kept.base === atom.kept.base;
    const between = merged.slice(from + 1);
    const isFormula = isNear && start.kept.letters.some(({ isSign }) => isSign);
    const areSpaces = between.every(({ text }) => text === ' ');
    if (!isFormula || between.length > 8 || (areSpaces && between.length > 1)) {
      merged.push(atom);
      continue;
    }
    for (const other of between) {
      if ('letter' in other && other.text !== ' ') start.kept.letters.push(other.letter);
    }
    append(start.kept.letters, atom.kept.letters);
    merged.splice(from, merged.length - from, {
      text: start.text + between.map(({ text }) => text).join('') + atom.text,
      kept: start.kept,
    });
  }
  return merged;
};

const inlinesOf = (
  atoms: readonly Atom[],
  {
    base,
    baseStyle,
    size,
  }: {
    readonly base: TypeStyle | undefined;
    readonly baseStyle: LetterStyle;
    readonly size: number;
  },
): Pick<PdfParagraph, 'style' | 'styles' | 'kept' | 'inlines' | 'codes'> => {
  const style: TypeStyle = base ?? { ...baseStyle, rise: 0, link: undefined };
  const inlines: Inline[] = [];
  const codes: Code[] = [];
  const styles: TypeStyle[] = [];
  const kept: KeptLetters[] = [];
  let text = '';
  let open: { readonly key: TypeStyle; readonly code: number } | undefined;
  const flush = (): void => {
    if (text !== '') inlines.push({ kind: 'text', text });
    text = '';
  };
  const close = (): void => {
    flush();
    if (open) inlines.push({ kind: 'close', code: open.code });
    open = undefined;
  };
  const isPlain = (other: TypeStyle): boolean =>
    other === style || (other.rise === 0 && other.link === style.link && sameFace(other, style));
  for (const [index, atom] of atoms.entries()) {
    if ('kept' in atom) {
      if (open && atom.kept.link !== open.key.link) close();
      flush();
      const code = codes.push({
        kind: 'kept',
        open: `<k i="${kept.push(keptOf(atom.kept)) - 1}"/>`,
        close: '',
        shown: atom.text.slice(0, 40),
      });
      inlines.push({ kind: 'point', code: code - 1 });
      continue;
    }
    const wanted = isPlain(atom.style) ? undefined : atom.style;
    // A space between two stretches of one kind belongs to them, and another one to the text.
    const next = atoms[index + 1];
    const staysOpen =
      atom.text === ' ' && open && next && 'style' in next && next.style === open.key;
    const isOuter = atom.text === ' ' && open !== undefined;
    if (!staysOpen && (open?.key !== wanted || isOuter)) {
      close();
      if (wanted && atom.text !== ' ') {
        const i = styles.push(wanted) - 1;
        open = {
          key: wanted,
          code:
            codes.push({ kind: 'pair', open: `<s i="${i}">`, close: '</s>', isDroppable: true }) -
            1,
        };
        inlines.push({ kind: 'open', code: open.code });
      }
    }
    text += atom.text;
  }
  close();
  return {
    style: { ...style, size: Math.abs(style.size - size) < size * 0.1 ? style.size : size },
    styles,
    kept,
    inlines,
    codes,
  };
};

/** Text for an attribute or element in between, in which white space has no length. */
export const escapeParagraph = (text: string): string => escapeXml(text.replace(/\s+/g, ' '));
