import { createArchive } from '../archive.js';

/** Makes an office file. @param parts texts and content types by name */
export const officeArchive = (
  parts: Readonly<Record<string, readonly [type: string, text: string]>>,
): Uint8Array => {
  const overrides = Object.entries(parts).map(
    ([name, [type]]) => `<Override PartName="/${name}" ContentType="application/${type}+xml"/>`,
  );
  const types = `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/>${overrides.join('')}</Types>`;
  return createArchive([
    ...Object.entries(parts).map(([name, [, text]]) => [name, Buffer.from(text)] as const),
    // What the official client sends instead of pictures.
    ['media/image1.png', Buffer.from('DeepL Media Placeholder')],
    ['[Content_Types].xml', Buffer.from(types)],
  ]);
};

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';

/** Namespaces as office programs declare them. */
export const NS = {
  w: 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  a: 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  p: 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
  c: 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  x: 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"',
  r: 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  mc: 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  m: 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  dgm: 'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
  dsp: 'xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram"',
} as const;

export const CORE_PROPERTIES = `${XML}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The title</dc:title><dc:creator>Somebody</dc:creator></cp:coreProperties>`;

export const CHART = `${XML}<c:chartSpace ${NS.c} ${NS.a}><c:title><c:tx><c:rich><a:p><a:r><a:rPr lang="en-US"/><a:t>Chart title</a:t></a:r></a:p></c:rich></c:tx></c:title><c:strCache><c:pt idx="0"><c:v>Series</c:v></c:pt></c:strCache><c:numCache><c:pt idx="0"><c:v>4.3</c:v></c:pt></c:numCache></c:chartSpace>`;

/** SmartArt: what it says, and the picture of it that programs show. */
export const smartArt = (
  folder: string,
  text: string,
): Readonly<Record<string, readonly [type: string, text: string]>> => {
  const paragraph = `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
  return {
    [`${folder}/diagrams/data1.xml`]: [
      'vnd.openxmlformats-officedocument.drawingml.diagramData',
      `${XML}<dgm:dataModel ${NS.dgm} ${NS.a}><dgm:t>${paragraph}</dgm:t></dgm:dataModel>`,
    ],
    [`${folder}/diagrams/drawing1.xml`]: [
      'vnd.ms-office.drawingml.diagramDrawing',
      `${XML}<dsp:drawing ${NS.dsp} ${NS.a}><dsp:txBody>${paragraph}</dsp:txBody></dsp:drawing>`,
    ],
  };
};
