import { describe, expect, it } from 'vitest';
import { NS, officeArchive, XML } from './conformance/office-archive.js';
import { readSheet, readTbx } from './read-terms.js';

const S = 'vnd.openxmlformats-officedocument.spreadsheetml';
const cell = (place: string, index: number) => `<c r="${place}" t="s"><v>${index}</v></c>`;

describe('a workbook', () => {
  it('is read row by row, its first four columns', async () => {
    const rows = [
      `<row r="1">${cell('A1', 0)}${cell('B1', 1)}${cell('E1', 0)}</row>`,
      `<row r="2"><c r="B2" t="inlineStr"><is><t>inline</t></is></c></row>`,
      '<row r="3"/>',
      '<row r="4"><c><v>7</v></c></row>',
    ];
    const strings =
      '<si><t>house</t></si><si><r><t xml:space="preserve">la </t></r><r><t>casa</t></r><rPh sb="0" eb="2"><t>yomi</t></rPh></si>';
    const bytes = officeArchive({
      'xl/worksheets/sheet10.xml': [`${S}.worksheet`, `${XML}<worksheet ${NS.x}/>`],
      'xl/worksheets/sheet2.xml': [
        `${S}.worksheet`,
        `${XML}<worksheet ${NS.x}><sheetData>${rows.join('')}</sheetData></worksheet>`,
      ],
      'xl/sharedStrings.xml': [`${S}.sharedStrings`, `${XML}<sst ${NS.x}>${strings}</sst>`],
    });
    expect(await readSheet(bytes)).toEqual([['house', 'la casa'], ['', 'inline'], ['7']]);
  });

  it('is told from other archives', async () => {
    await expect(readSheet(officeArchive({}))).rejects.toMatchObject({ code: 'format_mismatch' });
    await expect(readSheet(Buffer.from('text'))).rejects.toMatchObject({ code: 'truncated' });
  });
});

describe('a terminology file', () => {
  it('is read in the older version of TBX', () => {
    const file =
      '<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd"><martif type="TBX"><text><body><termEntry id="1"><langSet xml:lang="en"><ntig><termGrp><term>hard\n disk</term></termGrp></ntig><tig><term>HDD</term></tig></langSet><langSet xml:lang="es-ES"><tig><term>disco &amp; duro</term></tig></langSet></termEntry></body></text></martif>';
    expect(readTbx(Buffer.from(file))).toEqual([
      [
        { language: 'en', terms: ['hard disk', 'HDD'] },
        { language: 'es-ES', terms: ['disco & duro'] },
      ],
    ]);
  });

  it('is read in the newer version of TBX', () => {
    const file =
      '<tbx xmlns="urn:iso:std:iso:30042:ed-2" type="TBX-Basic"><text><body><conceptEntry><langSec xml:lang="fr"><termSec><term>maison</term></termSec></langSec></conceptEntry></body></text></tbx>';
    expect(readTbx(Buffer.from(file))).toEqual([[{ language: 'fr', terms: ['maison'] }]]);
  });

  it('is no other XML', () => {
    expect(() => readTbx(Buffer.from('<tmx/>'))).toThrow('It is no TBX file');
    expect(() => readTbx(Buffer.from('<martif>'))).toThrow('XML');
  });
});
