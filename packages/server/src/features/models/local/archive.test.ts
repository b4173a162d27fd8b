import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Header } from 'tar';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { offeredModel } from '../testing/offered-model.js';
import { sha256 } from '../testing/packed.js';
import { createPullFixture, type PullFixture } from '../testing/pull-fixture.js';
import { endArchive, exportModels, writeEntry } from './export-models.js';
import { importModels } from './import-models.js';
import { type InstalledModel, scanModels, verifyModel } from './models-directory.js';

const { signal } = new AbortController();
let fixture: PullFixture;
let models: readonly InstalledModel[];
beforeAll(async () => {
  fixture = await createPullFixture([
    ...offeredModel(),
    ...offeredModel({ source: 'de', target: 'en', architecture: 'base' }),
  ]);
  await fixture.pull('en-de');
  await fixture.pull('de-en');
  ({ models } = await scanModels(fixture.modelsDirectory));
});
afterAll(() => fixture.close());

let folder: string;
let archive: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-archive-'));
  archive = join(folder, 'models.tar');
  target = join(folder, 'models');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The contents of the target folder, and what the refused import left next to it. */
const leftInTarget = (): readonly string[] =>
  readdirSync(target, { recursive: true }).map(String).toSorted();

const expectRefused = async (message: RegExp) => {
  await expect(importModels(archive, target, signal)).rejects.toThrow(message);
  expect(leftInTarget()).toEqual(['.incoming']);
};

interface Entry {
  readonly path: string;
  readonly content: Buffer;
}

const writeArchive = async (entries: readonly Entry[]) => {
  const file = await open(archive, 'w');
  for (const { path, content } of entries) await writeEntry(file, path, content);
  await endArchive(file);
  await file.close();
};

/** The parts of an archive of the first model, as written by `export`, that a test can change. */
const goodEntries = () => {
  const [model] = models;
  if (!model) throw new Error('no model');
  const files = readdirSync(model.directory).map((name) => ({
    name,
    content: readFileSync(join(model.directory, name)),
  }));
  const manifest = {
    format: 'dragoman-models',
    formatVersion: 1,
    models: [
      {
        id: model.id,
        files: files.map(({ name, content }) => ({
          name,
          bytes: content.length,
          sha256: sha256(content),
        })),
      },
    ],
  };
  const entries = files.map(({ name, content }) => ({ path: `${model.id}/${name}`, content }));
  return { id: model.id, manifest, entries };
};

const manifestEntry = (manifest: unknown): Entry => ({
  path: 'manifest.json',
  content: Buffer.from(JSON.stringify(manifest)),
});

describe('an archive of models', () => {
  it('brings them to another folder, whole', async () => {
    await exportModels(models, archive, signal);
    const imported = await importModels(archive, target, signal);
    expect(imported).toEqual([
      { id: 'de-en-base-3.0', outcome: 'imported' },
      { id: 'en-de-tiny-3.0', outcome: 'imported' },
    ]);
    for (const { id, directory } of models) {
      expect(await verifyModel(join(target, id), id)).toEqual([]);
      const metadata = readFileSync(join(target, id, 'metadata.json'), 'utf8');
      expect(metadata).toBe(readFileSync(join(directory, 'metadata.json'), 'utf8'));
    }
    expect(readdirSync(join(target, '.incoming'))).toEqual([]);
    expect(readdirSync(folder).toSorted()).toEqual(['models', 'models.tar']);
  });

  it('has the same bytes whenever it is made', async () => {
    await exportModels(models, archive, signal);
    const again = join(folder, 'again.tar');
    await exportModels(models, again, signal);
    expect(readFileSync(again).equals(readFileSync(archive))).toBe(true);
  });

  it('changes nothing where its models are installed already', async () => {
    await exportModels(models, archive, signal);
    await importModels(archive, target, signal);
    const again = await importModels(archive, target, signal);
    expect(again.map((model) => model.outcome)).toEqual(['already there', 'already there']);
  });

  it('repairs a damaged model', async () => {
    await exportModels(models, archive, signal);
    await importModels(archive, target, signal);
    const id = 'en-de-tiny-3.0';
    truncateSync(join(target, id, 'vocab.ende.spm'), 10);
    await importModels(archive, target, signal);
    expect(await verifyModel(join(target, id), id)).toEqual([]);
  });

  it('does not overwrite a file, is not made of nothing and not of a damaged model', async () => {
    writeFileSync(archive, 'something else');
    await expect(exportModels(models, archive, signal)).rejects.toThrow(/already exists/);
    rmSync(archive);
    await expect(exportModels([], archive, signal)).rejects.toThrow(/no model/);
    const source = models[0];
    if (!source) throw new Error('no model');
    const damaged = { ...source, directory: folder };
    await expect(exportModels([damaged], archive, signal)).rejects.toThrow(/Damaged models/);
    expect(existsSync(archive)).toBe(false);
  });
});

describe('an import refuses', () => {
  it('a changed byte', async () => {
    await exportModels(models, archive, signal);
    const bytes = readFileSync(archive);
    const at = bytes.indexOf(offeredModel()[0]?.content.subarray(0, 64) ?? '');
    bytes[at + 5] = (bytes[at + 5] ?? 0) ^ 1;
    writeFileSync(archive, bytes);
    await expectRefused(
      /checksum of .*model.ende.intgemm.alphas.bin in the archive does not match/,
    );
  });

  it.each([0.2, 0.5, 0.9])('an archive cut at %f of its length', async (share) => {
    await exportModels(models, archive, signal);
    truncateSync(archive, Math.floor(readFileSync(archive).length * share));
    await expectRefused(/complete archive|missing/);
  });

  it('an archive that lacks the last file', async () => {
    const { manifest, entries } = goodEntries();
    await writeArchive([manifestEntry(manifest), ...entries.slice(0, -1)]);
    await expectRefused(/is missing from the archive/);
  });

  it.each(['../evil.bin', '/tmp/evil.bin', 'en-de-tiny-3.0/../../evil.bin', '.incoming/evil'])(
    'a file named %s',
    async (path) => {
      const { manifest, entries } = goodEntries();
      const evil = { path, content: Buffer.from('evil') };
      await writeArchive([manifestEntry(manifest), ...entries, evil]);
      await expectRefused(/is not in the manifest/);
      expect(existsSync(join(folder, 'evil.bin'))).toBe(false);
    },
  );

  it.each([
    ['id', '../evil'],
    ['id', '.incoming'],
    ['id', '/tmp/evil'],
    ['name', '../evil.bin'],
    ['name', 'a/b.bin'],
    ['name', '.hidden'],
  ])('a manifest whose %s is %s', async (what, value) => {
    const { manifest, entries } = goodEntries();
    const [model] = manifest.models;
    const [first, ...rest] = model?.files ?? [];
    const changed =
      what === 'id'
        ? { ...model, id: value }
        : { ...model, files: [{ ...first, name: value }, ...rest] };
    await writeArchive([manifestEntry({ ...manifest, models: [changed] }), ...entries]);
    await expectRefused(/was not written by dragoman models export/);
  });

  it('a file that is there twice', async () => {
    const { manifest, entries } = goodEntries();
    await writeArchive([manifestEntry(manifest), ...entries, ...entries.slice(0, 1)]);
    await expectRefused(/or occurs twice/);
  });

  it('a file of another size than the manifest says', async () => {
    const { manifest, entries } = goodEntries();
    const [first, ...rest] = entries;
    if (!first) throw new Error('no entry');
    const longer = { ...first, content: Buffer.concat([first.content, Buffer.from('x')]) };
    await writeArchive([manifestEntry(manifest), longer, ...rest]);
    await expectRefused(/bytes, not/);
  });

  it('a link', async () => {
    const { manifest, entries, id } = goodEntries();
    await writeArchive([manifestEntry(manifest), ...entries]);
    const block = Buffer.alloc(512);
    new Header({
      path: `${id}/link`,
      linkpath: '/etc/passwd',
      type: 'SymbolicLink',
      size: 0,
    }).encode(block);
    const bytes = readFileSync(archive);
    writeFileSync(archive, Buffer.concat([block, bytes]));
    await expectRefused(/holds a SymbolicLink/);
  });

  it('metadata that names other files than there are', async () => {
    const { manifest, entries, id } = goodEntries();
    const changed = entries.map((entry) =>
      entry.path === `${id}/metadata.json`
        ? { ...entry, content: Buffer.from(String(entry.content).replace(/"vocab\./, '"other.')) }
        : entry,
    );
    const files = changed.map(({ path, content }) => ({
      name: path.slice(id.length + 1),
      bytes: content.length,
      sha256: sha256(content),
    }));
    await writeArchive([manifestEntry({ ...manifest, models: [{ id, files }] }), ...changed]);
    await expectRefused(/files do not match its metadata/);
  });

  it('what is no archive at all', async () => {
    writeFileSync(archive, 'this is text'.repeat(1000));
    await expectRefused(/./);
    writeFileSync(archive, '');
    await expectRefused(/./);
    rmSync(archive);
    await expect(importModels(archive, target, signal)).rejects.toThrow(/ENOENT/);
  });

  it('an archive of another program', async () => {
    await writeArchive([{ path: 'readme.txt', content: Buffer.from('hello') }]);
    await expectRefused(/does not start with a manifest/);
  });

  it('nothing after the end of the archive matters', async () => {
    await exportModels(models, archive, signal);
    appendFileSync(archive, Buffer.alloc(10_240));
    expect(await importModels(archive, target, signal)).toHaveLength(2);
  });
});
