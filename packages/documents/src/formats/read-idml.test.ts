import { expect, it } from 'vitest';
import { createArchive } from '../archive.js';
import { notationsOf, utf8 } from '../conformance/notation.js';
import { readDocument } from '../read-document.js';

const PACKAGING = 'xmlns:idPkg="http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging"';

const unitsOf = async (story: string): Promise<readonly string[]> => {
  const bytes = createArchive([
    ['mimetype', utf8('application/vnd.adobe.indesign-idml-package')],
    ['designmap.xml', utf8(`<Document ${PACKAGING}/>`)],
    [
      'Stories/Story_u1.xml',
      utf8(`<idPkg:Story ${PACKAGING}><Story>${story}</Story></idPkg:Story>`),
    ],
  ]);
  return notationsOf((await readDocument(bytes, { format: 'idml' })).paragraphs);
};

it('reads tables in notes in tables once each, however deep', async () => {
  const deep = 14;
  const open = (name: string) =>
    `<${name}><ParagraphStyleRange><CharacterStyleRange><Content>A ${name}</Content>`;
  const close = (name: string) => `</CharacterStyleRange></ParagraphStyleRange></${name}>`;
  const story = `${`${open('Footnote')}<Table>${open('Cell')}`.repeat(deep)}${`${close('Cell')}</Table>${close('Footnote')}`.repeat(deep)}`;
  expect(await unitsOf(`<ParagraphStyleRange>${story}</ParagraphStyleRange>`)).toHaveLength(
    deep * 2,
  );
});
