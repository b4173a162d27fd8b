const OFFICE = 'http://schemas.openxmlformats.org';
const STRICT = 'http://purl.oclc.org/ooxml';
const OASIS = 'urn:oasis:names:tc:opendocument:xmlns';

/** Usual prefixes by namespace. Office files come in a transitional and a strict kind. */
export const NAMESPACES: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ...both('wordprocessingml/2006/main', 'wordprocessingml/main', 'w'),
  ...both('drawingml/2006/main', 'drawingml/main', 'a'),
  ...both('drawingml/2006/chart', 'drawingml/chart', 'c'),
  ...both('drawingml/2006/diagram', 'drawingml/diagram', 'dgm'),
  ...both('presentationml/2006/main', 'presentationml/main', 'p'),
  ...both('spreadsheetml/2006/main', 'spreadsheetml/main', 'x'),
  ...both('officeDocument/2006/math', 'officeDocument/math', 'm'),
  [`${OFFICE}/package/2006/relationships`, 'rel'],
  [`${OFFICE}/package/2006/content-types`, 'ct'],
  [`${OFFICE}/package/2006/metadata/core-properties`, 'cp'],
  [`${OFFICE}/markup-compatibility/2006`, 'mc'],
  ['http://schemas.microsoft.com/office/drawing/2008/diagram', 'dsp'],
  ['http://schemas.microsoft.com/office/word/2010/wordprocessingShape', 'wps'],
  ['http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments', 'tc'],
  ['urn:schemas-microsoft-com:vml', 'v'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  [`${OASIS}:office:1.0`, 'office'],
  [`${OASIS}:text:1.0`, 'text'],
  [`${OASIS}:table:1.0`, 'table'],
  [`${OASIS}:drawing:1.0`, 'draw'],
  [`${OASIS}:presentation:1.0`, 'presentation'],
  [`${OASIS}:style:1.0`, 'style'],
  [`${OASIS}:meta:1.0`, 'meta'],
  [`${OASIS}:manifest:1.0`, 'manifest'],
  [`${OASIS}:xsl-fo-compatible:1.0`, 'fo'],
  [`${OASIS}:svg-compatible:1.0`, 'svg'],
  ['urn:oasis:names:tc:xliff:document:1.2', ''],
  ['urn:oasis:names:tc:xliff:document:2.0', ''],
  ['urn:oasis:names:tc:xliff:document:2.2', ''],
  ['http://www.lisa.org/tmx14', ''],
  ['http://www.idpf.org/2007/opf', 'opf'],
  ['http://www.daisy.org/z3986/2005/ncx/', 'ncx'],
  ['urn:oasis:names:tc:opendocument:xmlns:container', 'container'],
]);

function both(transitional: string, strict: string, prefix: string): [string, string][] {
  return [
    [`${OFFICE}/${transitional}`, prefix],
    [`${STRICT}/${strict}`, prefix],
  ];
}
