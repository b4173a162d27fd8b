import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@dragoman/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGermanNouns, formsOf, grammarOfNoun } from './german-nouns.js';

const LINES = `# Version :: 1 {f}
Haus {n}; Heim {n} [ugs.] | Häuser {pl} :: house; home | houses
Portal {n} | Portale {pl} :: portal | portals
Server {m} | Server {pl} [comp.] :: server | servers
Anlage {f} :: plant; Bogus {m}
See {m} | Seen {pl} :: lake
See {f} :: sea
Stelle {f} :: place
Stelle {f} :: position
Stelle {m} :: slip
laufen {vi} | laufend :: to run
Amt {n} :: office
ohne Übersetzung {f}
`;

const call = { signal: new AbortController().signal };

describe('German nouns', () => {
  let folder = '';
  // Shared: each reads its file in a thread of its own.
  let nouns: ReturnType<typeof createGermanNouns>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-ding-'));
    const file = join(folder, 'de-en');
    await writeFile(file, LINES);
    nouns = createGermanNouns({ path: file });
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** `f`, `m pl` and so on. */
  const grammarOf = async (phrase: string) => {
    const pair = { source: 'en', target: 'de-AT' };
    const [found] = (await nouns.findNounGrammar(pair, [phrase], call)) ?? [];
    return found && (found.number === 'pl' ? 'pl' : found.gender);
  };

  it.each([
    ['Haus', 'nt'],
    ['Häuser', 'pl'],
    ['Anlage', 'f'],
    ['Kundenportal', 'nt'],
    ['Kunden-Portal', 'nt'],
    ['Kundenportale', 'pl'],
    ['technische Anlage', 'f'],
    ['Anlage des Hauses', 'f'],
    ['Portal Haus', 'nt'],
    ['TECHNISCHE ANLAGE', 'f'],
  ])('%s is %s, as the last noun or the end of a compound', async (phrase, grammar) => {
    expect(await grammarOf(phrase)).toBe(grammar);
  });

  it.each([
    ['Verplüsung', 'f'],
    ['Verplüsungen', 'pl'],
    ['Plüschchen', 'nt'],
  ])('%s is %s by its ending', async (noun, grammar) => {
    expect(await grammarOf(noun)).toBe(grammar);
  });

  it('of a phrase have cases where they end it', async () => {
    const pair = { source: 'en', target: 'de' };
    const phrases = ['neues Portal', 'Portal des Hauses'];
    const found = await nouns.findNounGrammar(pair, phrases, call);
    expect(found?.map((one) => [...(one?.cases?.keys() ?? [])])).toEqual([
      ['neues Portals', 'neues Portales'],
      [],
    ]);
  });

  it('of both numbers are singular, and of two genders what most entries have', async () => {
    expect(await grammarOf('Server')).toBe('m');
    expect(await grammarOf('Stelle')).toBe('f');
    expect(await grammarOf('See')).toBeUndefined();
  });

  it.each(['Xyzzy', 'laufen', 'Bogus', 'Version', 'Tamt', 'Übersetzerin', ''])(
    '%s is unknown',
    async (phrase) => {
      expect(await grammarOf(phrase)).toBeUndefined();
    },
  );

  it('have forms, compounds those of the noun that they end with', async () => {
    const words = ['Haus', 'Kundenportal', 'Portal des Hauses', 'laufen', 'Häuser'];
    const forms = await nouns.findForms('de', words, call);
    expect(forms?.map(({ kind, inflections }) => [kind, inflections?.get('pl')])).toEqual([
      ['noun', 'Häuser'],
      ['noun', 'Kundenportale'],
      ['unknown', undefined],
      ['unknown', undefined],
      ['noun', undefined],
    ]);
  });

  it('are no other language', async () => {
    const pair = { source: 'de', target: 'nl' };
    expect(await nouns.findNounGrammar(pair, ['Haus'], call)).toBeUndefined();
    expect(await nouns.findForms('nl', ['Haus'], call)).toBeUndefined();
  });

  it('are found as soon as the dictionary is installed', async () => {
    const pair = { source: 'en', target: 'de' };
    const late = createGermanNouns({ path: join(folder, 'late') });
    expect(await late.findNounGrammar(pair, ['Haus'], call)).toBeUndefined();
    await writeFile(join(folder, 'late'), LINES);
    expect(await late.findNounGrammar(pair, ['Haus'], call)).toHaveLength(1);
  });

  it('are unknown where the dictionary cannot be read, which is logged once, with the reason', async () => {
    const pair = { source: 'en', target: 'de' };
    const warnings: object[] = [];
    const log = { ...silentLogger, warn: (fields: object) => void warnings.push(fields) };
    const broken = createGermanNouns({ log, path: folder });
    for (let asked = 0; asked < 2; asked++)
      expect(await broken.findNounGrammar(pair, ['Haus'], call)).toBeUndefined();
    // The log writes errors out below this name.
    expect(warnings).toMatchObject([{ err: { code: 'EISDIR' } }]);
  });
});

describe('the dictionary of Ding', () => {
  it('has the nouns that carry terms', async () => {
    const phrases = ['Museum', 'Bibliothek', 'Garten', 'Inseln', 'Lehrkraft', 'Netzteil'];
    const pair = { source: 'en', target: 'de' };
    const found = await createGermanNouns().findNounGrammar(pair, phrases, call);
    expect(found?.map((one) => `${one?.gender} ${one?.number}`)).toEqual([
      'nt sg',
      'f sg',
      'm sg',
      'f pl',
      'f sg',
      'nt sg',
    ]);
  });
});

const inflections = (...args: Parameters<typeof formsOf>) => [
  ...(formsOf(...args).inflections?.values() ?? []),
];

describe('the forms of a German noun', () => {
  it('are its plural, the genitive and the dative of the plural', () => {
    expect(formsOf('Tisch', 'm', 'Tische').inflections).toEqual(
      new Map([
        ['pl', 'Tische'],
        ['ending-s', 'Tischs'],
        ['ending-es', 'Tisches'],
        ['pl ending-n', 'Tischen'],
      ]),
    );
    expect(inflections('Haus', 'n', 'Häuser')).toEqual(['Häuser', 'Hauses', 'Häusern']);
    expect(inflections('Zeugnis', 'n', 'Zeugnisse')).toContain('Zeugnisses');
  });

  it('of feminine nouns have no genitive, and what ends with n or s no dative', () => {
    expect(inflections('Datei', 'f', 'Dateien')).toEqual(['Dateien']);
    expect(inflections('Auto', 'n', 'Autos')).toEqual(['Autos', 'Autoes']);
  });

  it('of nouns that are their own plural are those of cases', () => {
    expect(inflections('Ordner', 'm', 'Ordner')).toEqual(['Ordners', 'Ordneres', 'Ordnern']);
  });

  it('may be singular or plural where masculine nouns get an n in both', () => {
    expect(formsOf('Kunde', 'm', 'Kunden').ambiguous).toEqual(new Set(['pl']));
    expect(inflections('Kunde', 'm', 'Kunden')).toEqual(['Kunden']);
    for (const [noun, plural] of [
      ['Motor', 'Motoren'],
      ['Staat', 'Staaten'],
    ] as const) {
      expect(formsOf(noun, 'm', plural).ambiguous).toEqual(new Set());
      expect(grammarOfNoun(noun, 'm', plural).declension).toBeUndefined();
    }
  });

  it('are none of plurals, and only cases without a known plural', () => {
    expect(formsOf('Daten', 'pl', undefined)).toEqual({ kind: 'noun' });
    expect(inflections('Dings', 'n', undefined)).toEqual(['Dingses']);
  });
});

describe('the grammar of a German noun', () => {
  const casesOf = (...args: Parameters<typeof grammarOfNoun>) => [
    ...(grammarOfNoun(...args).cases ?? []),
  ];

  it('has its gender, and the genitive of those that have one', () => {
    expect(grammarOfNoun('Datei', 'f', 'Dateien')).toEqual({
      gender: 'f',
      number: 'sg',
      cases: new Map(),
    });
    expect(casesOf('Konto', 'n', 'Konten')).toEqual([
      ['Kontos', 'genitive'],
      ['Kontoes', 'genitive'],
    ]);
  });

  it('has the dative of plurals, also where that is the same', () => {
    expect(casesOf('Tiere', 'pl', undefined)).toEqual([['Tieren', 'dative']]);
    expect(casesOf('Optionen', 'pl', undefined)).toEqual([['Optionen', 'dative']]);
  });

  it('has all other cases of masculine nouns that get an n', () => {
    expect(grammarOfNoun('Kunde', 'm', 'Kunden')).toEqual({
      gender: 'm',
      number: 'sg',
      declension: 'weak',
      cases: new Map([['Kunden', 'not nominative']]),
    });
  });
});
