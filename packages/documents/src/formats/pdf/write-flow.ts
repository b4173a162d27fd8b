import { isComplexScript, isEastAsian, officeLocale } from '../../language.js';
import type { WriteOptions } from '../../model.js';
import { createArchive } from '../../write-archive.js';
import { escapeXml, escapeXmlAttribute } from '../../xml/escape-xml.js';

/** A paragraph of a text without a layout. */
export interface FlowParagraph {
  readonly text: string;
  /** 1 to 3; 0 for text. */
  readonly headingLevel: number;
}

/** Writes paragraphs as a new document: Word by default, HTML or plain text. */
export const writeFlow = (
  paragraphs: readonly FlowParagraph[],
  options: WriteOptions,
): Uint8Array => {
  if (options.outputFormat === 'txt') {
    return Buffer.from(`${paragraphs.map(({ text }) => text).join('\n\n')}\n`);
  }
  return options.outputFormat === 'html'
    ? Buffer.from(writeHtml(paragraphs, options))
    : writeDocx(paragraphs, options);
};

const writeHtml = (
  paragraphs: readonly FlowParagraph[],
  { targetLanguage, direction }: WriteOptions,
): string => {
  const lang = targetLanguage ? ` lang="${escapeXmlAttribute(targetLanguage)}"` : '';
  const dir = direction === 'rtl' ? ' dir="rtl"' : '';
  const title = paragraphs.find(({ headingLevel }) => headingLevel === 1)?.text ?? '';
  const body = paragraphs.map(({ text, headingLevel }) => {
    const tag = headingLevel > 0 ? `h${headingLevel}` : 'p';
    return `<${tag}>${escapeXml(text)}</${tag}>`;
  });
  return `<!DOCTYPE html>
<html${lang}${dir}>
<head><meta charset="utf-8"><title>${escapeXml(title)}</title></head>
<body>
${body.join('\n')}
</body>
</html>
`;
};

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** Sizes of headings in half points. */
const HEADING_SIZES = [32, 28, 24];

const writeDocx = (paragraphs: readonly FlowParagraph[], options: WriteOptions): Uint8Array => {
  const bidi = options.direction === 'rtl' ? '<w:bidi/>' : '';
  const rtl = options.direction === 'rtl' ? '<w:rPr><w:rtl/></w:rPr>' : '';
  const body = paragraphs.map(({ text, headingLevel }) => {
    const style = headingLevel > 0 ? `<w:pStyle w:val="Heading${headingLevel}"/>` : '';
    const properties = style || bidi ? `<w:pPr>${style}${bidi}</w:pPr>` : '';
    return `<w:p>${properties}<w:r>${rtl}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;
  });
  const files: readonly (readonly [string, string])[] = [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${WORD}.styles+xml"/></Types>`,
    ],
    ['_rels/.rels', relation('officeDocument', 'word/document.xml')],
    ['word/_rels/document.xml.rels', relation('styles', 'styles.xml')],
    [
      'word/document.xml',
      `${XML}<w:document ${NAMESPACE}><w:body>${body.join('')}<w:sectPr/></w:body></w:document>`,
    ],
    ['word/styles.xml', stylesPart(options)],
  ];
  return createArchive(files.map(([name, text]) => [name, Buffer.from(text)]));
};

const relation = (type: string, target: string): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;

const stylesPart = ({ targetLanguage }: WriteOptions): string => {
  const headings = HEADING_SIZES.map(
    (size, index) =>
      `<w:style w:type="paragraph" w:styleId="Heading${index + 1}"><w:name w:val="heading ${index + 1}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="240"/><w:outlineLvl w:val="${index}"/></w:pPr><w:rPr><w:b/><w:bCs/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr></w:style>`,
  );
  return `${XML}<w:styles ${NAMESPACE}><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/><w:szCs w:val="22"/>${languageOf(targetLanguage)}</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${headings.join('')}</w:styles>`;
};

const languageOf = (language: string | undefined): string => {
  if (!language) return '';
  const attribute = isEastAsian(language) ? 'eastAsia' : isComplexScript(language) ? 'bidi' : 'val';
  return `<w:lang w:${attribute}="${escapeXmlAttribute(officeLocale(language))}"/>`;
};
