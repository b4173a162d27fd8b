import { describe, expect, it } from 'vitest';
import { createDetector } from '../detection/detector.js';
import type { Engine, EnginePair } from '../engine.js';
import { createRouter } from '../routing/router.js';
import { type DetectionOutcome, detectSources } from './detect-sources.js';

const detector = await createDetector();

const engineOver = (pairNames: readonly string[]): Engine => {
  const pairs = pairNames.map((name): EnginePair => {
    const [source = '', target = ''] = name.split('>');
    return { source, target, modelTypes: ['latency_optimized'] };
  });
  return {
    id: 'test',
    capabilities: { maxCharacters: 60, formality: false },
    start: async () => {},
    pairs: () => pairs,
    translateBatch: async ({ units }) => units.map(({ text }) => ({ text, spans: [] })),
    health: () => ({ state: 'ready', notes: [] }),
    stop: async () => {},
  };
};

const SPANISH = { base: 'es', tags: ['es'], label: 'Spanish (ES)' };

const sourcesOf = (
  texts: readonly string[],
  pairNames: readonly string[],
  noteOutcome: (outcome: DetectionOutcome) => void = () => {},
) => {
  const router = createRouter([engineOver(pairNames)], { maxPivots: 1, scores: new Map() });
  const installHint = (language: string) => `Get it: ${language}`;
  return detectSources(texts, SPANISH, router, { detector, noteOutcome, installHint });
};

const FEW = ['en>es', 'fr>es', 'ca>es', 'eo>es', 'da>sv'];
const MANY = [
  ...FEW,
  ...'de nl id it pt pl tr fi sv cs'.split(' ').map((source) => `${source}>es`),
];

const GERMAN = 'Das Wetter war an dem Tag, an dem wir abreisten, erstaunlich gut.';
const FRENCH = 'Veuillez enregistrer vos modifications avant de fermer la fenêtre.';

describe('a text in a language that is not installed', () => {
  it('is refused, naming the language, a way out, and the next command', async () => {
    await expect(sourcesOf([GERMAN], FEW)).rejects.toThrow(
      expect.objectContaining({
        code: 'language_not_installed',
        parameter: 'source_lang',
        message:
          "This looks like German (DE), which is not installed here. If it is in another language, name that in 'source_lang'. Get it: de",
      }),
    );
  });

  it.each(['Dvořák', 'København', 'ü', 'ő', 'Smörgåsbord', 'Erdoğan'])(
    'is left as it is where it is one word, which may be a name: %s',
    async (word) => {
      expect(await sourcesOf([FRENCH, word], FEW)).toEqual(['fr', 'es']);
    },
  );

  it('is named by its number beside others', async () => {
    await expect(sourcesOf([FRENCH, GERMAN, FRENCH], FEW)).rejects.toThrow(
      /^Text 2 of 3 looks like German \(DE\)/,
    );
  });

  it.each([
    ['Hallo Welt', 'German (DE)'],
    ['HALLO WELT', 'German (DE)'],
    ['Dzień dobry', 'Polish (PL)'],
    ['Wo ist der Bahnhof?', 'German (DE)'],
    ['Добрый день', 'Russian (RU)'],
    ['שלום עולם', 'Hebrew (HE)'],
    ['今何時ですか', 'Japanese (JA)'],
    ['Saya tidak tahu kapan kantor buka karena mobil saya rusak.', 'Indonesian (ID)'],
    ['Kerajaan berkata bahawa universiti boleh dibuka selepas Khamis.', 'Malay (MS)'],
    ['Ne vem, kdaj lahko pridem, ker imam še veliko dela.', 'Slovenian (SL)'],
    ['Neviem, kedy môžem prísť, pretože mám ešte veľa práce.', 'Slovak (SK)'],
    ['Jeg vet ikke hvor jeg har lagt boken min.', 'Norwegian (bokmål) (NB)'],
    ['ຂ້ອຍບໍ່ຮູ້', 'Lao (LO)'],
  ])('%s: %s', async (text, language) => {
    await expect(sourcesOf([text], FEW)).rejects.toThrow(
      `This looks like ${language}, which is not`,
    );
  });
});

it('a language that is installed, but not into the target, is told as such', async () => {
  await expect(sourcesOf(['Jeg ved ikke, hvor jeg har lagt min bog.'], FEW)).rejects.toThrow(
    expect.objectContaining({
      code: 'pair_not_installed',
      parameter: 'target_lang',
      message:
        "This looks like Danish (DA), which no installed engine translates into Spanish (ES). If it is in another language, name that in 'source_lang'.",
    }),
  );
});

describe('weak evidence counts for what is installed', () => {
  it.each(['Jan Novák', 'Krzysztof Kieślowski', 'Angela Merkel', 'VAT', 'API', 'Toyota', 'x'])(
    '%s',
    async (text) => {
      expect([...'en es fr ca eo'.split(' ')]).toContain((await sourcesOf([text], FEW))[0]);
    },
  );

  it('a name takes the language of the texts around it', async () => {
    expect(await sourcesOf([FRENCH, 'Krzysztof Kieślowski'], FEW)).toEqual(['fr', 'fr']);
  });
});

describe('a text without words', () => {
  it.each(['', '12:30', '1.234,56 €', '👍', 'μ', 'getUserName()', 'user_name', 'a@example.org'])(
    '%j takes the language of the others, English by itself',
    async (text) => {
      expect(await sourcesOf([text], FEW)).toEqual(['en']);
      expect(await sourcesOf([text, FRENCH], FEW)).toEqual(['fr', 'fr']);
    },
  );
});

describe('each text by itself', () => {
  it('is in the same language however often it stands in a list', async () => {
    const texts = ['Restaurant', 'Profil', FRENCH];
    const once = await sourcesOf(texts, MANY);
    const often = await sourcesOf([...texts, ...new Array(50).fill('Profil')], MANY);
    expect(often.slice(0, 3)).toEqual(once);
    expect(new Set(often.slice(3))).toEqual(new Set([once[1]]));
  });

  it('leaves the thread to others while there are many', async () => {
    const texts = Array.from({ length: 400 }, (_, index) => `The house ${index} is big.`);
    let turns = 0;
    const isOver = sourcesOf(texts, MANY).then(() => true);
    while (!(await Promise.race([isOver, new Promise((resolve) => setImmediate(resolve))])))
      turns++;
    expect(turns).toBeGreaterThan(20);
  });

  it('ends with the signal', async () => {
    const texts = Array.from({ length: 400 }, (_, index) => `The house ${index} is big.`);
    await expect(
      detector.detectPreferringYielding(texts, new Set(['en']), {
        signal: AbortSignal.abort(new Error('gone')),
      }),
    ).rejects.toThrow('gone');
  });

  it.each([
    'Dashboard',
    'Machine learning',
    'Cloud storage',
    'Upload failed',
    'Settings',
    'Service',
  ])('the English term %j beside a French sentence is not French', async (term) => {
    expect(await sourcesOf([term, FRENCH, FRENCH], MANY)).toEqual(['en', 'fr', 'fr']);
  });

  it('a word of both languages is French beside a French sentence', async () => {
    expect(await sourcesOf(['Restaurant', FRENCH], MANY)).toEqual(['fr', 'fr']);
  });

  it('no word becomes Esperanto because of its neighbours', async () => {
    const esperanto = 'Mi ne scias kie estas mia libro, sed ĝi ne estas ĉi tie.';
    expect((await sourcesOf(['Restaurant', 'Filter', esperanto], MANY)).slice(0, 2)).not.toContain(
      'eo',
    );
  });
});

describe('a text in the target language is left in it, whatever its case', () => {
  it.each(['Buenos días', 'BUENOS DÍAS', 'buenos días', '¿DÓNDE ESTÁ LA ESTACIÓN?', 'Hola mundo'])(
    '%s',
    async (text) => {
      expect(await sourcesOf([text], FEW)).toEqual(['es']);
    },
  );
});

it('reports what was found out about each text', async () => {
  const outcomes: DetectionOutcome[] = [];
  const note = (outcome: DetectionOutcome) => outcomes.push(outcome);
  await sourcesOf(['The weather was good on the day we left.', '123'], FEW, note);
  await expect(sourcesOf(['Das Wetter war gut, als wir abreisten.'], FEW, note)).rejects.toThrow();
  expect(outcomes).toEqual(['installed', 'none', 'refused']);
});
