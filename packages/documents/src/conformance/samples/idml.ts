import { createArchive } from '../../write-archive.js';
import type { Sample } from '../sample.js';

const PACKAGING = 'xmlns:idPkg="http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging"';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const look = (style: string, content: string, attributes = ''): string =>
  `<CharacterStyleRange AppliedCharacterStyle="CharacterStyle/${style}"${attributes}>${content}</CharacterStyleRange>`;
const paragraph = (content: string): string =>
  `<ParagraphStyleRange AppliedParagraphStyle="ParagraphStyle/Body">${content}</ParagraphStyleRange>`;
const story = (name: string, content: string): readonly [string, Uint8Array] => [
  `Stories/Story_${name}.xml`,
  Buffer.from(
    `${HEAD}<idPkg:Story ${PACKAGING} DOMVersion="16.0"><Story Self="${name}"><StoryPreference OpticalMarginAlignment="false"/>${content}</Story></idPkg:Story>`,
  ),
];

const BODY = [
  paragraph(
    look('None', '<Content>A heading</Content><Br/><Content>The house is </Content>') +
      look(
        'Bold',
        '<Properties><AppliedFont type="string">Minion</AppliedFont></Properties><Content>red</Content>',
        ' FontStyle="Bold"',
      ) +
      look(
        'None',
        '<Content> &amp; large</Content><Footnote><ParagraphStyleRange><CharacterStyleRange><Content><?ACE 4?></Content><Content> A note.</Content></CharacterStyleRange></ParagraphStyleRange></Footnote><Content>, see\u2028</Content><HyperlinkTextSource Self="u1"><Content>the page</Content></HyperlinkTextSource><Content>.</Content><Br/>',
      ),
  ),
  paragraph(
    look(
      'None',
      '<Table Self="t1"><Cell Self="c1"><ParagraphStyleRange><CharacterStyleRange><Content>A cell</Content></CharacterStyleRange></ParagraphStyleRange></Cell><Cell Self="c2"><ParagraphStyleRange><CharacterStyleRange><Content>12</Content></CharacterStyleRange></ParagraphStyleRange></Cell></Table><Br/>',
    ) +
      look(
        'None',
        '<Note><ParagraphStyleRange><CharacterStyleRange><Content>Not this</Content></CharacterStyleRange></ParagraphStyleRange></Note><Content>The end</Content>',
      ),
  ),
].join('');

export const IDML_SAMPLES: readonly Sample[] = [
  {
    name: 'IDML',
    format: 'idml',
    bytes: createArchive([
      ['mimetype', Buffer.from('application/vnd.adobe.indesign-idml-package')],
      [
        'designmap.xml',
        Buffer.from(
          `${HEAD}<Document ${PACKAGING} Self="d"><idPkg:Story src="Stories/Story_u2.xml"/><idPkg:Story src="Stories/Story_u1.xml"/></Document>`,
        ),
      ],
      story('u1', paragraph(look('None', '<Content>Second story</Content>'))),
      story('u2', BODY),
    ]),
    units: [
      'A heading',
      'A note.',
      'The house is <g id="1">red</g> &amp; large<x id="2"/>, see<br id="3"/><g id="4">the page</g>.',
      'A cell',
      'The end',
      'Second story',
    ],
  },
];
