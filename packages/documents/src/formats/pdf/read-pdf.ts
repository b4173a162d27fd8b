import { createArchive } from '../../archive.js';
import { DocumentError } from '../../document-error.js';
import { escapeXml, escapeXmlAttribute, unescapeXml } from '../../escape-xml.js';
import { officeLocale, wordLanguageAttribute } from '../../language.js';
import type { Filter, ReadOptions, Slot, WriteOptions } from '../../model.js';
import { createParagraphCollector } from '../../paragraph-collector.js';
import { WHOLE_FILE } from '../../text-part.js';
import { type DocumentLayout, readLayout } from './layout/document-layout.js';
import { escapeParagraph, type PdfParagraph } from './layout/paragraphs.js';
import { isSigned } from './objects/append-objects.js';
import { openPdf, type PdfFile } from './objects/pdf-file.js';
import { sampleOf } from './setting/font-files.js';
import { MIN_SCALE } from './setting/set-paragraph.js';
import { hasFontFor } from './setting/shaper.js';
import { type WrittenPdf, writePdf } from './setting/write-pdf.js';

/** Headings are no longer than this. */
const MAX_HEADING_LENGTH = 200;

/** A paragraph of a text without a layout. */
interface FlowParagraph {
  readonly text: string;
  /** 1 to 3; 0 for text. */
  readonly headingLevel: number;
}

/** Writes paragraphs as a new document: Word by default, HTML or plain text. */
const writeFlow = (paragraphs: readonly FlowParagraph[], options: WriteOptions): Uint8Array => {
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
  const attribute = wordLanguageAttribute(language);
  return `<w:lang w:${attribute}="${escapeXmlAttribute(officeLocale(language))}"/>`;
};

/** The paragraphs of a text without its layout. @param written with their codes, one for each */
const flowOf = (
  paragraphs: readonly PdfParagraph[],
  written: readonly string[],
): readonly FlowParagraph[] => {
  const levels = headingLevels(paragraphs, written);
  return paragraphs.map((paragraph, index) => ({
    text: `${paragraph.marker} ${plainOf(written[index] ?? '', paragraph)}`.trimStart(),
    headingLevel: levels[index] ?? 0,
  }));
};

const plainOf = (written: string, { kept }: PdfParagraph): string =>
  unescapeXml(
    written
      .replace(/<k i="(\d+)"\/>/g, (_, index) => shownOf(kept[Number(index)]))
      .replace(/<\/?s[^>]*>/g, ''),
  );

const shownOf = (kept: PdfParagraph['kept'][number] | undefined): string =>
  (kept?.letters ?? [])
    .map(({ code }) => code.text ?? '')
    .join('')
    .replace(/[<>&]/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;' })[sign] ?? '');

/** 1 to 3 for type that is larger than most; 0 for text. */
const headingLevels = (
  paragraphs: readonly PdfParagraph[],
  written: readonly string[],
): readonly number[] => {
  const sizes = paragraphs.map(({ areas }) => Math.round(areas[0]?.size ?? 0));
  const lengths = new Map<number, number>();
  for (const [index, size] of sizes.entries()) {
    lengths.set(size, (lengths.get(size) ?? 0) + (written[index] ?? '').length);
  }
  const [usual = 0] = [...lengths].reduce(
    (most, entry) => (entry[1] > most[1] ? entry : most),
    [0, 0],
  );
  const larger = [...lengths.keys()].filter((size) => size > usual * 1.15).sort((a, b) => b - a);
  return sizes.map((size, index) => {
    const rank = larger.indexOf(size);
    const isText = (written[index] ?? '').length > MAX_HEADING_LENGTH;
    return rank < 0 || isText ? 0 : Math.min(rank + 1, 3);
  });
};

/**
 * Refuses a file of which no translated PDF can be made.
 *
 * @throws DocumentError signed_pdf, xfa_form, fonts_missing
 */
const requireWritable = (file: PdfFile, { targetLanguage, dropsSignature }: ReadOptions): void => {
  const catalog = file.dictionary(file.trailer.get('Root'));
  if (file.dictionary(catalog.get('AcroForm')).has('XFA')) throw new DocumentError('xfa_form');
  if (dropsSignature !== true && isSigned(file)) throw new DocumentError('signed_pdf');
  if (targetLanguage === undefined) return;
  const [letter, source] = sampleOf(targetLanguage);
  if (!hasFontFor(letter, targetLanguage)) {
    throw new DocumentError('fonts_missing', `The Debian package with one is ${source}.`);
  }
};

const MAX_PAGES = 20;
const MAX_LETTERS = 10;

/** What is to be known about a written file, in sentences for people. */
export const notesOf = (
  { unreadablePages, turnedPages, picturePages }: DocumentLayout,
  { crowdedPages, missingLetters, signPages, keptPages }: WrittenPdf,
): readonly string[] => {
  const notes: string[] = [];
  if (unreadablePages.length > 0) {
    notes.push(
      `${listPages(unreadablePages)}: text stays as it is where nothing tells its letters.`,
    );
  }
  if (turnedPages.length > 0) {
    notes.push(`${listPages(turnedPages)}: vertical and mirrored text stays as it is.`);
  }
  if (picturePages.length > 0) {
    notes.push(`${listPages(picturePages)}: without text, so they stay as they are.`);
  }
  if (crowdedPages.length > 0) {
    const percent = Math.round(MIN_SCALE * 100);
    notes.push(
      `${listPages(crowdedPages)}: some type is smaller than ${percent} % of the original.`,
    );
  }
  if (signPages.length > 0) {
    const letters = missingLetters.slice(0, MAX_LETTERS).join(' ');
    notes.push(
      `${listPages(signPages)}: \u25a1 stands for letters that no font of the server has, such as ${letters}.`,
    );
  }
  if (keptPages.length > 0) {
    notes.push(
      `${listPages(keptPages)}: text stays as it is where no font of the server has the letters of its translation.`,
    );
  }
  return notes;
};

const listPages = (pages: readonly number[]): string => {
  const shown = pages.slice(0, MAX_PAGES).join(', ');
  const more = pages.length > MAX_PAGES ? ` and ${pages.length - MAX_PAGES} more` : '';
  return `${pages.length === 1 ? 'Page' : 'Pages'} ${shown}${more}`;
};

/** PDF: its paragraphs, as they can be told from where letters stand. */
export const readPdf: Filter = (bytes, options) => {
  const { limits, outputFormat } = options;
  const file = openPdf(bytes, limits);
  if (outputFormat === 'pdf') requireWritable(file, options);
  const layout = readLayout(file, limits);
  const { paragraphs, unreadablePages, turnedPages } = layout;
  if (paragraphs.length === 0) {
    const hasText = unreadablePages.length + turnedPages.length > 0;
    throw new DocumentError(hasText ? 'unreadable_pdf' : 'scanned_pdf');
  }

  const collector = createParagraphCollector(limits);
  const slots: Slot[] = [];
  const lines = paragraphs.map(sourceOf);
  let start = 0;
  for (const [index, { inlines, codes, isRunning }] of paragraphs.entries()) {
    const end = start + (lines[index] as string).length;
    const slot = collector.add({
      start,
      end,
      inlines,
      codes,
      encode: escapeParagraph,
      isCopy: isRunning,
    });
    if (slot) slots.push(slot);
    start = end + 1;
  }
  // The part is a text with one paragraph a line, from which every output is made.
  const text = lines.join('\n');
  return {
    paragraphs: collector.paragraphs,
    parts: [{ name: WHOLE_FILE, text, slots }],
    async pack(changed, options) {
      const written = (changed.get(WHOLE_FILE) ?? text).split('\n');
      if (options.outputFormat === 'pdf') {
        const differing = written.flatMap((line, index) =>
          line === lines[index] ? [] : [[index, line] as const],
        );
        if (differing.length === 0) return bytes;
        const result = await writePdf(file, layout, new Map(differing), options);
        return { bytes: result.bytes, notes: notesOf(layout, result) };
      }
      return writeFlow(flowOf(paragraphs, written), options);
    },
  };
};

/** A paragraph with its codes, as the part has it. */
const sourceOf = ({ inlines, codes }: PdfParagraph): string =>
  inlines
    .map((inline) => {
      if (inline.kind === 'text') return escapeParagraph(inline.text);
      const code = codes[inline.code];
      return (inline.kind === 'close' ? code?.close : code?.open) ?? '';
    })
    .join('');
