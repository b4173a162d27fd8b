import type { Sample } from './notation.js';
import { CHART, CORE_PROPERTIES, NS, officeArchive, smartArt, XML } from './office-archive.js';

const wordRun = (text: string, properties = ''): string =>
  `<w:r w:rsidR="00A1">${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const wordParagraph = (content: string, properties = ''): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const BOX = wordParagraph(wordRun('In a box'));

const BODY = [
  wordParagraph(wordRun('A heading'), '<w:pStyle w:val="H1"/><w:jc w:val="left"/>'),
  wordParagraph(
    `${wordRun('Split ', '<w:lang w:val="en-US"/>')}<w:proofErr w:type="spellStart"/>${wordRun('runs', '<w:noProof/>')}<w:proofErr w:type="spellEnd"/>${wordRun(' and ')}${wordRun('bold', '<w:b/><w:bCs/>')}${wordRun(' ', '<w:b/>')}${wordRun('text &amp; more.')}`,
  ),
  wordParagraph(
    `${wordRun('See ')}<w:hyperlink r:id="rId1">${wordRun('the ', '<w:rStyle w:val="Link"/>')}${wordRun('page', '<w:rStyle w:val="Link"/><w:i/>')}</w:hyperlink>${wordRun(' on ')}${field('PAGE', wordRun('12'))}${wordRun('.')}<w:r><w:footnoteReference w:id="2"/></w:r>`,
  ),
  wordParagraph(
    `${wordRun('A ')}${field('HYPERLINK "x"', wordRun('field link'))}${wordRun(' and a reference to ')}${field('REF a', wordRun('Old text'))}${wordRun(' here')}`,
  ),
  wordParagraph(
    `${wordRun('Kept ')}<w:ins w:id="1" w:author="A">${wordRun('inserted')}</w:ins><w:del w:id="2" w:author="A"><w:r><w:delText>deleted</w:delText></w:r></w:del>${wordRun(' end ')}<w:moveFrom w:id="3">${wordRun('moved away')}</w:moveFrom><w:moveTo w:id="4">${wordRun('moved here')}</w:moveTo>`,
  ),
  wordParagraph(
    `${wordRun('Shown')}${wordRun('hidden', '<w:vanish/>')}<w:bookmarkStart w:id="0" w:name="b"/><w:r><w:t>One</w:t><w:tab/><w:t>Two</w:t><w:br/><w:t>non</w:t><w:noBreakHyphen/><w:t>break</w:t></w:r><w:bookmarkEnd w:id="0"/>`,
  ),
  wordParagraph(
    `${wordRun('Before ')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><w:txbxContent>${BOX}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${BOX}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>${wordRun(' after')}`,
  ),
  wordParagraph('<m:oMath><m:r><m:t>abc</m:t></m:r></m:oMath>'),
  `<w:tbl><w:tblPr><w:tblStyle w:val="T"/><w:tblW w:w="0"/></w:tblPr><w:tr><w:tc>${wordParagraph(wordRun('Cell'))}</w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>`,
  `<w:sdt><w:sdtPr/><w:sdtContent>${wordParagraph(`<w:sdt><w:sdtPr><w:id w:val="1"/></w:sdtPr><w:sdtContent>${wordRun('Control')}</w:sdtContent></w:sdt>${wordRun(' text')}`)}</w:sdtContent></w:sdt>`,
].join('');

const wordRoot = (name: string, content: string): string =>
  `${XML}<w:${name} ${NS.w} ${NS.r} ${NS.mc} ${NS.m}>${content}</w:${name}>`;

const WORD = 'vnd.openxmlformats-officedocument.wordprocessingml';
const DRAWING = 'vnd.openxmlformats-officedocument.drawingml';

export const DOCX_SAMPLES: readonly Sample[] = [
  {
    name: 'docx',
    format: 'docx',
    bytes: officeArchive({
      'word/document2.xml': [
        `${WORD}.document.main`,
        wordRoot('document', `<w:body>${BODY}</w:body>`),
      ],
      'word/header1.xml': [`${WORD}.header`, wordRoot('hdr', wordParagraph(wordRun('Header')))],
      'word/footer1.xml': [`${WORD}.footer`, wordRoot('ftr', wordParagraph(wordRun('Footer')))],
      'word/endnotes.xml': [
        `${WORD}.endnotes`,
        wordRoot(
          'endnotes',
          `<w:endnote w:id="2">${wordParagraph(wordRun('An endnote'))}</w:endnote>`,
        ),
      ],
      'word/glossary/document.xml': [
        `${WORD}.document.glossary`,
        wordRoot(
          'glossaryDocument',
          `<w:docParts>${wordParagraph(wordRun('A building block'))}</w:docParts>`,
        ),
      ],
      'word/footnotes.xml': [
        `${WORD}.footnotes`,
        wordRoot(
          'footnotes',
          `<w:footnote w:id="2">${wordParagraph(`<w:r><w:footnoteRef/></w:r>${wordRun(' A note')}`)}</w:footnote>`,
        ),
      ],
      'word/comments.xml': [
        `${WORD}.comments`,
        wordRoot(
          'comments',
          `<w:comment w:id="0">${wordParagraph(wordRun('A comment'))}</w:comment>`,
        ),
      ],
      'word/styles.xml': [
        `${WORD}.styles`,
        wordRoot(
          'styles',
          '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-US"/></w:rPr></w:rPrDefault></w:docDefaults>',
        ),
      ],
      'word/charts/chart1.xml': [`${DRAWING}.chart`, CHART],
      ...smartArt('word', 'Smart'),
      'docProps/core.xml': ['vnd.openxmlformats-package.core-properties', CORE_PROPERTIES],
    }),
    paragraphs: [
      'A heading',
      'Split runs and <g id="1">bold </g>text &amp; more.',
      'See <g id="1">the <g id="2">page</g></g> on <n id="3">12</n>.',
      'A <g id="1">field link</g> and a reference to <n id="2">Old text</n> here',
      'Kept <g id="1">inserted</g><x id="2"/> end <x id="3"/><g id="4">moved here</g>',
      'Shown<x id="1"/><x id="2"/>One<br id="3"/>Two<br id="4"/>non\u2011break',
      'Before <x id="1"/> after',
      'In a box',
      'Cell',
      '<g id="1">Control</g> text',
      'Header',
      'Footer',
      'A note',
      'An endnote',
      'A comment',
      'A building block',
      'Smart',
      'Chart title',
      'Series',
      'The title',
    ],
  },
];

const slideRun = (text: string, properties = 'lang="en-US" dirty="0"', inside = ''): string =>
  `<a:r><a:rPr ${properties}>${inside}</a:rPr><a:t>${text}</a:t></a:r>`;
const shape = (content: string, about = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text Box 2"/><p:nvPr>${about}</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/>${content}</p:txBody></p:sp>`;
const slideRoot = (name: string, content: string, attributes = ''): string =>
  `${XML}<p:${name} ${NS.a} ${NS.p} ${NS.r}${attributes}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:${name}>`;

const P = 'vnd.openxmlformats-officedocument.presentationml';

const SLIDE = [
  shape(
    `<a:p><a:pPr algn="l" lvl="1"/>${slideRun('One ')}${slideRun('sentence', 'lang="en-GB" err="1"')}${slideRun(' with ')}${slideRun('bold', 'lang="en-US" b="1"', '<a:solidFill/>')}${slideRun(' text.')}<a:endParaRPr lang="en-US"/></a:p><a:p><a:r><a:t>Line</a:t></a:r><a:br><a:rPr lang="en-US"/></a:br>${slideRun('break')}</a:p>`,
  ),
  `<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody><a:p>${slideRun('Cell')}</a:p></a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`,
  shape(`<a:p><a:fld id="{1}" type="slidenum"><a:rPr lang="en-US"/><a:t>3</a:t></a:fld></a:p>`),
].join('');

export const PPTX_SAMPLES: readonly Sample[] = [
  {
    name: 'pptx',
    format: 'pptx',
    bytes: officeArchive({
      'ppt/presentation.xml': [`${P}.presentation.main`, slideRoot('presentation', '')],
      'ppt/slides/slide10.xml': [
        `${P}.slide`,
        slideRoot('sld', shape(`<a:p>${slideRun('Last')}</a:p>`)),
      ],
      'ppt/slides/slide2.xml': [`${P}.slide`, slideRoot('sld', SLIDE)],
      'ppt/slides/slide3.xml': [
        `${P}.slide`,
        slideRoot('sld', shape(`<a:p>${slideRun('Hidden')}</a:p>`), ' show="0"'),
      ],
      'ppt/notesSlides/notesSlide1.xml': [
        `${P}.notesSlide`,
        slideRoot('notes', shape(`<a:p>${slideRun('Speaker note')}</a:p>`)),
      ],
      'ppt/slideMasters/slideMaster1.xml': [
        `${P}.slideMaster`,
        slideRoot(
          'sldMaster',
          `${shape(`<a:p>${slideRun('Click to edit')}</a:p>`, '<p:ph type="title"/>')}${shape(`<a:p>${slideRun('Company line')}</a:p>`)}`,
        ),
      ],
      'ppt/comments/comment1.xml': [
        `${P}.comments`,
        `${XML}<p:cmLst ${NS.p}><p:cm><p:text>A remark</p:text></p:cm></p:cmLst>`,
      ],
      ...smartArt('ppt', 'Smart'),
      'ppt/charts/chart1.xml': ['vnd.openxmlformats-officedocument.drawingml.chart', CHART],
      'docProps/core.xml': ['vnd.openxmlformats-package.core-properties', CORE_PROPERTIES],
    }),
    paragraphs: [
      'One sentence with <g id="1">bold</g> text.',
      'Line<br id="1"/>break',
      'Cell',
      'Last',
      'Speaker note',
      'A remark',
      'Company line',
      'Smart',
      'Chart title',
      'Series',
      'The title',
    ],
  },
];

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
    paragraphs: [
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
