import { CHART, CORE_PROPERTIES, NS, officeArchive, smartArt, XML } from '../office-archive.js';
import type { Sample } from '../sample.js';

const r = (text: string, properties = ''): string =>
  `<w:r w:rsidR="00A1">${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (content: string, properties = ''): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

const BOX = p(r('In a box'));

const BODY = [
  p(r('A heading'), '<w:pStyle w:val="H1"/><w:jc w:val="left"/>'),
  p(
    `${r('Split ', '<w:lang w:val="en-US"/>')}<w:proofErr w:type="spellStart"/>${r('runs', '<w:noProof/>')}<w:proofErr w:type="spellEnd"/>${r(' and ')}${r('bold', '<w:b/><w:bCs/>')}${r(' ', '<w:b/>')}${r('text &amp; more.')}`,
  ),
  p(
    `${r('See ')}<w:hyperlink r:id="rId1">${r('the ', '<w:rStyle w:val="Link"/>')}${r('page', '<w:rStyle w:val="Link"/><w:i/>')}</w:hyperlink>${r(' on ')}${field('PAGE', r('12'))}${r('.')}<w:r><w:footnoteReference w:id="2"/></w:r>`,
  ),
  p(
    `${r('A ')}${field('HYPERLINK "x"', r('field link'))}${r(' and a reference to ')}${field('REF a', r('Old text'))}${r(' here')}`,
  ),
  p(
    `${r('Kept ')}<w:ins w:id="1" w:author="A">${r('inserted')}</w:ins><w:del w:id="2" w:author="A"><w:r><w:delText>deleted</w:delText></w:r></w:del>${r(' end ')}<w:moveFrom w:id="3">${r('moved away')}</w:moveFrom><w:moveTo w:id="4">${r('moved here')}</w:moveTo>`,
  ),
  p(
    `${r('Shown')}${r('hidden', '<w:vanish/>')}<w:bookmarkStart w:id="0" w:name="b"/><w:r><w:t>One</w:t><w:tab/><w:t>Two</w:t><w:br/><w:t>non</w:t><w:noBreakHyphen/><w:t>break</w:t></w:r><w:bookmarkEnd w:id="0"/>`,
  ),
  p(
    `${r('Before ')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><w:txbxContent>${BOX}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${BOX}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>${r(' after')}`,
  ),
  p('<m:oMath><m:r><m:t>abc</m:t></m:r></m:oMath>'),
  `<w:tbl><w:tblPr><w:tblStyle w:val="T"/><w:tblW w:w="0"/></w:tblPr><w:tr><w:tc>${p(r('Cell'))}</w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>`,
  `<w:sdt><w:sdtPr/><w:sdtContent>${p(`<w:sdt><w:sdtPr><w:id w:val="1"/></w:sdtPr><w:sdtContent>${r('Control')}</w:sdtContent></w:sdt>${r(' text')}`)}</w:sdtContent></w:sdt>`,
].join('');

const root = (name: string, content: string): string =>
  `${XML}<w:${name} ${NS.w} ${NS.r} ${NS.mc} ${NS.m}>${content}</w:${name}>`;

const WORD = 'vnd.openxmlformats-officedocument.wordprocessingml';
const DRAWING = 'vnd.openxmlformats-officedocument.drawingml';

export const DOCX_SAMPLES: readonly Sample[] = [
  {
    name: 'docx',
    format: 'docx',
    bytes: officeArchive({
      'word/document2.xml': [`${WORD}.document.main`, root('document', `<w:body>${BODY}</w:body>`)],
      'word/header1.xml': [`${WORD}.header`, root('hdr', p(r('Header')))],
      'word/footer1.xml': [`${WORD}.footer`, root('ftr', p(r('Footer')))],
      'word/endnotes.xml': [
        `${WORD}.endnotes`,
        root('endnotes', `<w:endnote w:id="2">${p(r('An endnote'))}</w:endnote>`),
      ],
      'word/glossary/document.xml': [
        `${WORD}.document.glossary`,
        root('glossaryDocument', `<w:docParts>${p(r('A building block'))}</w:docParts>`),
      ],
      'word/footnotes.xml': [
        `${WORD}.footnotes`,
        root(
          'footnotes',
          `<w:footnote w:id="2">${p(`<w:r><w:footnoteRef/></w:r>${r(' A note')}`)}</w:footnote>`,
        ),
      ],
      'word/comments.xml': [
        `${WORD}.comments`,
        root('comments', `<w:comment w:id="0">${p(r('A comment'))}</w:comment>`),
      ],
      'word/styles.xml': [
        `${WORD}.styles`,
        root(
          'styles',
          '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-US"/></w:rPr></w:rPrDefault></w:docDefaults>',
        ),
      ],
      'word/charts/chart1.xml': [`${DRAWING}.chart`, CHART],
      ...smartArt('word', 'Smart'),
      'docProps/core.xml': ['vnd.openxmlformats-package.core-properties', CORE_PROPERTIES],
    }),
    units: [
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
