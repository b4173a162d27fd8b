/** Prefixes of OpenDocument and what their names end with. */
const NAMES = {
  office: 'office',
  text: 'text',
  table: 'table',
  draw: 'drawing',
  style: 'style',
  fo: 'xsl-fo-compatible',
  svg: 'svg-compatible',
};
const SPACES = Object.entries(NAMES)
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

const flatDocument = (kind: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${SPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}">
<office:automatic-styles>
<style:style style:name="bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
</office:automatic-styles>
<office:body>${content}</office:body>
</office:document>`;

const cell = (text: string): string =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
const table = (name: string, rows: readonly (readonly string[])[]): string =>
  `<table:table table:name="${name}"><table:table-column table:number-columns-repeated="2"/>${rows
    .map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`)
    .join('')}</table:table>`;

const ROWS = [
  ['The dog is black.', '12'],
  ['The cat is white.', '7'],
];
const SENTENCE = 'The house is <text:span text:style-name="bold">big</text:span>.';
const NOTE =
  '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>The garden is small.</text:p></text:note-body></text:note>';

/** A text of several pages with a heading, bold words, a footnote and a table. */
export const FLAT_TEXT = flatDocument(
  'text',
  `<office:text><text:h text:outline-level="1">The house</text:h><text:p>${SENTENCE}${NOTE}</text:p>${'<text:p>My friend bought three red apples in the market.</text:p>'.repeat(150)}${table('Animals', ROWS)}</office:text>`,
);

export const FLAT_SHEET = flatDocument(
  'spreadsheet',
  `<office:spreadsheet>${table('Animals', [['Animal', 'Count'], ...ROWS])}</office:spreadsheet>`,
);

const frame = (text: string, y: number): string =>
  `<draw:frame svg:width="20cm" svg:height="3cm" svg:x="2cm" svg:y="${y}cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;

/** Two slides with text boxes. */
export const FLAT_SLIDES = flatDocument(
  'presentation',
  `<office:presentation>${['One', 'Two']
    .map(
      (name) =>
        `<draw:page draw:name="${name}">${frame('The house', 2)}${frame(SENTENCE, 6)}</draw:page>`,
    )
    .join('')}</office:presentation>`,
);
