/** Widths of the printable letters of ASCII, in thousandths, of fonts that need not be in a file. */
const SANS =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584';
const SANS_BOLD =
  '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584';
const SERIF =
  '250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541';
const SERIF_BOLD =
  '250 333 555 500 500 1000 833 278 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 500 500 333 333 570 570 570 500 930 722 667 722 722 667 611 778 778 389 500 778 667 944 722 778 611 778 722 556 667 722 722 1000 722 722 667 333 278 333 581 500 333 500 556 444 556 444 333 500 556 278 333 556 278 833 556 500 556 556 444 389 333 556 500 722 500 500 444 394 220 394 520';
const SERIF_ITALIC =
  '250 333 420 500 500 833 778 214 333 333 500 675 250 333 250 278 500 500 500 500 500 500 500 500 500 500 333 333 675 675 675 500 920 611 611 667 722 611 611 722 722 333 444 667 556 833 667 722 611 722 611 500 556 722 611 833 611 556 556 389 278 389 422 500 333 500 500 444 500 444 278 500 500 278 278 444 278 722 500 500 500 500 389 389 278 500 444 667 444 444 389 400 275 400 541';

/** Widths of signs beyond ASCII that have another width than their letter. */
const OTHERS: Readonly<Record<string, number>> = {
  '–': 500,
  '—': 1000,
  '•': 350,
  '…': 1000,
  '“': 400,
  '”': 400,
  '„': 400,
  '‘': 250,
  '’': 250,
  '‚': 250,
  '€': 556,
  Æ: 950,
  æ: 800,
  Œ: 950,
  œ: 850,
  ß: 560,
};

const parse = (widths: string): readonly number[] => widths.split(' ').map(Number);

const TABLES = {
  sans: parse(SANS),
  sansBold: parse(SANS_BOLD),
  serif: parse(SERIF),
  serifBold: parse(SERIF_BOLD),
  serifItalic: parse(SERIF_ITALIC),
};

export interface TypeStyle {
  readonly family: 'serif' | 'sans' | 'mono';
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

/** Width of a letter of a standard font, in thousandths of its size. */
export const standardWidth = (letter: string, { family, isBold, isItalic }: TypeStyle): number => {
  if (family === 'mono') return 600;
  const other = OTHERS[letter];
  if (other !== undefined) return other;
  const base = letter.normalize('NFD').charCodeAt(0);
  const table =
    family === 'sans'
      ? isBold
        ? TABLES.sansBold
        : TABLES.sans
      : isBold
        ? TABLES.serifBold
        : isItalic
          ? TABLES.serifItalic
          : TABLES.serif;
  return table[base - 32] ?? 556;
};
