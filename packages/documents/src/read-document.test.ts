import { describe, expect, it } from 'vitest';
import { createArchive } from './archive.js';
import { utf8 } from './conformance/notation.js';
import { NS, officeArchive, XML } from './conformance/office-archive.js';
import { SCANNED_PDF } from './conformance/pdf-samples.js';
import { SAMPLES } from './conformance/samples.js';
import type { DocumentFormat } from './formats.js';
import type { DocumentLimits } from './limits.js';
import { readDocument } from './read-document.js';

const codeOf = async (
  bytes: Uint8Array,
  format: DocumentFormat,
  limits: Partial<DocumentLimits> = {},
): Promise<unknown> => {
  try {
    await readDocument(bytes, { format, limits });
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

const W = 'vnd.openxmlformats-officedocument.wordprocessingml';
const S = 'vnd.openxmlformats-officedocument.spreadsheetml';
const docxOf = (body: string, type = `${W}.document.main`): Uint8Array =>
  officeArchive({
    'word/document.xml': [type, `${XML}<w:document ${NS.w}><w:body>${body}</w:body></w:document>`],
  });
const sampleOf = (name: string): Uint8Array => {
  const sample = SAMPLES.find((found) => found.name === name);
  if (!sample) throw new Error(`No sample ${name}`);
  return sample.bytes;
};

describe('readDocument refuses', () => {
  it('an empty file', async () => {
    expect(await codeOf(Buffer.alloc(0), 'txt')).toBe('empty_file');
  });

  it('a catalogue in which everything is translated, and says so', async () => {
    const done = utf8(
      '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en"><body><trans-unit id="1"><source>Done</source><target>Fertig</target></trans-unit></body></file></xliff>',
    );
    await expect(readDocument(done, { format: 'xliff' })).rejects.toThrow(
      'All of its entries have a translation already',
    );
  });

  it('an archive that is cut off', async () => {
    const whole = sampleOf('docx');
    expect(await codeOf(whole.subarray(0, whole.length / 2), 'docx')).toBe('truncated');
  });

  it('a workbook that calls itself a Word document', async () => {
    expect(await codeOf(sampleOf('xlsx'), 'docx')).toBe('format_mismatch');
    expect(await codeOf(sampleOf('odt'), 'ods')).toBe('format_mismatch');
    expect(await codeOf(sampleOf('epub'), 'docx')).toBe('format_mismatch');
  });

  it('an encrypted OpenDocument file', async () => {
    const manifest = '<manifest:manifest><manifest:encryption-data/></manifest:manifest>';
    const bytes = createArchive([
      ['mimetype', utf8('application/vnd.oasis.opendocument.text')],
      ['content.xml', utf8('noise')],
      ['META-INF/manifest.xml', utf8(manifest)],
    ]);
    expect(await codeOf(bytes, 'odt')).toBe('encrypted');
  });

  it('a scanned PDF', async () => {
    expect(await codeOf(SCANNED_PDF, 'pdf')).toBe('scanned_pdf');
  });

  it('document type declarations, with which entities would come', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaa">]><resources><string name="a">&a;</string></resources>`;
    expect(await codeOf(utf8(bomb), 'android')).toBe('malformed');
  });

  it('archives that unpack to more than they may', async () => {
    const bomb = createArchive([
      ['[Content_Types].xml', Buffer.alloc(2_000_000, 0x20)],
      ['a', utf8('a')],
    ]);
    expect(bomb.length).toBeLessThan(10_000);
    expect(await codeOf(bomb, 'docx', { partBytes: 1_000_000 })).toBe('too_large');
    expect(await codeOf(bomb, 'docx', { inflatedBytes: 1_000_000 })).toBe('too_large');
    expect(await codeOf(bomb, 'docx', { entries: 1 })).toBe('too_large');
  });

  it.each([
    ['json', 'depth', utf8(`${'['.repeat(20_000)}"a"${']'.repeat(20_000)}`)],
    ['yaml', 'depth', utf8(`${'['.repeat(5000)}a${']'.repeat(5000)}`)],
    ['md', 'depth', utf8(`${'> '.repeat(5000)}a`)],
    ['md', 'marks in a paragraph', utf8('a*'.repeat(100_000))],
    ['md', 'brackets in a paragraph', utf8('a] '.repeat(10_000))],
    [
      'docx',
      'depth',
      docxOf(
        `<w:p>${'<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(2000)}<w:r><w:t>a</w:t></w:r></w:p>`,
      ),
    ],
    ['android', 'depth', utf8(`<resources>${'<a>'.repeat(5000)}</resources>`)],
    ['txt', 'paragraphs', utf8('a\n'.repeat(100))],
    ['android', 'tagLength', utf8(`<resources a="${'a'.repeat(2000)}"/>`)],
  ] as const)('%s beyond the limit of %s', async (format, _limit, bytes) => {
    expect(await codeOf(bytes, format, { paragraphs: 99, tagLength: 1000 })).toBe('too_large');
  });

  it('a Word document whose styles are damaged, before it is translated', async () => {
    const bytes = officeArchive({
      'word/document.xml': [
        `${W}.document.main`,
        `${XML}<w:document ${NS.w}><w:body><w:p><w:r><w:t>A word</w:t></w:r></w:p></w:body></w:document>`,
      ],
      'word/styles.xml': [`${W}.styles`, `${XML}<w:styles ${NS.w}><w:style></w:styles>`],
    });
    expect(await codeOf(bytes, 'docx')).toBe('malformed');
  });

  it('names that lead out of the archive', async () => {
    const bytes = createArchive([['../../etc/passwd', utf8('a')]]);
    expect(await codeOf(bytes, 'docx')).toBe('truncated');
  });
});

describe('readDocument', () => {
  it.each<[Uint8Array, DocumentFormat]>([
    [utf8('12\n34\nhttps://example.org'), 'txt'],
    [docxOf('<w:p/>'), 'docx'],
  ])('reads a document without words', async (bytes, format) => {
    expect((await readDocument(bytes, { format })).paragraphs).toEqual([]);
  });

  it('reads what is around a field that never ends, however many runs that has', async () => {
    const run = (inner: string) => `<w:r>${inner}</w:r>`;
    const field = run('<w:fldChar w:fldCharType="begin"/>') + run('<w:t>a</w:t>').repeat(130_000);
    const bytes = docxOf(`<w:p>${run('<w:t>Hello</w:t>')}</w:p><w:p>${field}</w:p>`);
    const { paragraphs } = await readDocument(bytes, { format: 'docx' });
    expect(paragraphs.map(({ text }) => text)).toEqual(['Hello']);
  });

  it('reads YAML with very many blank lines within a text', async () => {
    const bytes = utf8(`a: |\n  One.${'\n'.repeat(400_000)}  Two.\n`);
    const { paragraphs } = await readDocument(bytes, { format: 'yaml' });
    expect(paragraphs[0]?.text.replace(/\n+/, ' ')).toBe('One. Two.');
  });

  it('reads sheets with more hidden columns than there are, columns without a place, and very many formulas', async () => {
    const formulas = '<c><f>T[a]</f></c>'.repeat(130_000);
    const bytes = officeArchive({
      'xl/workbook.xml': [`${S}.sheet.main`, `${XML}<workbook ${NS.x}/>`],
      'xl/worksheets/sheet1.xml': [
        `${S}.worksheet`,
        `${XML}<worksheet ${NS.x}><cols><col max="5" hidden="1"/><col min="2" max="-5" hidden="1"/><col min="2" max="4000000000" hidden="1"/></cols><sheetData><row><c r="A1" t="s"><v>0</v></c><c r="XFD1" t="s"><v>1</v></c>${formulas}</row></sheetData></worksheet>`,
      ],
      'xl/sharedStrings.xml': [
        `${S}.sharedStrings`,
        `${XML}<sst ${NS.x}><si><t>Seen</t></si><si><t>Hidden</t></si></sst>`,
      ],
    });
    const { paragraphs } = await readDocument(bytes, { format: 'xlsx' });
    expect(paragraphs.map(({ text }) => text)).toEqual(['Seen']);
  });

  it('reads elements that HTML does not know as parts of a sentence', async () => {
    const bytes = utf8(
      '<p>Click <my-button>here</my-button> to <font color="red">save</font> it<o:p></o:p>.</p><center>Middle</center><app-root><div>One</div>Two</app-root>',
    );
    const { paragraphs } = await readDocument(bytes, { format: 'html' });
    expect(paragraphs.map(({ text }) => text)).toEqual([
      'Click here to save it.',
      'Middle',
      'One',
      'Two',
    ]);
  });

  it('reads strict Office Open XML and other prefixes', async () => {
    const document = `${XML}<doc:document xmlns:doc="http://purl.oclc.org/ooxml/wordprocessingml/main"><doc:body><doc:p><doc:r><doc:t>Strict</doc:t></doc:r></doc:p></doc:body></doc:document>`;
    const bytes = officeArchive({ 'word/document.xml': [`${W}.document.main`, document] });
    const { paragraphs } = await readDocument(bytes, { format: 'docx' });
    expect(paragraphs).toEqual([{ text: 'Strict', codes: [] }]);
  });
});
