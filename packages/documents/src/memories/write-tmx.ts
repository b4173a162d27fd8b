import { escapeXml, escapeXmlAttribute } from '../xml/escape-xml.js';
import { CODE_NUMBERS, type TmxText, type TmxVariant } from './tmx-unit.js';

/** The beginning of a TMX file (TMX 1.4b), in UTF-8. */
export const tmxHead = (sourceLanguage: string, version: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
<header creationtool="Dragoman" creationtoolversion="${escapeXmlAttribute(version)}" segtype="sentence" o-tmf="Dragoman" adminlang="en" srclang="${escapeXmlAttribute(sourceLanguage)}" datatype="unknown"/>
<body>
`;

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
