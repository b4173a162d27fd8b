import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../configuration/load.js';
import { createInstallHint } from '../../services.js';
import { configuredCatalogue } from './configured-catalogue.js';
import { knownLanguages } from './known-languages.js';
import { PUBLISHED_AS_OF, PUBLISHED_LANGUAGES } from './published-languages.js';
import { type CatalogueServer, startCatalogueServer } from './testing/catalogue-server.js';
import { offeredModel } from './testing/offered-model.js';

let server: CatalogueServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-known-'));
  server = await startCatalogueServer([
    ...offeredModel(),
    ...offeredModel({ source: 'de', target: 'en' }),
    ...offeredModel({ source: 'th', target: 'en', architecture: 'base' }),
    ...offeredModel({ source: 'th', target: 'en' }),
  ]);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const configured = (data: string, catalogueUrl = server.url) =>
  loadConfiguration({
    environment: { DRAGOMAN_DATA_DIR: join(folder, data), DRAGOMAN_CATALOGUE_URL: catalogueUrl },
    workingDirectory: folder,
  });
const ask = (data: string) => configuredCatalogue(configured(data), new AbortController().signal);

const TABLE = { asOf: PUBLISHED_AS_OF, languages: PUBLISHED_LANGUAGES };

describe('the languages known to have models', () => {
  it('are those of the table until the catalogue has answered, then those of the catalogue', async () => {
    const configuration = configured('asked');
    expect(knownLanguages(configuration)).toEqual(TABLE);
    const hint = createInstallHint(configuration);
    expect(hint('th')).toContain('models available th');
    const { sets } = await ask('asked');
    const [base] = sets.filter(({ id }) => id.startsWith('th-en-base'));
    const { asOf, languages } = knownLanguages(configuration);
    expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(languages.map(({ tag, directions }) => [tag, directions])).toEqual([
      ['de', 'both'],
      ['th', 'into English'],
    ]);
    expect(knownLanguages(configured('asked')).languages, 'read once').toBe(languages);
    expect(languages[1]?.estimatedBytes).toBe(base?.downloadBytes);
    expect(hint('th')).toBe('The operator can add it with: npx dragoman models pull th');
  });

  it('are those of the configured catalogue, not of another one', async () => {
    await ask('moved');
    expect(knownLanguages(configured('moved', 'http://mirror.example'))).toEqual(TABLE);
  });

  it('are those of the table where what was remembered is damaged', async () => {
    await ask('damaged');
    const file = join(folder, 'damaged', 'catalogue-languages.json');
    for (const text of ['', '[]', readFileSync(file, 'utf8').replace('"de"', '"klingon"')]) {
      writeFileSync(file, text);
      expect(knownLanguages(configured('damaged'))).toEqual(TABLE);
    }
    // A path below a file is another error than that of a missing file.
    expect(knownLanguages({ ...configured('damaged'), dataDirectory: file })).toEqual(TABLE);
  });

  it('do not keep a catalogue from being used where nothing can be written', async () => {
    const configuration = { ...configured('unwritable'), dataDirectory: '/proc/nope' };
    const { sets } = await configuredCatalogue(configuration, new AbortController().signal);
    expect(sets.length).toBeGreaterThan(0);
    expect(knownLanguages(configuration)).toEqual(TABLE);
  });
});
