import { describe, expect, it } from 'vitest';
import { plainParagraph } from '../conformance/notation.js';
import { readDocument } from '../read-document.js';
import { writeDocument } from '../write-document.js';

/** As Xcode writes it: two spaces, a space before the colon, an empty line in what is empty. */
const catalog = (strings: string): string =>
  `{\n  "sourceLanguage" : "en",\n  "strings" : {\n${strings}\n  },\n  "version" : "1.0"\n}\n`;

const localization = (language: string, state: string, value: string): string =>
  `        "${language}" : {
          "stringUnit" : {
            "state" : "${state}",
            "value" : "${value}"
          }
        }`;

const entry = (key: string, ...localizations: readonly string[]): string =>
  localizations.length === 0
    ? `    "${key}" : {\n\n    }`
    : `    "${key}" : {\n      "localizations" : {\n${localizations.join(',\n')}\n      }\n    }`;

const translate = async (source: string, targetLanguage?: string): Promise<string> => {
  const options = { format: 'xcstrings', ...(targetLanguage && { targetLanguage }) } as const;
  const document = await readDocument(Buffer.from(source), options);
  const texts = document.paragraphs.map((paragraph) =>
    paragraph.codes.length > 0 ? paragraph : plainParagraph(`<${paragraph.text}>`),
  );
  const { bytes } = await writeDocument(document, texts, {
    ...(targetLanguage && { targetLanguage }),
  });
  return Buffer.from(bytes).toString();
};

describe('a string catalogue', () => {
  it('gets a language in the layout and the order of Xcode', async () => {
    const source = catalog(
      [
        entry('Cancel'),
        entry('go', localization('en', 'translated', 'Go'), localization('zh-Hans', 'new', '走')),
        entry('stop', localization('en', 'translated', 'Stop')),
      ].join(',\n'),
    );
    expect(await translate(source, 'pl')).toBe(
      catalog(
        [
          entry('Cancel', localization('pl', 'needs_review', '<Cancel>')),
          entry(
            'go',
            localization('en', 'translated', 'Go'),
            localization('pl', 'needs_review', '<Go>'),
            localization('zh-Hans', 'new', '走'),
          ),
          entry(
            'stop',
            localization('en', 'translated', 'Stop'),
            localization('pl', 'needs_review', '<Stop>'),
          ),
        ].join(',\n'),
      ),
    );
  });

  it('keeps its line ends', async () => {
    const source = catalog(entry('Cancel')).replaceAll('\n', '\r\n');
    const written = await translate(source, 'pl');
    expect(written.replaceAll('\r\n', '')).not.toContain('\n');
    expect(written).toContain('"value" : "<Cancel>"');
  });

  it('keeps its bytes when no language is named', async () => {
    const source = catalog([entry('Cancel'), entry('go', localization('en', 'new', 'Go'))].join());
    expect(await translate(source)).toBe(source);
  });

  it('gets nothing for keys that are only placeholders', async () => {
    const source = catalog([entry('%@'), entry('%1$lld / %2$.2f'), entry('Go')].join(',\n'));
    expect(await translate(source, 'de')).toBe(
      source.replace(entry('Go'), entry('Go', localization('de', 'needs_review', '<Go>'))),
    );
  });

  it.each(['"text"', '[]', '[["en", {}]]', '{ "en" : "text" }', 'null'])(
    'leaves an entry as it is whose localizations are %s',
    async (localizations) => {
      const odd = `    "Go" : { "localizations" : ${localizations} }`;
      const written = catalog(
        [odd, entry('stop', localization('de', 'needs_review', '<stop>'))].join(',\n'),
      );
      expect(await translate(catalog([odd, entry('stop')].join(',\n')), 'de')).toBe(written);
    },
  );

  it.each(['{ "en" : "Go }', '{ "en" : { }', '{ , }', '{ en : 1 }'])(
    'is refused when it is no JSON: %s',
    async (localizations) => {
      const source = catalog(`    "Go" : { "localizations" : ${localizations} }`);
      await expect(translate(source, 'de')).rejects.toMatchObject({ code: 'malformed' });
    },
  );
});
