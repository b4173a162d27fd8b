import { createArchive } from '../archive.js';
import { type Sample, utf8 } from './notation.js';

const NAMESPACES = ['office', 'text', 'table', 'style', 'meta', 'presentation', 'chart']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'xmlns:officeooo="http://openoffice.org/2009/office"',
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
  )
  .join(' ');

const document = (root: string, content: string): Uint8Array =>
  utf8(
    `<?xml version="1.0" encoding="UTF-8"?>\n<office:${root} ${NAMESPACES}>${content}</office:${root}>`,
  );

const archive = (
  type: string,
  content: string,
  styles: string,
  objects: readonly (readonly [name: string, content: Uint8Array])[] = [],
): Uint8Array =>
  createArchive([
    ['mimetype', utf8(`application/vnd.oasis.opendocument.${type}`)],
    ['content.xml', document('document-content', content)],
    ['styles.xml', document('document-styles', styles)],
    [
      'meta.xml',
      document('document-meta', '<office:meta><dc:title>The title</dc:title></office:meta>'),
    ],
    [
      'META-INF/manifest.xml',
      utf8(
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
      ),
    ],
    ...objects,
  ]);

const STYLES =
  '<style:default-style style:family="paragraph"><style:paragraph-properties/><style:text-properties fo:language="en" fo:country="US"/></style:default-style><style:header><text:p>Page <text:page-number>1</text:page-number> header</text:p></style:header>';

const AUTOMATIC =
  '<office:automatic-styles><style:style style:name="T1" style:family="text"><style:text-properties officeooo:rsid="001"/></style:style><style:style style:name="T2" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles>';

const TEXT = `${AUTOMATIC}<office:body><office:text><text:tracked-changes><text:p>Deleted</text:p></text:tracked-changes>
<text:h text:outline-level="1">Heading</text:h>
<text:p>Sp<text:span text:style-name="T1">lit</text:span> and <text:span text:style-name="T2">bold</text:span><text:s text:c="2"/>text<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note</text:p></text:note-body></text:note> with
   <text:a xlink:href="x">a link</text:a>.<text:line-break/>Next</text:p>
<text:p><text:span text:style-name="T2">Only span</text:span></text:p>
<text:p><draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame></text:p>
<text:p>Marked<office:annotation><dc:creator>Somebody</dc:creator><text:p>A remark</text:p></office:annotation> and noted<text:note text:note-class="endnote"><text:note-citation>i</text:note-citation><text:note-body><text:p>An endnote</text:p></text:note-body></text:note></text:p></office:text></office:body>`;

const SHEET =
  '<office:body><office:spreadsheet><table:table table:name="S"><table:table-row><table:table-cell office:value-type="string"><text:p>Word</text:p></table:table-cell><table:table-cell office:value-type="date"><office:annotation><text:p>About a date</text:p></office:annotation><text:p>12. May</text:p></table:table-cell><table:table-cell office:value-type="string" table:formula="of:=A1"><text:p>Word</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>Word</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body>';

const CHART =
  '<office:body><office:chart><chart:chart><chart:title><text:p>Chart title</text:p></chart:title><table:table table:name="local-table"><table:table-row><table:table-cell office:value-type="string"><text:p>Word</text:p></table:table-cell><table:table-cell office:value-type="float"><text:p>4.3</text:p></table:table-cell></table:table-row></table:table></chart:chart></office:chart></office:body>';

export const OPEN_DOCUMENT_SAMPLES: readonly Sample[] = [
  {
    name: 'odt',
    format: 'odt',
    bytes: archive('text', TEXT, STYLES),
    paragraphs: [
      'Heading',
      'Split and <g id="1">bold</g><x id="2"/>text<x id="3"/> with <g id="4">a link</g>.<br id="5"/>Next',
      'A note',
      'Only span',
      'In a box',
      'Marked<x id="1"/> and noted',
      'A remark',
      'An endnote',
      'Page <n id="1">1</n> header',
      'The title',
    ],
  },
  {
    name: 'ods',
    format: 'ods',
    bytes: archive('spreadsheet', SHEET, '', [
      ['Object 1/content.xml', document('document-content', CHART)],
    ]),
    paragraphs: ['Word', 'About a date', 'Chart title', 'The title'],
  },
  {
    name: 'odp',
    format: 'odp',
    bytes: archive(
      'presentation',
      '<office:body><office:presentation><draw:page><draw:frame><draw:text-box><text:p>Slide text</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box><text:p>Speaker note</text:p></draw:text-box></draw:frame></presentation:notes></draw:page></office:presentation></office:body>',
      '',
    ),
    paragraphs: ['Slide text', 'Speaker note', 'The title'],
  },
];

const CHAPTER = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>One</title></head><body><p>The <i>first</i> chapter.</p></body></html>`;

const PACKAGE = `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The book</dc:title><dc:language>en</dc:language></metadata><manifest><item id="c" href="text/c%201.xhtml" media-type="application/xhtml+xml"/><item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest><spine><itemref idref="c"/></spine></package>`;

export const EPUB_SAMPLES: readonly Sample[] = [
  {
    name: 'epub',
    format: 'epub',
    bytes: createArchive([
      ['mimetype', utf8('application/epub+zip')],
      [
        'META-INF/container.xml',
        utf8(
          '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/p.opf"/></rootfiles></container>',
        ),
      ],
      ['OEBPS/p.opf', utf8(PACKAGE)],
      ['OEBPS/text/c 1.xhtml', utf8(CHAPTER)],
      [
        'OEBPS/toc.ncx',
        utf8(
          '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Chapter one</text></navLabel></navPoint></navMap></ncx>',
        ),
      ],
    ]),
    paragraphs: ['One', 'The <g id="1">first</g> chapter.', 'Chapter one', 'The book'],
  },
];

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
    paragraphs: [
      'A heading',
      'A note.',
      'The house is <g id="1">red</g> &amp; large<x id="2"/>, see<br id="3"/><g id="4">the page</g>.',
      'A cell',
      'The end',
      'Second story',
    ],
  },
];
