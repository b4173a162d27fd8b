import { expect, it } from 'vitest';
import { createArchive } from './archive.js';
import { utf8 } from './conformance/notation.js';
import { NS, officeArchive, XML } from './conformance/office-archive.js';
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
] as readonly (readonly [DocumentFormat, string, Uint8Array])[])(
  'reads %s with %s in passing',
  async (format, _what, bytes) => {
    expect((await readDocument(bytes, { format })).units).toHaveLength(1);
  },
);

it('writes a run with many properties in passing', async () => {
  const properties = '<w:b/>'.repeat(60_000);
  const bytes = officeArchive({
    'word/document.xml': [
      'vnd.openxmlformats-officedocument.wordprocessingml.document.main',
      `${XML}<w:document ${NS.w}><w:body><w:p><w:r><w:rPr>${properties}</w:rPr><w:t>A word</w:t></w:r></w:p></w:body></w:document>`,
    ],
  });
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
