import { escapeXml, escapeXmlAttribute } from '../xml/escape-xml.js';

/** The beginning of a TMX file (TMX 1.4b), in UTF-8. */
export const tmxHead = (sourceLanguage: string, version: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
<header creationtool="Dragoman" creationtoolversion="${escapeXmlAttribute(version)}" segtype="sentence" o-tmf="Dragoman" adminlang="en" srclang="${escapeXmlAttribute(sourceLanguage)}" datatype="unknown"/>
<body>
`;

/** A tag or placeholder of the file that a segment came from: a range of UTF-16 code units. */
export interface TmxCode {
  readonly start: number;
  readonly end: number;
  /** Element of TMX with its number, such as `bpt:1`; the same in every language of a unit. */
  readonly name: string;
}

/** A text with the codes in it. */
export interface TmxText {
  readonly text: string;
  /** In order, not overlapping; never empty. */
  readonly codes: readonly TmxCode[];
}

/** A text in one language. */
export interface TmxVariant extends TmxText {
  /** As the file names it, such as `en-US`. */
  readonly language: string;
}

/** A text in several languages. */
export interface TmxUnit {
  /** Language of the source as the file names it; undefined where any may be the source. */
  readonly sourceLanguage: string | undefined;
  /** In the order of the file; those that are too long are left out. */
  readonly variants: readonly TmxVariant[];
}

/** Elements of TMX that stand for codes (TMX 1.4b, section 3.5), and the attribute with the number. */
export const CODE_NUMBERS: Readonly<Record<string, 'i' | 'x'>> = {
  bpt: 'i',
  ept: 'i',
  ph: 'x',
  it: 'x',
  ut: 'x',
};

/** One unit: the source first, then its translations. */
export const tmxUnit = (variants: readonly TmxVariant[]): string => {
  const written = variants.map(
    (variant) =>
      `<tuv xml:lang="${escapeXmlAttribute(variant.language)}"><seg>${tmxSegment(variant)}</seg></tuv>`,
  );
  return `<tu>${written.join('')}</tu>\n`;
};

/** The end of a TMX file. */
export const TMX_TAIL = '</body>\n</tmx>\n';

const tmxSegment = ({ text, codes }: TmxText): string => {
  let position = 0;
  let written = '';
  for (const { start, end, name } of codes) {
    const [element = 'ph', number = ''] = name.split(':', 2);
    const attribute =
      number === '' ? '' : ` ${CODE_NUMBERS[element]}="${escapeXmlAttribute(number)}"`;
    // The one attribute that this element must have; which end it is has been forgotten.
    const place = element === 'it' ? ' pos="begin"' : '';
    written += escapeXml(text.slice(position, start));
    written += `<${element}${attribute}${place}>${escapeXml(text.slice(start, end))}</${element}>`;
    position = end;
  }
  return written + escapeXml(text.slice(position));
};
