import { CHART, NS, officeArchive, XML } from '../office-archive.js';
import type { Sample } from '../sample.js';

const S = 'vnd.openxmlformats-officedocument.spreadsheetml';

const STRINGS = [
  '<si><t>Fruit</t></si>',
  '<si><r><t xml:space="preserve">Rich </t></r><r><rPr><b/><sz val="11"/></rPr><t>text</t></r><rPh sb="0" eb="2"><t>yomi</t></rPh></si>',
  '<si><t>A-17</t></si>',
  '<si><t>Two\nlines &amp; more</t></si>',
  '<si><t>Only hidden</t></si>',
  '<si><t>https://example.org</t></si>',
];

const cell = (reference: string, index: number): string =>
  `<c r="${reference}" t="s"><v>${index}</v></c>`;

const SHEET = `${XML}<worksheet ${NS.x}><sheetViews><sheetView workbookViewId="0"/></sheetViews><cols><col min="3" max="3" hidden="1"/></cols><sheetData><row r="1">${cell('A1', 0)}${cell('B1', 1)}${cell('C1', 4)}</row><row r="2">${cell('A2', 2)}${cell('B2', 3)}${cell('D2', 5)}<c r="E2" t="inlineStr"><is><t>Inline</t></is></c><c r="F2" t="str"><f>A1&amp;"x"</f><v>Fruitx</v></c></row><row r="3" hidden="1">${cell('A3', 4)}</row></sheetData></worksheet>`;

export const XLSX_SAMPLES: readonly Sample[] = [
  {
    name: 'xlsx',
    format: 'xlsx',
    bytes: officeArchive({
      'xl/workbook.xml': [
        `${S}.sheet.main`,
        `${XML}<workbook ${NS.x} ${NS.r}><sheets><sheet name="Shown" sheetId="1" r:id="rId1"/><sheet name="Gone" sheetId="2" state="hidden" r:id="rId2"/></sheets></workbook>`,
      ],
      'xl/_rels/workbook.xml.rels': [
        'vnd.openxmlformats-package.relationships',
        `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
      ],
      'xl/worksheets/sheet1.xml': [`${S}.worksheet`, SHEET],
      'xl/worksheets/sheet2.xml': [
        `${S}.worksheet`,
        `${XML}<worksheet ${NS.x}><sheetData><row r="1">${cell('A1', 4)}</row></sheetData></worksheet>`,
      ],
      'xl/sharedStrings.xml': [
        `${S}.sharedStrings`,
        `${XML}<sst ${NS.x}>${STRINGS.join('')}</sst>`,
      ],
      'xl/tables/table1.xml': [
        `${S}.table`,
        `${XML}<table ${NS.x} id="1" name="T" ref="A1:A3"><tableColumns count="1"><tableColumn id="1" name="Fruit"/></tableColumns></table>`,
      ],
      'xl/comments1.xml': [
        `${S}.comments`,
        `${XML}<comments ${NS.x}><commentList><comment ref="A1"><text><r><t xml:space="preserve">Comment by </t></r><r><rPr><b/></rPr><t>Somebody</t></r></text></comment></commentList></comments>`,
      ],
      'xl/threadedComments/threadedComment1.xml': [
        'vnd.ms-excel.threadedcomments',
        `${XML}<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment ref="A1"><text>An answer</text></threadedComment></ThreadedComments>`,
      ],
      'xl/drawings/drawing1.xml': [
        'vnd.openxmlformats-officedocument.drawing',
        `${XML}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ${NS.a}><xdr:txBody><a:p><a:r><a:t>In a shape</a:t></a:r></a:p></xdr:txBody></xdr:wsDr>`,
      ],
      'xl/charts/chart1.xml': ['vnd.openxmlformats-officedocument.drawingml.chart', CHART],
    }),
    units: [
      'Fruit',
      'Rich <g id="1">text</g>',
      'Two\nlines & more',
      'Inline',
      'Comment by <g id="1">Somebody</g>',
      'An answer',
      'In a shape',
      'Chart title',
      'Series',
    ],
  },
];
