import { CHART, CORE_PROPERTIES, NS, officeArchive, smartArt, XML } from '../office-archive.js';
import type { Sample } from '../sample.js';

const r = (text: string, properties = 'lang="en-US" dirty="0"', inside = ''): string =>
  `<a:r><a:rPr ${properties}>${inside}</a:rPr><a:t>${text}</a:t></a:r>`;
const shape = (content: string, about = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text Box 2"/><p:nvPr>${about}</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/>${content}</p:txBody></p:sp>`;
const root = (name: string, content: string, attributes = ''): string =>
  `${XML}<p:${name} ${NS.a} ${NS.p} ${NS.r}${attributes}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:${name}>`;

const P = 'vnd.openxmlformats-officedocument.presentationml';

const SLIDE = [
  shape(
    `<a:p><a:pPr algn="l" lvl="1"/>${r('One ')}${r('sentence', 'lang="en-GB" err="1"')}${r(' with ')}${r('bold', 'lang="en-US" b="1"', '<a:solidFill/>')}${r(' text.')}<a:endParaRPr lang="en-US"/></a:p><a:p><a:r><a:t>Line</a:t></a:r><a:br><a:rPr lang="en-US"/></a:br>${r('break')}</a:p>`,
  ),
  `<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody><a:p>${r('Cell')}</a:p></a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`,
  shape(`<a:p><a:fld id="{1}" type="slidenum"><a:rPr lang="en-US"/><a:t>3</a:t></a:fld></a:p>`),
].join('');

export const PPTX_SAMPLES: readonly Sample[] = [
  {
    name: 'pptx',
    format: 'pptx',
    bytes: officeArchive({
      'ppt/presentation.xml': [`${P}.presentation.main`, root('presentation', '')],
      'ppt/slides/slide10.xml': [`${P}.slide`, root('sld', shape(`<a:p>${r('Last')}</a:p>`))],
      'ppt/slides/slide2.xml': [`${P}.slide`, root('sld', SLIDE)],
      'ppt/slides/slide3.xml': [
        `${P}.slide`,
        root('sld', shape(`<a:p>${r('Hidden')}</a:p>`), ' show="0"'),
      ],
      'ppt/notesSlides/notesSlide1.xml': [
        `${P}.notesSlide`,
        root('notes', shape(`<a:p>${r('Speaker note')}</a:p>`)),
      ],
      'ppt/slideMasters/slideMaster1.xml': [
        `${P}.slideMaster`,
        root(
          'sldMaster',
          `${shape(`<a:p>${r('Click to edit')}</a:p>`, '<p:ph type="title"/>')}${shape(`<a:p>${r('Company line')}</a:p>`)}`,
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
    units: [
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
