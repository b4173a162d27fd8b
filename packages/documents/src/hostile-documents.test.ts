import { expect, it } from 'vitest';
import { createArchive } from './archive.js';
import { utf8 } from './conformance/notation.js';
import { NS, officeArchive, XML } from './conformance/office-archive.js';
import { buildPdf } from './conformance/pdf-samples.js';
import type { DocumentFormat } from './formats.js';
import { readDocument } from './read-document.js';
import { writeDocument } from './write-document.js';

const PACKAGING = 'xmlns:idPkg="http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging"';
const STORY =
  '<ParagraphStyleRange><CharacterStyleRange><Content>A word</Content></CharacterStyleRange></ParagraphStyleRange>';
const OFFICE = ['office', 'text', 'style']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

const idml = (map: string, story = STORY) =>
  createArchive([
    ['mimetype', utf8('application/vnd.adobe.indesign-idml-package')],
    ['designmap.xml', utf8(`<Document ${PACKAGING}>${map}</Document>`)],
    [
      'Stories/Story_u1.xml',
      utf8(`<idPkg:Story ${PACKAGING}><Story>${story}</Story></idPkg:Story>`),
    ],
  ]);

const odt = (styles: string) =>
  createArchive([
    ['mimetype', utf8('application/vnd.oasis.opendocument.text')],
    [
      'content.xml',
      utf8(
        `<office:document-content ${OFFICE}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text><text:p>A word</text:p></office:text></office:body></office:document-content>`,
      ),
    ],
  ]);

const pptx = (slide: string) =>
  officeArchive({
    'ppt/presentation.xml': [
      'vnd.openxmlformats-officedocument.presentationml.presentation.main',
      `${XML}<p:presentation ${NS.p}/>`,
    ],
    'ppt/slides/slide1.xml': [
      'vnd.openxmlformats-officedocument.presentationml.slide',
      `${XML}<p:sld ${NS.p} ${NS.a}><!--${slide}--><p:txBody><a:p><a:r><a:t>A word</a:t></a:r></a:p></p:txBody></p:sld>`,
    ],
  });

const docx = (paragraph: string) =>
  officeArchive({
    'word/document.xml': [
      'vnd.openxmlformats-officedocument.wordprocessingml.document.main',
      `${XML}<w:document ${NS.w}><w:body><w:p>${paragraph}</w:p></w:body></w:document>`,
    ],
  });

/** A field whose end belongs to no field that is shown, so that it stays open. */
const FIELD =
  '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>a b</w:t><w:instrText>x</w:instrText><w:fldChar w:fldCharType="end"/></w:r>';

// Each would take minutes if its time grew with the square of its length.
it.each([
  ['idml', 'tags without an end', idml(`<!--${'<idPkg:Story '.repeat(100_000)}-->`)],
  [
    'idml',
    'many paragraphs in one stretch',
    idml(
      '',
      `<ParagraphStyleRange><CharacterStyleRange>${'<Content>1</Content><Br/>'.repeat(20_000)}${'<Content>a b</Content>'}</CharacterStyleRange></ParagraphStyleRange>`,
    ),
  ],
  [
    'odt',
    'white space in a style',
    odt(`<style:style style:family="text">${' '.repeat(600_000)}x</style:style>`),
  ],
  ['odt', 'tags without an end', odt(`<!--${'<style:style '.repeat(100_000)}-->`)],
  ['pptx', 'tags without an end', pptx('<p:sld '.repeat(100_000))],
  ['docx', 'fields that stay open', docx(FIELD.repeat(20_000))],
  [
    'html',
    'elements within one another that end with a break',
    utf8(`<p>${'<i>'.repeat(50_000)}word${'<br></i>'.repeat(50_000)}</p>`),
  ],
  ['po', 'a line of spaces', utf8(`msgid "a b"\nmsgstr ""\n\n${' '.repeat(500_000)}x\n`)],
  [
    'srt',
    'a tag of spaces in front of a dash',
    utf8(`1\n00:00:01,000 --> 00:00:02,000\n<${' '.repeat(500_000)}>- A word\n`),
  ],
  ['rst', 'signs that mean nothing', utf8(`A word ${'\ufdd0'.repeat(1_500_000)}\n`)],
] as readonly (readonly [DocumentFormat, string, Uint8Array])[])(
  'reads %s with %s in passing',
  async (format, _what, bytes) => {
    expect((await readDocument(bytes, { format })).paragraphs).toHaveLength(1);
  },
);

it.each([
  ['md', 'too_large', 'A word\n===\n'.repeat(100_000)],
  ['arb', 'malformed', '\\" '.repeat(200_000)],
] as const)('refuses %s as %s in passing', async (format, code, text) => {
  await expect(readDocument(utf8(text), { format })).rejects.toMatchObject({ code });
});

it('writes a run with many properties in passing', async () => {
  const properties = '<w:b/>'.repeat(60_000);
  const bytes = docx(`<w:r><w:rPr>${properties}</w:rPr><w:t>A word</w:t></w:r>`);
  const document = await readDocument(bytes, { format: 'docx' });
  const translations = [{ text: 'כותרת', codes: [] }];
  const { fallbacks } = await writeDocument(document, translations, { targetLanguage: 'he' });
  expect(fallbacks).toEqual([]);
});

it.each(['rst', 'adoc'] as const)('writes %s with much white space in passing', async (format) => {
  const document = await readDocument(utf8('A word\n'), { format });
  const translations = [{ text: `Ein${' '.repeat(300_000)}Wort`, codes: [] }];
  expect((await writeDocument(document, translations)).fallbacks).toEqual([]);
});

it('writes a word of very many letters into a PDF', async () => {
  const content = 'BT /F1 12 Tf 72 700 Td (A word) Tj ET';
  const document = await readDocument(buildPdf({ pages: [{ content }] }), { format: 'pdf' });
  const translations = [{ text: 'é'.repeat(20_000), codes: [] }];
  const { fallbacks } = await writeDocument(document, translations, { targetLanguage: 'de' });
  expect(fallbacks).toEqual([]);
});

it('refuses to write a run with many properties for each of very many pieces', async () => {
  const properties = '<w:b/>'.repeat(10_000);
  const pieces = '<w:br/>a'.repeat(10_000);
  const bytes = docx(`<w:r><w:rPr>${properties}</w:rPr><w:t>A word</w:t>${pieces}</w:r>`);
  const document = await readDocument(bytes, { format: 'docx' });
  const translations = document.paragraphs.map(({ text, codes }) => ({ text: `${text}s`, codes }));
  await expect(writeDocument(document, translations)).rejects.toMatchObject({ code: 'too_large' });
});

it('leaves a Fluent message alone whose branches would repeat a long text', async () => {
  const branches = Array.from({ length: 20_000 }, (_, index) => `  [k${index}] x\n`).join('');
  const long = `a = ${'word '.repeat(20_000)}{ $n ->\n${branches} *[other] y\n }\nb = A word\n`;
  const { paragraphs } = await readDocument(utf8(long), { format: 'fluent' });
  expect(paragraphs.map(({ text }) => text)).toEqual(['A word']);
});
