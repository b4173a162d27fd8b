import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyModel } from '../testing/copy-model.js';
import type { ModelMetadata } from './metadata.js';
import { ModelCatalog } from './model-catalog.js';
import { scanModelFolders } from './model-folders.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-model-catalog-'));
});
afterEach(() => rm(folder, { recursive: true }));

const addModel = async (
  id: string,
  target: string,
  modelType: string,
  change: Partial<ModelMetadata> = {},
): Promise<void> => {
  await copyModel(folder, id, target);
  const path = join(folder, id, 'metadata.json');
  const metadata = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...metadata, modelType, ...change }));
};

const readCatalog = async () => new ModelCatalog((await scanModelFolders([folder])).models);

const latency = 'latency_optimized';
const quality = 'quality_optimized';

describe('the models of a pair', () => {
  it('are chosen by the kind that is wanted', async () => {
    await addModel('en-de-base', 'de', quality);
    await addModel('en-de-tiny', 'de', latency);
    const catalog = await readCatalog();
    expect(catalog.pairs).toMatchObject([
      { source: 'en', target: 'de', modelTypes: [latency, quality] },
    ]);
    expect(catalog.find('en', 'de', latency)?.model.id).toBe('en-de-tiny');
    expect(catalog.find('en', 'de', quality)?.model.id).toBe('en-de-base');
  });

  it('serve both kinds where there is only one', async () => {
    await addModel('en-de-tiny', 'de', latency);
    const catalog = await readCatalog();
    expect(catalog.pairs).toMatchObject([{ modelTypes: [latency] }]);
    expect(catalog.find('en', 'de', quality)?.model.id).toBe('en-de-tiny');
    expect(catalog.find('de', 'en', quality)).toBeUndefined();
  });

  it('serve the quality kind where two starter models translate in both directions', async () => {
    const pairOf = (source: string, target: string) => ({
      isStarter: true,
      pairs: [{ source, target }],
    });
    await addModel('en-de', 'de', latency, pairOf('en', 'de'));
    await addModel('de-en', 'de', latency, pairOf('de', 'en'));
    await addModel('en-fr', 'fr', latency, pairOf('en', 'fr'));
    const catalog = await readCatalog();
    const kinds = catalog.pairs.map(({ source, target, modelTypes }) => [
      `${source}-${target}`,
      modelTypes,
    ]);
    expect(Object.fromEntries(kinds)).toEqual({
      'en-de': [latency, quality],
      'de-en': [latency, quality],
      'en-fr': [latency],
    });
    expect(catalog.find('en', 'de', quality)?.backwardModel?.model.id).toBe('de-en');
    expect(catalog.find('en', 'de', latency)?.backwardModel).toBeUndefined();
    expect(catalog.find('en', 'fr', quality)?.backwardModel).toBeUndefined();
  });

  it('have an opposite direction where only one of them writes a variant', async () => {
    await addModel('en-pt', 'pt', latency, {
      isStarter: true,
      pairs: ['pt-BR', 'pt-PT'].map((target) => ({
        source: 'en',
        target,
        prefix: `>>${target}<<`,
      })),
    });
    await addModel('pt-en', 'pt', latency, {
      isStarter: true,
      pairs: [{ source: 'pt', target: 'en' }],
    });
    const catalog = await readCatalog();
    expect(catalog.find('en', 'pt-PT', quality)?.backwardModel?.model.id).toBe('pt-en');
    expect(catalog.find('pt', 'en', quality)?.backwardModel?.pair.target).toBe('pt-BR');
    expect(catalog.pairs.map(({ modelTypes }) => modelTypes)).toEqual(
      Array.from({ length: 3 }, () => [latency, quality]),
    );
  });

  it('are starter models only where there are no others', async () => {
    const starter = {
      isStarter: true,
      pairs: ['de', 'fr'].map((target) => ({
        source: 'en',
        target,
        scores: { testSet: 'everyday sentences', bleu: 12.5, chrf: 41.5 },
      })),
    };
    await addModel('a-starter', 'de', latency, starter);
    await addModel('en-de-base', 'de', quality);
    const catalog = await readCatalog();
    expect(catalog.pairs).toMatchObject([
      { target: 'de', origin: 'installed', modelTypes: [quality] },
      { target: 'fr', origin: 'starter', modelTypes: [latency], chrf: 41.5 },
    ]);
    expect(catalog.find('en', 'de', latency)?.model.id).toBe('en-de-base');
    expect(catalog.find('en', 'fr', latency)?.model.id).toBe('a-starter');
  });

  it('have another revision once one is replaced or joined by another', async () => {
    const revision = async () => (await readCatalog()).pairs[0]?.revision;
    await addModel('en-de-tiny', 'de', latency);
    const first = await revision();
    expect(await revision()).toBe(first);
    await addModel('en-de-base', 'de', quality);
    const second = await revision();
    expect(second).not.toBe(first);
    await rm(join(folder, 'en-de-tiny'), { recursive: true });
    expect(await revision()).not.toBe(second);
  });
});
