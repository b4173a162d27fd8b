import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfiguration } from '../configuration/load.js';
import {
  type CatalogueServer,
  startCatalogueServer,
} from '../features/models/testing/catalogue-server.js';
import { offeredModel } from '../features/models/testing/offered-model.js';
import { offerModels } from './offer-models.js';

describe('the offer of full models', () => {
  let server: CatalogueServer;
  let dataDirectory: string;
  beforeAll(async () => {
    server = await startCatalogueServer([
      ...offeredModel(),
      ...offeredModel({ source: 'de', target: 'en', architecture: 'base' }),
    ]);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    dataDirectory = mkdtempSync(join(tmpdir(), 'dragoman-offer-'));
  });
  afterEach(() => rmSync(dataDirectory, { recursive: true }));

  /** What the terminal shows to somebody who answers with this. */
  const offer = async (
    answer: string,
    { locale = 'de-AT', ...environment }: Readonly<Record<string, string>> = {},
  ): Promise<string> => {
    const input = new PassThrough();
    const output = new PassThrough();
    input.end(answer);
    const configuration = loadConfiguration({
      workingDirectory: dataDirectory,
      environment: {
        DRAGOMAN_DATA_DIR: dataDirectory,
        DRAGOMAN_CATALOGUE_URL: server.url,
        ...environment,
      },
    });
    const { signal } = new AbortController();
    await offerModels(configuration, { input, output, locale, signal });
    return String(output.read() ?? '');
  };
  const installed = (): readonly string[] => {
    try {
      return readdirSync(join(dataDirectory, 'models')).filter((name) => !name.startsWith('.'));
    } catch {
      return [];
    }
  };

  it('names languages, size, source and licence; Enter takes it, and it is made once', async () => {
    const shown = await offer('\n');
    expect(shown).toContain('between German and English (de-en, en-de)');
    expect(shown).toMatch(/about 52(\.\d)? MB from 127\.0\.0\.1:\d+, licence MPL-2\.0/);
    expect(installed()).toHaveLength(2);
    expect(await offer('\n')).toBe('');
  });

  it('can be declined, and is not made again', async () => {
    expect(await offer('n\n')).toContain('later: npx dragoman models pull de');
    expect(installed()).toEqual([]);
    expect(await offer('\n')).toBe('');
  });

  it('asks which language where the system is in English', async () => {
    expect(await offer('german, klingon\n', { locale: 'en-US' })).toContain(
      'klingon is no language with models.',
    );
    expect(installed()).toHaveLength(2);
  });

  it('ends with one line where the catalogue cannot be reached', async () => {
    const shown = await offer('y\n', { DRAGOMAN_CATALOGUE_URL: 'http://127.0.0.1:9' });
    expect(shown).toMatch(/\] .*The starter models go on\. Try again later: .* pull de\n$/);
    expect(installed()).toEqual([]);
  });

  it('is made again where nobody answered', async () => {
    await offer('');
    expect(await offer('n\n')).toContain('[Y/n]');
  });

  it.each([
    ['the machine is offline', { DRAGOMAN_OFFLINE: '1' }],
    ['languages are configured', { DRAGOMAN_LANGUAGES: 'fr' }],
    ['there is no neural engine', { DRAGOMAN_ENGINES: 'apertium' }],
  ])('is not made where %s', async (_, environment) => {
    expect(await offer('\n', environment)).toBe('');
    expect(installed()).toEqual([]);
  });
});
