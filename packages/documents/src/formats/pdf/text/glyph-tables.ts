/** What composes a letter with an accent in the names of glyphs. */
const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circumflex: '\u0302',
  tilde: '\u0303',
  macron: '\u0304',
  breve: '\u0306',
  dotaccent: '\u0307',
  dieresis: '\u0308',
  ring: '\u030a',
  hungarumlaut: '\u030b',
  caron: '\u030c',
  commaaccent: '\u0327',
  cedilla: '\u0327',
  ogonek: '\u0328',
};

const ASCII_NAMES =
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at';
const AFTER_UPPER = 'bracketleft backslash bracketright asciicircum underscore grave';
const AFTER_LOWER = 'braceleft bar braceright asciitilde';
const LATIN_1 =
  'nbspace exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot sfthyphen registered macron degree plusminus twosuperior threesuperior acute mu paragraph periodcentered cedilla onesuperior ordmasculine guillemotright onequarter onehalf threequarters questiondown';
const GREEK_UPPER =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho . Sigma Tau Upsilon Phi Chi Psi Omega';
const GREEK_LOWER =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda . nu xi omicron pi rho sigma1 sigma tau upsilon phi chi psi omega';

/** Names that follow no rule, with what they show. */
const OTHERS =
  "AE:Æ ae:æ OE:Œ oe:œ Oslash:Ø oslash:ø Thorn:Þ thorn:þ Eth:Ð eth:ð germandbls:ß Lslash:Ł lslash:ł Dcroat:Đ dcroat:đ Dslash:Đ dslash:đ Hbar:Ħ hbar:ħ Tbar:Ŧ tbar:ŧ dotlessi:ı dotlessj:ȷ Eng:Ŋ eng:ŋ kgreenlandic:ĸ longs:ſ napostrophe:ŉ IJ:Ĳ ij:ĳ Ldot:Ŀ ldot:ŀ ff:ff fi:fi fl:fl ffi:ffi ffl:ffl f_f:ff f_i:fi f_l:fl f_f_i:ffi f_f_l:ffl f_t:ft t_t:tt T_h:Th f_j:fj IJ:IJ quoteleft:‘ quoteright:’ quotedblleft:“ quotedblright:” quotesinglbase:‚ quotedblbase:„ guilsinglleft:‹ guilsinglright:› endash:– emdash:— rangedash:– punctdash:— bullet:• ellipsis:… dagger:† daggerdbl:‡ perthousand:‰ trademark:™ Euro:€ euro:€ florin:ƒ fraction:⁄ minus:− multiply:× divide:÷ hyphenchar:- sfthyphen:- softhyphen:- nonbreakingspace:\u00a0 visiblespace:␣ numero:№ afii61352:№ circumflex:ˆ tilde:˜ caron:ˇ breve:˘ dotaccent:˙ ring:˚ ogonek:˛ hungarumlaut:˝ compwordmark:\u200c centoldstyle:¢ dollaroldstyle:$ cwm:\u200c quotesingle:' infinity:∞ summation:∑ product:∏ integral:∫ radical:√ partialdiff:∂ notequal:≠ lessequal:≤ greaterequal:≥ approxequal:≈ equivalence:≡ arrowleft:← arrowright:→ arrowup:↑ arrowdown:↓ arrowboth:↔ lozenge:◊ periodcentered:· middot:· onesuperior:¹ foursuperior:⁴ theta1:ϑ phi1:ϕ omega1:ϖ Omega:Ω Delta:Δ mu:µ mu1:µ element:∈ angbracketleft:⟨ angbracketright:⟩ asteriskmath:∗ proportional:∝ similar:∼ union:∪ intersection:∩ propersubset:⊂ logicaland:∧ logicalor:∨ universal:∀ existential:∃ emptyset:∅ gradient:∇ degree:° checkmark:✓ estimated:℮ copyrightserif:© registerserif:® trademarkserif:™";

const buildNames = (): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  const addFrom = (list: string, first: number): void => {
    for (const [index, name] of list.split(' ').entries()) {
      if (name !== '.') names.set(name, String.fromCodePoint(first + index));
    }
  };
  addFrom(ASCII_NAMES, 0x20);
  addFrom(AFTER_UPPER, 0x5b);
  addFrom(AFTER_LOWER, 0x7b);
  addFrom(LATIN_1, 0xa0);
  addFrom(GREEK_UPPER, 0x391);
  addFrom(GREEK_LOWER, 0x3b1);
  for (const entry of OTHERS.split(' ')) {
    const colon = entry.indexOf(':');
    names.set(entry.slice(0, colon), entry.slice(colon + 1));
  }
  // Cyrillic has numbers for names, in the order of its alphabet with Ё apart.
  const addNumbered = (first: number, letters: string): void => {
    for (const [index, letter] of [...letters].entries()) names.set(`afii${first + index}`, letter);
  };
  addNumbered(10017, 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐЂЃЄЅІЇЈЉЊЋЌЎ');
  addNumbered(10065, 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяґђѓєѕіїјљњћќў');
  addNumbered(10145, 'Џ');
  addNumbered(10193, 'џ');
  names.set('nbspace', ' ');
  return names;
};

const NAMES = buildNames();

/** What a glyph shows, by its name; undefined for names that say nothing. */
export const textOfGlyphName = (name: string): string | undefined => {
  const known = NAMES.get(name);
  if (known !== undefined) return known;
  if (/^[A-Za-z]$/.test(name)) return name;
  const accented = /^([A-Za-z]|dotlessi|AE|ae|Oslash|oslash)([a-z]+)$/.exec(name);
  const accent = ACCENTS[accented?.[2] ?? ''];
  if (accented?.[1] && accent) {
    const base = accented[1].length === 1 ? accented[1] : (NAMES.get(accented[1]) ?? '');
    return (base === 'ı' ? 'i' : base).concat(accent).normalize('NFC');
  }
  const codes = /^uni((?:[0-9A-F]{4})+)$/.exec(name)?.[1] ?? /^u([0-9A-F]{4,6})$/.exec(name)?.[1];
  if (codes) return textOfCodes(codes);
  // `a.sc` is a small capital and `T_h` a ligature.
  const plain = name.split('.')[0] ?? '';
  if (plain !== name && plain !== '') return textOfGlyphName(plain);
  if (!name.includes('_') || name.length > 64) return undefined;
  const parts = name.split('_').map((part) => (part === '' ? undefined : textOfGlyphName(part)));
  return parts.includes(undefined) ? undefined : parts.join('');
};

const textOfCodes = (digits: string): string | undefined => {
  const codes = digits.length > 6 || digits.length === 4 ? (digits.match(/.{4}/g) ?? []) : [digits];
  const points = codes.map((code) => parseInt(code, 16));
  return points.every((point) => point <= 0x10ffff && (point < 0xd800 || point > 0xdfff))
    ? points.map((point) => String.fromCodePoint(point)).join('')
    : undefined;
};

/** Upper half of the encoding that Type 1 fonts have by themselves, from 0xa1 on. */
const STANDARD_UPPER =
  "¡ ¢ £ ⁄ ¥ ƒ § ¤ ' “ « ‹ › fi fl . – † ‡ · . ¶ • ‚ „ ” » … ‰ . ¿ . ` ´ ˆ ˜ ¯ ˘ ˙ ¨ . ˚ ¸ . ˝ ˛ ˇ —";
const STANDARD_LETTERS: Readonly<Record<number, string>> = {
  225: 'Æ',
  227: 'ª',
  232: 'Ł',
  233: 'Ø',
  234: 'Œ',
  235: 'º',
  241: 'æ',
  245: 'ı',
  248: 'ł',
  249: 'ø',
  250: 'œ',
  251: 'ß',
};
/** Letters and some signs of the font Symbol, from 0x41 and 0x61 on. */
const SYMBOL_UPPER = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ';
const SYMBOL_LOWER = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ';

export type BaseEncoding = 'WinAnsi' | 'MacRoman' | 'Standard' | 'Symbol';

const tableOf = (decode: (code: number) => string | undefined): readonly (string | undefined)[] =>
  Array.from({ length: 256 }, (_, code) => decode(code));

const decoded = (label: string): readonly (string | undefined)[] => {
  const decoder = new TextDecoder(label);
  return tableOf((code) => (code < 32 ? undefined : decoder.decode(Uint8Array.of(code))));
};

/** From 0x80 to 0x9f; Node takes the encoding for ISO 8859-1. */
const WINDOWS = '€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ';

const windowsTable = (): readonly (string | undefined)[] => {
  const special = [...WINDOWS];
  return tableOf((code) => {
    if (code >= 0x80 && code < 0xa0)
      return special[code - 0x80] === '.' ? '•' : special[code - 0x80];
    return code < 32 || code === 127 ? undefined : String.fromCharCode(code);
  });
};

const standardTable = (): readonly (string | undefined)[] => {
  const upper = STANDARD_UPPER.split(' ');
  return tableOf((code) => {
    if (code === 0x27) return '’';
    if (code === 0x60) return '‘';
    if (code >= 32 && code < 127) return String.fromCharCode(code);
    const sign = upper[code - 0xa1];
    if (code >= 0xa1 && sign !== undefined && sign !== '.') return sign;
    return STANDARD_LETTERS[code];
  });
};

const symbolTable = (): readonly (string | undefined)[] =>
  tableOf((code) => {
    if (code === 0xb7) return '•';
    if (code >= 0x41 && code <= 0x5a) return SYMBOL_UPPER[code - 0x41];
    if (code >= 0x61 && code <= 0x7a) return SYMBOL_LOWER[code - 0x61];
    return code >= 32 && code < 127 ? String.fromCharCode(code) : undefined;
  });

/** What the codes of a font without further notice show. */
export const BASE_ENCODINGS: Readonly<Record<BaseEncoding, readonly (string | undefined)[]>> = {
  WinAnsi: windowsTable(),
  MacRoman: decoded('macintosh'),
  Standard: standardTable(),
  Symbol: symbolTable(),
};

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
const OTHER_WIDTHS: Readonly<Record<string, number>> = {
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
  const other = OTHER_WIDTHS[letter];
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
