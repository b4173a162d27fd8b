import { describe, expect, it } from 'vitest';
import { createArchive, readArchive } from './archive.js';
import { checkDocument, toCheckedDocument } from './check-document.js';
import {
  codedParagraph,
  notationsOf,
  plainParagraph,
  translateBy,
  utf8,
} from './conformance/notation.js';
import { NS, officeArchive, XML } from './conformance/office-archive.js';
import { SAMPLES } from './conformance/samples.js';
import type { DocumentFormat } from './formats.js';
import { DEFAULT_LIMITS } from './limits.js';
import type { WriteOptions } from './model.js';
import { readDocument } from './read-document.js';
import { writeDocument } from './write-document.js';

const W = 'vnd.openxmlformats-officedocument.wordprocessingml';

/** Translates a document with a table and gives back what was written. */
const translate = async (
  bytes: Uint8Array,
  format: DocumentFormat,
  table: Readonly<Record<string, string>>,
  options: WriteOptions = {},
): Promise<Uint8Array> => {
  const { targetLanguage } = options;
  const document = await readDocument(bytes, { format, ...(targetLanguage && { targetLanguage }) });
  const translations = translateBy(document.paragraphs, table);
  return (await writeDocument(document, translations, options)).bytes;
};

const translateText = async (
  text: string,
  format: DocumentFormat,
  table: Readonly<Record<string, string>>,
  options: WriteOptions = {},
): Promise<string> =>
  Buffer.from(await translate(utf8(text), format, table, options)).toString('utf8');

const partOf = async (bytes: Uint8Array, name: string): Promise<string> =>
  Buffer.from((await readArchive(bytes, DEFAULT_LIMITS)).inflate(name)).toString('utf8');

const docx = (body: string): Uint8Array =>
  officeArchive({
    'word/document.xml': [
      `${W}.document.main`,
      `${XML}<w:document ${NS.w}><w:body>${body}</w:body></w:document>`,
    ],
  });

describe('Word', () => {
  it('puts text into the run most of it was in, and other looks around their words', async () => {
    const body =
      '<w:p><w:r><w:rPr><w:sz w:val="20"/></w:rPr><w:t>The house is </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>red</w:t></w:r></w:p>';
    const written = await translate(docx(body), 'docx', {
      'The house is <g id="1">red</g>': '<g id="1">Rot</g> ist das Haus',
    });
    expect(await partOf(written, 'word/document.xml')).toContain(
      '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">Rot</w:t></w:r><w:r><w:rPr><w:sz w:val="20"/></w:rPr><w:t xml:space="preserve"> ist das Haus</w:t></w:r></w:p>',
    );
  });

  it('writes from right to left where the language does', async () => {
    const body =
      '<w:p><w:pPr><w:keepNext/><w:jc w:val="left"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>One</w:t></w:r></w:p><w:p><w:r><w:t>Two</w:t></w:r></w:p><w:p/>';
    const written = await translate(docx(body), 'docx', { One: 'واحد' }, { targetLanguage: 'ar' });
    const text = await partOf(written, 'word/document.xml');
    expect(text).toContain('<w:keepNext/><w:bidi/><w:jc w:val="left"/>');
    expect(text).toContain('<w:rPr><w:b/><w:bCs/><w:rtl/></w:rPr>');
    expect(text).toContain('<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:t>Two</w:t></w:r></w:p><w:p/>');
  });

  it('keeps fields together over paragraphs and drops readings', async () => {
    const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const body = `<w:p><w:r><w:t>See </w:t></w:r>${mark('begin')}<w:r><w:instrText>REF a</w:instrText></w:r></w:p><w:p>${mark('separate')}<w:r><w:t>old</w:t></w:r>${mark('end')}<w:r><w:t> and </w:t></w:r><w:r><w:ruby><w:rt><w:r><w:t>yomi</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>base</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>`;
    const document = await readDocument(docx(body), { format: 'docx' });
    expect(notationsOf(document.paragraphs)).toEqual(['See', '<n id="1">old</n> and base']);
    const written = await writeDocument(document, [
      plainParagraph('Siehe'),
      codedParagraph('<n id="1">old</n> und Basis'),
    ]);
    const { bytes } = written;
    const text = await partOf(bytes, 'word/document.xml');
    expect(text).toContain(`Siehe </w:t></w:r>${mark('begin')}<w:r><w:instrText>`);
    expect(text).toContain(
      `<w:r><w:t>old</w:t></w:r>${mark('end')}<w:r><w:t xml:space="preserve"> und Basis`,
    );
    expect(await checkDocument(toCheckedDocument(document, written), bytes)).toEqual([]);
  });

  it('gives a text box and its older form the same translation', async () => {
    const sample = SAMPLES.find(({ name }) => name === 'docx');
    const written = await translate(sample?.bytes ?? utf8(''), 'docx', { 'In a box': 'Im Kasten' });
    const text = await partOf(written, 'word/document2.xml');
    expect(text.match(/Im Kasten/g)).toHaveLength(2);
    expect(text).not.toContain('In a box');
  });

  it.each([
    [
      'docx',
      'word/document.xml',
      'vnd.ms-word.document.macroEnabled.main',
      `<w:document ${NS.w}><w:body><w:p><w:r><w:t>Hello</w:t></w:r></w:p></w:body></w:document>`,
    ],
    [
      'pptx',
      'ppt/slides/slide1.xml',
      'vnd.openxmlformats-officedocument.presentationml.slide',
      `<p:sld ${NS.p} ${NS.a}><a:p><a:r><a:t>Hello</a:t></a:r></a:p></p:sld>`,
    ],
    [
      'xlsx',
      'xl/worksheets/sheet1.xml',
      'vnd.openxmlformats-officedocument.spreadsheetml.worksheet',
      `<worksheet ${NS.x}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Hello</t></is></c></row></sheetData></worksheet>`,
    ],
  ] as const)('keeps macros as they were, and says so: %s', async (format, name, type, text) => {
    const macros = 'macros';
    const source = officeArchive({
      'ppt/presentation.xml': [
        'vnd.ms-powerpoint.presentation.macroEnabled.main',
        `${XML}<p:presentation ${NS.p}/>`,
      ],
      'xl/workbook.xml': [
        'vnd.ms-excel.sheet.macroEnabled.main',
        `${XML}<workbook ${NS.x}><sheets/></workbook>`,
      ],
      [name]: [type, XML + text],
      'word/vbaProject.bin': ['vnd.ms-office.vbaProject', macros],
    });
    const document = await readDocument(source, { format });
    const written = await writeDocument(document, [plainParagraph('Hallo')]);
    expect(await partOf(written.bytes, name)).toContain('>Hallo</');
    expect(await partOf(written.bytes, 'word/vbaProject.bin')).toBe(macros);
    expect(written.notes).toEqual(['The macros of the document were kept as they were.']);
  });

  it('leaves out a signature that is no longer right', async () => {
    const signed = officeArchive({
      'word/document.xml': [
        `${W}.document.main`,
        `${XML}<w:document ${NS.w}><w:p><w:r><w:t>Text</w:t></w:r></w:p></w:document>`,
      ],
      '_rels/.rels': [
        'vnd.openxmlformats-package.relationships',
        '<Relationships><Relationship Id="r1" Target="_xmlsignatures/origin.sigs"/></Relationships>',
      ],
      '_xmlsignatures/sig1.xml': ['vnd.openxmlformats-package.digital-signature', '<Signature/>'],
    });
    const written = await translate(signed, 'docx', { Text: 'Wort' });
    const archive = await readArchive(written, DEFAULT_LIMITS);
    expect(archive.has('_xmlsignatures/sig1.xml')).toBe(false);
    expect(await partOf(written, '_rels/.rels')).toBe('<Relationships></Relationships>');
    expect(await partOf(written, '[Content_Types].xml')).not.toContain('_xmlsignatures');
  });
});

describe('Excel', () => {
  const S = 'vnd.openxmlformats-officedocument.spreadsheetml';
  const workbook = (formula: string): Uint8Array =>
    officeArchive({
      'xl/workbook.xml': [`${S}.sheet.main`, `${XML}<workbook ${NS.x}/>`],
      'xl/worksheets/sheet1.xml': [
        `${S}.worksheet`,
        `${XML}<worksheet ${NS.x}><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1"><f>${formula}</f></c></row></sheetData></worksheet>`,
      ],
      'xl/sharedStrings.xml': [
        `${S}.sharedStrings`,
        `${XML}<sst ${NS.x}><si><t>Total</t></si><si><t>Sum</t></si></sst>`,
      ],
      'xl/tables/table1.xml': [
        `${S}.table`,
        `${XML}<table ${NS.x}><tableColumns><tableColumn id="1" name="Total"/><tableColumn id="2" name="Sum"/></tableColumns></table>`,
      ],
    });

  it('changes columns of tables with their cells and keeps them different', async () => {
    const written = await translate(workbook('A1'), 'xlsx', { Total: 'Summe', Sum: 'Summe' });
    expect(await partOf(written, 'xl/sharedStrings.xml')).toContain('>Summe 2<');
    const table = await partOf(written, 'xl/tables/table1.xml');
    expect(table).toContain('name="Summe"/><tableColumn id="2" name="Summe 2"');
  });

  it('leaves columns alone that formulas name', async () => {
    const document = await readDocument(workbook('SUM(T[Total])'), { format: 'xlsx' });
    expect(document.paragraphs).toEqual([]);
  });
});

describe('Markdown', () => {
  it.each([
    ['[see http://a.b/c]', '[siehe http://a.b/c]'],
    ['Ask [me@example.org.', 'Frag [me@example.org.'],
    ['See [www.a.b *now*', 'Siehe [www.a.b *jetzt*'],
  ])('may have addresses in brackets: %s', async (text, expected) => {
    const table = {
      '[see http://a.b/c]': '[siehe http://a.b/c]',
      'Ask [me@example.org.': 'Frag [me@example.org.',
      'See [www.a.b <g id="1">now</g>': 'Siehe [www.a.b <g id="1">jetzt</g>',
    };
    const written = await translateText(text, 'md', table);
    expect(written.replaceAll('\\', '')).toBe(expected);
  });
});

describe('archives', () => {
  it('keep order, names and stored bytes of what is not translated', async () => {
    const sample = SAMPLES.find(({ name }) => name === 'odt');
    const before = await readArchive(sample?.bytes ?? utf8(''), DEFAULT_LIMITS);
    const written = await translate(before.bytes, 'odt', { Heading: 'Titel' });
    const after = await readArchive(written, DEFAULT_LIMITS);
    expect(after.entries.map(({ name }) => name)).toEqual(before.entries.map(({ name }) => name));
    for (const [index, entry] of before.entries.entries()) {
      if (entry.name !== 'content.xml') expect(after.entries[index]?.stored).toEqual(entry.stored);
    }
    // The first entry is found at a fixed place by whoever asks for the type of the file.
    expect(Buffer.from(written.subarray(30, 77)).toString()).toBe(
      'mimetypeapplication/vnd.oasis.opendocument.text',
    );
  });

  it('hold what was put into them', async () => {
    const bytes = createArchive([['a/ü.txt', utf8('text')]]);
    expect(await partOf(bytes, 'a/ü.txt')).toBe('text');
  });
});

describe('text formats', () => {
  it('say the language of a page', async () => {
    const page = '<html lang=en dir="ltr"><p>Yes</p></html>';
    expect(await translateText(page, 'html', { Yes: 'نعم' }, { targetLanguage: 'ar' })).toBe(
      '<html lang="ar" dir="rtl"><p>نعم</p></html>',
    );
  });

  it('write references where the encoding of a page has no character', async () => {
    const page = Buffer.from('<meta charset="iso-8859-1"><p>Caf\xe9</p>', 'latin1');
    const written = await translate(page, 'html', { Café: 'Café — κ' });
    expect(Buffer.from(written).toString('latin1')).toBe(
      '<meta charset="iso-8859-1"><p>Caf\xe9 \x97 &#954;</p>',
    );
  });

  it('become UTF-8 where nothing else helps', async () => {
    const written = await translate(Buffer.from('na\xefve', 'latin1'), 'txt', { naïve: 'αφελής' });
    expect(Buffer.from(written).toString('utf8')).toBe('αφελής');
  });

  it('leave the first row of a table as it is if it is to stay', async () => {
    const table = utf8('name,"a ""note""\nhere"\nOne,Two\n');
    const { paragraphs } = await readDocument(table, { format: 'csv', keepsHeader: true });
    expect(notationsOf(paragraphs)).toEqual(['One', 'Two']);
  });

  it('write letters of other scripts into RTF as its readers expect them', async () => {
    const rtf = (text: string): string => `{\\rtf1\\ansi\\ansicpg1252 ${text}\\par}`;
    const translations = { Hello: 'Привет 😀 {x}' };
    const written = await translateText(rtf('Hello'), 'rtf', translations);
    expect(written).toBe(
      rtf('\\u1055?\\u1088?\\u1080?\\u1074?\\u1077?\\u1090? \\u-10179?\\u-8704? \\{x\\}'),
    );
    expect(
      await translateText(rtf('One\tTwo'), 'rtf', { 'One<br id="1"/>Two': 'A<br id="1"/>B' }),
    ).toBe(rtf('A\tB'));
    // Where that differs within a paragraph, each letter says how many signs follow it.
    expect(
      await translateText(rtf("{\\uc3 \\u8593\\'e2\\'86\\'91\\uc1 }Up"), 'rtf', {
        '<g id="1">↑<x id="2"/></g>Up': '<g id="1">↑<x id="2"/></g>É',
      }),
    ).toBe(rtf('{\\uc3 {\\uc0\\u8593 }\\uc1 }{\\uc0\\u201 }'));
    expect(await translateText(rtf('\\uc0 Hello'), 'rtf', { Hello: 'é' })).toBe(
      rtf('\\uc0 \\u233 '),
    );
  });

  it('break a long subtitle into two lines', async () => {
    const cue = '1\n00:00:01,000 --> 00:00:02,000\nShort <i>one</i>\n';
    const long = 'This is a translation that is <g id="1">far too long</g> for a single line';
    expect(await translateText(cue, 'srt', { 'Short <g id="1">one</g>': long })).toBe(
      '1\n00:00:01,000 --> 00:00:02,000\nThis is a translation that is\n<i>far too long</i> for a single line\n',
    );
  });

  it('give a message as many plurals as the language has', async () => {
    const entry = 'msgid "a file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n';
    const table = { 'a file': '一', '%d files': '%d 个文件' };
    expect(await translateText(entry, 'po', table, { targetLanguage: 'zh-Hans' })).toBe(
      'msgid "a file"\nmsgid_plural "%d files"\nmsgstr[0] "%d 个文件"\n',
    );
  });

  it('keep the style of YAML scalars as far as it can hold the text', async () => {
    const yaml = "a: One\nb: 'Two'\nc: |\n  Three\n";
    const table = { One: 'Eins: ja', Two: "Zwei's", Three: 'Drei\nvier' };
    expect(await translateText(yaml, 'yaml', table)).toBe(
      "a: \"Eins: ja\"\nb: 'Zwei''s'\nc: |\n  Drei\n  vier\n",
    );
  });
});

describe('writeDocument', () => {
  it('wants a translation for every paragraph', async () => {
    const document = await readDocument(utf8('a b'), { format: 'txt' });
    await expect(writeDocument(document, [])).rejects.toThrow(RangeError);
  });

  it('refuses a format the document cannot become', async () => {
    const document = await readDocument(utf8('a b'), { format: 'txt' });
    const writing = writeDocument(document, [plainParagraph('c')], { outputFormat: 'docx' });
    await expect(writing).rejects.toMatchObject({ code: 'output_format_unsupported' });
  });
});

describe('reStructuredText', () => {
  it('makes the lines of a title as long as the title', async () => {
    const table = { Short: 'Eine lange Überschrift', Title: '日本語' };
    expect(await translateText('=====\nShort\n=====\n\nTitle\n-----\n', 'rst', table)).toBe(
      '======================\nEine lange Überschrift\n======================\n\n日本語\n------\n',
    );
  });

  it('keeps marks apart from the letters beside them', async () => {
    const table = {
      'A <g id="1">bold</g> <n id="2">code</n> end': 'x<g id="1">Fett</g><n id="2">code</n>y',
    };
    expect(await translateText('A **bold** ``code`` end\n', 'rst', table)).toBe(
      'x\\ **Fett**\\ ``code``\\ y\n',
    );
  });

  it('escapes what would begin a list, and keeps references to their targets', async () => {
    const table = {
      'In the <g id="1">other part</g>.': '19. Jahrhundert, <g id="1">anderer Teil</g>.',
    };
    expect(await translateText('In the `other part`_.\n', 'rst', table)).toBe(
      '\\19. Jahrhundert, `anderer Teil <other part_>`_.\n',
    );
  });

  it('says that it kept a drawn table', async () => {
    const document = await readDocument(utf8('Text\n\n=== ===\na   b\n=== ===\n'), {
      format: 'rst',
    });
    expect(notationsOf(document.paragraphs)).toEqual(['Text']);
    expect((await writeDocument(document, [plainParagraph('Wort')])).notes).toEqual([
      expect.stringContaining('Tables that are drawn with characters'),
    ]);
  });
});

describe('AsciiDoc', () => {
  it('writes marks that are read inside of words, and characters that are none as references', async () => {
    const table = { 'A <g id="1">bold</g> word': 'ein<g id="1">Fett</g>wort *und* |' };
    expect(
      await translateText(':lang: en\n\nA *bold* word\n', 'adoc', table, { targetLanguage: 'de' }),
    ).toBe(':lang: de\n\nein**Fett**wort &#42;und&#42; &#124;\n');
  });

  it('escapes what would begin something else', async () => {
    expect(await translateText('One\n\nTwo\n', 'adoc', { One: '. Punkt', Two: '3. Oktober' })).toBe(
      '&#46; Punkt\n\n{empty}3. Oktober\n',
    );
  });
});

describe('LaTeX', () => {
  it('writes what TeX reads as text', async () => {
    const table = { 'One 100% "sure" way': '„Ein“ 100 % – sicherer_Weg — [a] $1' };
    expect(await translateText('\\section{One 100\\% "sure" way}\n', 'tex', table)).toBe(
      '\\section{,,Ein`` 100 \\% -- sicherer\\_Weg --- [a] \\$1}\n',
    );
  });

  it('becomes UTF-8, and says so, where its encoding has no such letters', async () => {
    const source = Buffer.from(
      '\\documentclass{article}\\usepackage[latin1]{inputenc}\\begin{document}Caf\xe9\\end{document}',
      'latin1',
    );
    const written = await translate(source, 'tex', { Café: 'Кафе' });
    expect(Buffer.from(written).toString('utf8')).toBe(
      '\\documentclass{article}\\usepackage[utf8]{inputenc}\\begin{document}Кафе\\end{document}',
    );
  });

  it('may have a title that gets longer than three letters', async () => {
    const document = await readDocument(utf8('API\n===\n\nGo\n--\n'), { format: 'rst' });
    const written = await writeDocument(
      document,
      ['Schnittstelle', 'Los geht es'].map(plainParagraph),
    );
    expect(await checkDocument(toCheckedDocument(document, written), written.bytes)).toEqual([]);
  });

  it('gives a control word no other argument than it had', async () => {
    const table = {
      'The <x id="1"/><g id="2">first</g> one': 'Das <x id="1"/><g id="2">erste</g>',
    };
    expect(await translateText('The \\x {first} one\n', 'tex', table)).toBe('Das \\x {erste}\n');
  });

  it('keeps a control word from growing into the word behind it', async () => {
    const table = { 'A <n id="1">LaTeX</n> page': 'Eine <n id="1">LaTeX</n>-Seite' };
    expect(await translateText('A \\LaTeX\\ page\n', 'tex', table)).toContain('\\LaTeX');
  });
});

describe('what is nested or never closed', () => {
  it.each([
    ['tex', '{'],
    ['tex', '\\footnote{a '],
    ['tex', '\\[a '],
    ['tex', '\\begin{a}'],
    ['tex', '\\verb|'],
    ['rst', '  - '],
    ['rst', ' *a'],
    ['rst', '.. note::\n   '],
    ['adoc', ' *a'],
    ['adoc', '<<a,'],
    ['adoc', 'link:a['],
    ['adoc', '|===\na|'],
  ] as const)('is read or refused: %s %j', async (format, piece) => {
    const bytes = utf8(`${piece.repeat(20_000)} words`);
    const result = await readDocument(bytes, { format }).then(
      () => 'read',
      (error: { code?: string }) => error.code,
    );
    expect(['read', 'too_large']).toContain(result);
  });
});
