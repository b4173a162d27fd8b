import { describe, expect, it } from 'vitest';
import { plainParagraph } from '../conformance/notation.js';
import { readDocument } from '../read-document.js';
import { writeDocument } from '../write-document.js';

const catalogue = (language: string, forms: number, translated: string): string =>
  `msgid ""
msgstr ""
"Language: ${language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=${forms}; plural=(n==1 ? 0 : 3);\\n"

msgid "%d file"
msgid_plural "%d files"
${translated}
msgid "%d folder"
msgid_plural "%d folders"
msgstr[0] ""
`;

const write = async (text: string, targetLanguage: string): Promise<string> => {
  const document = await readDocument(Buffer.from(text), { format: 'po' });
  const paragraphs = document.paragraphs.map((paragraph) =>
    plainParagraph(paragraph.text.toUpperCase()),
  );
  return Buffer.from(
    (await writeDocument(document, paragraphs, { targetLanguage })).bytes,
  ).toString();
};

const FOUR = [0, 1, 2, 3].map((form) => `msgstr[${form}] "${form} plik"\n`).join('');

describe('the plurals of a catalogue', () => {
  it('keep its own rule where some of them are translated', async () => {
    const written = await write(catalogue('pl_PL', 4, FOUR), 'pl');
    expect(written).toContain('nplurals=4; plural=(n==1 ? 0 : 3);');
    expect(written).toContain(FOUR);
    expect(written).toContain('msgstr[3] "%D FOLDERS"');
  });

  it('follow the rule of the target language where none is', async () => {
    const written = await write(catalogue('pl', 4, 'msgstr[0] ""\n'), 'pl');
    expect(written).toContain('nplurals=3;');
    expect(written).not.toContain('msgstr[3]');
  });

  it('follow the rule of the target language where the catalogue is in another one', async () => {
    const written = await write(catalogue('de', 4, FOUR), 'zh-Hant-TW');
    expect(written).toContain('Language: zh_Hant_TW');
    expect(written).toContain('nplurals=1;');
  });
});
