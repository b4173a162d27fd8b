import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { offeredModel } from '../testing/offered-model.js';
import { createPullFixture, type PullFixture } from '../testing/pull-fixture.js';
import { lockModel, removeModels, sweepIncoming } from './incoming.js';
import { modelsDirectoryOf, scanModels, selectModels, verifyModel } from './models-directory.js';

let fixture: PullFixture;
beforeEach(async () => {
  fixture = await createPullFixture([
    ...offeredModel(),
    ...offeredModel({ architecture: 'base' }),
    ...offeredModel({ source: 'de', target: 'en' }),
  ]);
});
afterEach(() => fixture.close());

const pullAll = async () => {
  await fixture.pull('en-de');
  await fixture.pull('en-de', { architecture: 'tiny' });
  await fixture.pull('de-en');
};

describe('the models directory', () => {
  it('is the setting, or a folder of the data directory', () => {
    expect(modelsDirectoryOf({ dataDirectory: '/data' })).toBe('/data/models');
    expect(modelsDirectoryOf({ dataDirectory: '/data', modelsDirectory: '/m' })).toBe('/m');
  });

  it('that does not exist is empty', async () => {
    expect(await scanModels(fixture.modelsDirectory)).toEqual({ models: [], broken: [] });
  });

  it('lists models by name, with all their bytes', async () => {
    await pullAll();
    const { models, broken } = await scanModels(fixture.modelsDirectory);
    expect(models.map(({ id, bytes }) => [id, bytes])).toEqual([
      ['de-en-tiny-3.0', 306_000],
      ['en-de-base-3.0', 306_000],
      ['en-de-tiny-3.0', 306_000],
    ]);
    expect(broken).toEqual([]);
  });

  it('lists folders that are no models with the reason', async () => {
    await pullAll();
    mkdirSync(join(fixture.modelsDirectory, 'empty'));
    mkdirSync(join(fixture.modelsDirectory, 'broken'));
    writeFileSync(join(fixture.modelsDirectory, 'broken', 'metadata.json'), '{');
    const { models, broken } = await scanModels(fixture.modelsDirectory);
    expect(models).toHaveLength(3);
    expect(broken.map(({ id, reason }) => [id, reason])).toEqual([
      ['broken', 'metadata.json is not JSON'],
      ['empty', 'metadata.json is missing'],
    ]);
  });
});

describe('verifying', () => {
  it('names every file that is missing, shorter, changed or not a plain file', async () => {
    const { directory } = await fixture.pull('de-en');
    const [model, lex, vocab] = [
      'model.deen.intgemm.alphas.bin',
      'lex.50.50.deen.s2t.bin',
      'vocab.deen.spm',
    ];
    expect(await verifyModel(directory, 'de-en-tiny-3.0')).toEqual([]);
    truncateSync(join(directory, model ?? ''), 100);
    rmSync(join(directory, lex ?? ''));
    writeFileSync(join(directory, vocab ?? ''), Buffer.alloc(1000));
    expect(await verifyModel(directory, 'de-en-tiny-3.0')).toEqual([
      `${join(directory, model ?? '')} has 100 bytes instead of 300000`,
      `${join(directory, vocab ?? '')} has the wrong checksum`,
      `${join(directory, lex ?? '')} is missing`,
    ]);
    symlinkSync('/etc/hostname', join(directory, lex ?? ''));
    expect((await verifyModel(directory, 'de-en-tiny-3.0')).at(-1)).toMatch(/not a regular file$/);
  });

  it('names metadata that belongs to another folder', async () => {
    const { directory } = await fixture.pull('de-en');
    expect(await verifyModel(directory, 'fr-en')).toEqual([
      `${directory}: metadata.json belongs to de-en-tiny-3.0`,
    ]);
  });
});

describe('removing', () => {
  it('by name takes that model only', async () => {
    await pullAll();
    const removed = await removeModels(fixture.modelsDirectory, ['en-de-base-3.0']);
    expect(removed.map(({ id }) => id)).toEqual(['en-de-base-3.0']);
    expect(await fixture.visibleModels()).toEqual(['de-en-tiny-3.0', 'en-de-tiny-3.0']);
    expect(readdirSync(join(fixture.modelsDirectory, '.incoming'))).toEqual([]);
  });

  it('by pair takes all models of the pair', async () => {
    await pullAll();
    const removed = await removeModels(fixture.modelsDirectory, ['EN-DE']);
    expect(removed.map(({ id }) => id)).toEqual(['en-de-base-3.0', 'en-de-tiny-3.0']);
  });

  it('takes a folder that is no model any more', async () => {
    mkdirSync(join(fixture.modelsDirectory, 'broken'), { recursive: true });
    await removeModels(fixture.modelsDirectory, ['broken']);
    expect(await fixture.visibleModels()).toEqual([]);
  });

  it.each(['../models', '/etc', '.incoming', '..', 'a/b', '', '-rf'])(
    'refuses %j, which is a path or no name',
    async (name) => {
      await pullAll();
      await expect(removeModels(fixture.modelsDirectory, [name])).rejects.toMatchObject({
        kind: 'invalid',
      });
      expect(await fixture.visibleModels()).toHaveLength(3);
    },
  );

  it('removes nothing when one of the names is unknown', async () => {
    await pullAll();
    await expect(removeModels(fixture.modelsDirectory, ['en-de', 'en-fr'])).rejects.toThrow(
      'No model en-fr is installed. Installed: de-en-tiny-3.0, en-de-base-3.0, en-de-tiny-3.0.',
    );
    expect(await fixture.visibleModels()).toHaveLength(3);
  });

  it('of nothing says that there is nothing', () => {
    expect(() => selectModels([], ['en-de'])).toThrow('No model has been downloaded');
  });
});

describe('what interrupted work left', () => {
  it('is swept away once nobody will go on with it', async () => {
    const incoming = join(fixture.modelsDirectory, '.incoming');
    for (const name of ['trash-1', 'import-1', 'fr-en-tiny-3.0', 'en-fr-tiny-3.0']) {
      mkdirSync(join(incoming, name), { recursive: true });
    }
    const longAgo = new Date(Date.now() - 30 * 86_400_000);
    utimesSync(join(incoming, 'fr-en-tiny-3.0'), longAgo, longAgo);
    await sweepIncoming(fixture.modelsDirectory);
    expect(readdirSync(incoming)).toEqual(['en-fr-tiny-3.0']);
  });

  it('stays while somebody works on it', async () => {
    const incoming = join(fixture.modelsDirectory, '.incoming');
    mkdirSync(join(incoming, 'import-1'), { recursive: true });
    const lock = await lockModel(fixture.modelsDirectory, 'import-1');
    await sweepIncoming(fixture.modelsDirectory);
    expect(existsSync(join(incoming, 'import-1'))).toBe(true);
    await lock.release();
  });
});
