import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import {
  MESSAGES as EN,
  type Message,
  type MessageKey,
  type Messages,
} from './browser/locales/en.js';
import { LOCALES, localeFor } from './browser/locales.js';
import { formatByteLimit, message, useMessages } from './browser/messages.js';
import { writeMessages } from './index.js';

const FOLDER = new URL('./browser/', import.meta.url);
const PAGE = new URL('../page/index.html', import.meta.url);

const messagesOf = async (locale: string): Promise<Messages> =>
  ((await import(`./browser/locales/${locale}.ts`)) as { MESSAGES: Messages }).MESSAGES;

const placeholdersIn = (text: string): readonly string[] =>
  [...new Set(text.match(/\{\w*\}?/g))].sort();

/** What would be wrong with the messages of a language; empty if nothing is. */
const faultsOf = (locale: string, messages: Messages): readonly string[] => {
  const keys = Object.keys(EN) as MessageKey[];
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted();
  return [
    ...keys.filter((key) => !(key in messages)).map((key) => `lacks ${key}`),
    ...Object.keys(messages)
      .filter((key) => !(key in EN))
      .map((key) => `has ${key}, which English has not`),
    ...keys
      .filter((key) => key in messages)
      .flatMap((key) =>
        faultsOfMessage(EN[key], messages[key], forms).map((why) => `${key}: ${why}`),
      ),
  ];
};

const faultsOfMessage = (
  english: Message,
  translated: Message,
  forms: readonly string[],
): readonly string[] => {
  if (typeof english === 'string' || typeof translated === 'string') {
    if (typeof english !== typeof translated) return ['has plural forms on one side only'];
    const [wanted, own] = [placeholdersIn(String(english)), placeholdersIn(String(translated))];
    return wanted.join() === own.join() ? [] : [`has ${own} and not ${wanted}`];
  }
  const own = Object.keys(translated).toSorted();
  if (own.join() !== forms.join()) return [`has the forms ${own} and not ${forms}`];
  return Object.entries(translated)
    .filter(([form, text]) => {
      // “A second” needs no number; the form for many does.
      const isCounted = !['zero', 'one', 'two'].includes(form);
      const names = placeholdersIn(text).filter((name) => name !== '{count}');
      return names.length > 0 || (isCounted && !text.includes('{count}'));
    })
    .map(([form]) => `has wrong values in the form ${form}`);
};

describe('the messages of the page', () => {
  it.each(LOCALES)('are complete and take the same values in %s', async (locale) => {
    expect(faultsOf(locale, await messagesOf(locale))).toEqual([]);
  });

  it('would be found wrong if they were', () => {
    const { undo: _, ...rest } = EN;
    const wrong = {
      ...rest,
      surplus: 'x',
      detected: '{langauge} detected',
      characters: { other: 'characters' },
    } as unknown as Messages;
    expect(faultsOf('ja', wrong)).toEqual(
      expect.arrayContaining([
        'lacks undo',
        'has surplus, which English has not',
        'detected: has {langauge} and not {language}',
        'characters: has wrong values in the form other',
      ]),
    );
  });

  it('have a file for each language that is offered, and no other', async () => {
    const files = await readdir(new URL('locales/', FOLDER));
    expect(files.map((name) => name.replace('.ts', '')).sort()).toEqual([...LOCALES].sort());
  });

  it('are all used', async () => {
    const names = (await readdir(FOLDER, { recursive: true })).filter(
      (name) => name.endsWith('.ts') && !name.includes('locales/'),
    );
    const texts = await Promise.all([
      readFile(PAGE, 'utf8'),
      ...names.map((name) => readFile(fileURLToPath(new URL(name, FOLDER)), 'utf8')),
    ]);
    const used = new Set(texts.join('\n').match(/(?<=['">])[a-z][A-Za-z]*(?=['"<])/g));
    expect(Object.keys(EN).filter((key) => !used.has(key))).toEqual([]);
  });

  it('are all written into the page that the server sends', async () => {
    const html = writeMessages(await readFile(PAGE, 'utf8'));
    expect(html.match(/\sdata-message(?!=")/g)).toBeNull();
    expect(html.match(/\sdata-message="/g)?.length).toBeGreaterThan(30);
  });

  it('are written into the page where it names them', async () => {
    const html = writeMessages(
      '<p data-message>undo</p><input data-placeholder="searchLanguages">',
    );
    expect(html).toBe(
      '<p data-message="undo">Undo</p><input data-placeholder="searchLanguages" placeholder="Search languages">',
    );
    expect(() => writeMessages('<p data-message>nothing</p>')).toThrow('nothing');
  });
});

describe('a message', () => {
  afterEach(() => useMessages('en', EN));

  it('counts as its language does', async () => {
    const shown = (count: number) => message('characters', { count });
    expect([0, 1, 1234].map(shown)).toEqual(['0 characters', '1 character', '1,234 characters']);
    useMessages('pl', await messagesOf('pl'));
    expect([1, 2, 5].map(shown)).toEqual(['1 znak', '2 znaki', '5 znaków']);
    useMessages('ar', await messagesOf('ar'));
    expect(shown(2)).toBe('حرفان');
  });

  it('writes sizes as its language does, and one byte as one', async () => {
    expect([1, 2, 1024, 1.5 * 1024 * 1024].map(formatByteLimit)).toEqual([
      '1 byte',
      '2 bytes',
      '1 kB',
      '1.5 MB',
    ]);
    useMessages('fr', await messagesOf('fr'));
    expect(formatByteLimit(1024)).toMatch(/^1\sko$/);
  });
});

describe('the language of the page', () => {
  it.each([
    ['', ['de-AT', 'en'], 'de'],
    ['fr', ['de-AT'], 'fr'],
    ['', ['sv', 'uk-UA'], 'uk'],
    ['', ['iw'], 'he'],
    ['', ['zh-Hant-TW'], 'zh'],
    ['xx', ['sv'], 'en'],
  ])('is, after %j was chosen, for a browser with %j: %s', (chosen, preferences, locale) => {
    expect(localeFor(chosen, preferences)).toBe(locale);
  });
});
