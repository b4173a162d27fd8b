import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { modelMetadataSchema } from '@dragoman/engines/neural/metadata';
import { afterEach, describe, expect, it } from 'vitest';
import { verifyModel } from '../local/models-directory.js';
import { type OfferedFile, offeredModel, someBytes } from '../testing/offered-model.js';
import { sha256 } from '../testing/packed.js';
import { createPullFixture, type PullFixture } from '../testing/pull-fixture.js';

let fixture: PullFixture;
afterEach(() => fixture.close());

const EN_DE = offeredModel();
const ID = 'en-de-tiny-3.0';

const start = async (files: readonly OfferedFile[] = EN_DE): Promise<PullFixture> => {
  fixture = await createPullFixture(files);
  return fixture;
};

const model = (files: readonly OfferedFile[]): OfferedFile => {
  const found = files.find((file) => file.record.fileType === 'model');
  if (!found) throw new Error('no model file');
  return found;
};

const incoming = (): readonly string[] =>
  readdirSync(join(fixture.modelsDirectory, '.incoming')).toSorted();

const fileRequests = () =>
  fixture.server.requests.filter((request) => request.path.startsWith('/cdn/'));

describe('a pull', () => {
  it('installs all files of the model with metadata and leaves nothing else', async () => {
    await start();
    const result = await fixture.pull('en-de');
    expect(result.outcome).toBe('pulled');
    expect(await fixture.visibleModels()).toEqual([ID]);
    for (const { record, content } of EN_DE) {
      expect(readFileSync(join(result.directory, record.name)).equals(content)).toBe(true);
    }
    const text = readFileSync(join(result.directory, 'metadata.json'), 'utf8');
    expect(modelMetadataSchema.parse(JSON.parse(text))).toMatchObject({
      id: ID,
      pairs: [{ source: 'en', target: 'de' }],
      architecture: 'tiny',
      modelType: 'latency_optimized',
      license: 'MPL-2.0',
      files: {
        model: { name: 'model.ende.intgemm.alphas.bin', bytes: 300_000 },
        shortlist: { name: 'lex.50.50.ende.s2t.bin' },
        vocabulary: { name: 'vocab.ende.spm' },
      },
    });
    expect(await verifyModel(result.directory, ID)).toEqual([]);
    expect(incoming()).toEqual([]);
  });

  it('keeps the two vocabularies of a split model apart', async () => {
    const contents = {
      model: someBytes('model', 1000),
      lex: someBytes('lex', 1000),
      srcvocab: someBytes('source', 1000),
      trgvocab: someBytes('target', 1000),
    };
    await start(offeredModel({ target: 'ja', architecture: 'base', contents }));
    const { directory } = await fixture.pull('en-ja');
    const metadata = JSON.parse(readFileSync(join(directory, 'metadata.json'), 'utf8'));
    expect(modelMetadataSchema.parse(metadata).files).toMatchObject({
      sourceVocabulary: { sha256: sha256(contents.srcvocab) },
      targetVocabulary: { sha256: sha256(contents.trgvocab) },
    });
    expect(metadata.modelType).toBe('quality_optimized');
  });

  it('reports bytes up to the size of the download', async () => {
    await start();
    const seen: (readonly [number, number])[] = [];
    await fixture.pull('en-de', { onBytes: (done, total) => seen.push([done, total]) });
    const total = EN_DE.reduce((sum, file) => sum + file.sent.length, 0);
    expect(seen.at(-1)).toEqual([total, total]);
    expect(seen.map(([done]) => done)).toEqual(
      seen.map(([done]) => done).toSorted((a, b) => a - b),
    );
  });

  it('of a model that is there and whole downloads nothing', async () => {
    await start();
    await fixture.pull('en-de');
    const before = fileRequests().length;
    expect((await fixture.pull('en-de')).outcome).toBe('already there');
    expect(fileRequests()).toHaveLength(before);
  });

  it('repairs a damaged model', async () => {
    await start();
    const { directory } = await fixture.pull('en-de');
    writeFileSync(join(directory, model(EN_DE).record.name), 'damaged');
    expect((await fixture.pull('en-de')).outcome).toBe('pulled');
    expect(await verifyModel(directory, ID)).toEqual([]);
  });

  it('is not put in the place of a symbolic link', async () => {
    await start();
    const { directory } = await fixture.pull('en-de');
    const elsewhere = `${fixture.modelsDirectory}-elsewhere`;
    renameSync(directory, elsewhere);
    symlinkSync(elsewhere, directory);
    try {
      expect((await fixture.pull('en-de')).outcome).toBe('already there');
      writeFileSync(join(elsewhere, model(EN_DE).record.name), 'damaged');
      await expect(fixture.pull('en-de')).rejects.toThrow(`${directory} is a symbolic link`);
      expect(readlinkSync(directory)).toBe(elsewhere);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });

  it('of a newer version takes the place of the older one', async () => {
    await start();
    await fixture.pull('en-de');
    const { modelsDirectory } = fixture;
    const newer = await createPullFixture(offeredModel({ version: '3.10' }));
    const result = await newer.pull('en-de', { modelsDirectory });
    await newer.close();
    expect(result.replaced).toEqual([ID]);
    expect(await fixture.visibleModels()).toEqual(['en-de-tiny-3.10']);
  });
});

describe('a download that is cut', () => {
  const cutOnce = (bytes: number) => {
    let isCut = false;
    fixture.server.interfere((request, response, body) => {
      if (isCut || !request.url?.includes(model(EN_DE).record.id)) return false;
      isCut = true;
      response.writeHead(200, {
        'content-length': body.length,
        etag: `"${sha256(body).slice(0, 16)}"`,
      });
      response.write(body.subarray(0, bytes), () => response.destroy());
      return true;
    });
  };
  const rangeRequests = () => fileRequests().filter((request) => request.headers.range);

  it('goes on where it was cut, asking for the same version of the file', async () => {
    await start();
    cutOnce(100_000);
    await fixture.pull('en-de');
    expect(await fixture.visibleModels()).toEqual([ID]);
    expect(rangeRequests()).toHaveLength(1);
    expect(rangeRequests()[0]?.headers['if-range']).toBe(
      `"${sha256(model(EN_DE).sent).slice(0, 16)}"`,
    );
    expect(fixture.pauses).toEqual([500]);
  });

  it('goes on in the next pull when this one gave up', async () => {
    await start();
    cutOnce(100_000);
    await expect(
      fixture.pull('en-de', { policy: { ...fixture.policy, maxAttempts: 1 } }),
    ).rejects.toMatchObject({ kind: 'unreachable' });
    expect(await fixture.visibleModels()).toEqual([]);
    expect(incoming()).toEqual([ID]);
    await fixture.pull('en-de');
    expect(Number(/\d+/.exec(rangeRequests()[0]?.headers.range ?? '')?.[0])).toBeGreaterThan(0);
    expect(await fixture.visibleModels()).toEqual([ID]);
    expect(incoming()).toEqual([]);
  });

  it('starts again where the part on the disk belongs to something else', async () => {
    await start();
    const { hash } = model(EN_DE).record.attachment;
    const folder = join(fixture.modelsDirectory, '.incoming', ID, 'packed');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${hash}.zst`), someBytes('something else', 1000));
    const { directory } = await fixture.pull('en-de');
    expect(await verifyModel(directory, ID)).toEqual([]);
    expect(fileRequests().filter(({ path }) => path.includes(model(EN_DE).record.id))).toHaveLength(
      2,
    );
  });

  it('starts again where the server changed the file', async () => {
    await start();
    const folder = join(fixture.modelsDirectory, '.incoming', ID, 'packed');
    mkdirSync(folder, { recursive: true });
    const part = join(folder, `${model(EN_DE).record.attachment.hash}.zst`);
    writeFileSync(part, someBytes('older', 1000));
    writeFileSync(`${part}.etag`, '"older"');
    await fixture.pull('en-de');
    expect(await fixture.visibleModels()).toEqual([ID]);
    expect(fixture.pauses).toEqual([]);
  });

  it('fails with a message when the server stays down', async () => {
    await start();
    fixture.server.interfere((_request, response) => {
      response.destroy();
      return true;
    });
    await expect(fixture.pull('en-de')).rejects.toMatchObject({ kind: 'unreachable' });
    expect(fixture.pauses).toEqual([500, 1000, 2000]);
    expect(await fixture.visibleModels()).toEqual([]);
  });

  it('by the user keeps what has arrived and frees the model', async () => {
    await start();
    const controller = new AbortController();
    const reason = new Error('interrupted');
    const onBytes = (bytes: number) => {
      if (bytes > 0) controller.abort(reason);
    };
    await expect(fixture.pull('en-de', { signal: controller.signal, onBytes })).rejects.toBe(
      reason,
    );
    expect(await fixture.visibleModels()).toEqual([]);
    expect(incoming()).toEqual([ID]);
    expect((await fixture.pull('en-de')).outcome).toBe('pulled');
  });

  it('by the user just as the last byte arrives ends at once, too', async () => {
    await start();
    const controller = new AbortController();
    const reason = new Error('interrupted');
    const onBytes = (bytes: number, total: number) => {
      if (bytes === total) controller.abort(reason);
    };
    await expect(fixture.pull('en-de', { signal: controller.signal, onBytes })).rejects.toBe(
      reason,
    );
    expect(await fixture.visibleModels()).toEqual([]);
  });
});

describe('the disk', () => {
  it('is looked at before anything is downloaded', async () => {
    await start();
    const pull = fixture.pull('en-de', { freeBytes: async () => 1_000_000 });
    await expect(pull).rejects.toMatchObject({ kind: 'no-space' });
    await expect(pull).rejects.toThrow(/has 1 MB free, but 3\d MB are needed/);
    expect(fileRequests()).toEqual([]);
  });
});

describe('two pulls of one model', () => {
  it('at once: one works, the other says so', async () => {
    await start();
    const results = await Promise.allSettled([fixture.pull('en-de'), fixture.pull('en-de')]);
    const reasons = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason] : [],
    );
    expect(reasons).toMatchObject([{ kind: 'busy' }]);
    expect(await fixture.visibleModels()).toEqual([ID]);
    expect(incoming()).toEqual([]);
  });
});

describe('what an ended process left', () => {
  it('just before the model was put into place is used', async () => {
    await start();
    const work = join(fixture.modelsDirectory, '.incoming', ID);
    mkdirSync(join(work, 'packed'), { recursive: true });
    mkdirSync(join(work, 'model'));
    for (const { record, content } of EN_DE)
      writeFileSync(join(work, 'model', record.name), content);
    expect(await fixture.visibleModels()).toEqual([]);
    expect((await fixture.pull('en-de')).outcome).toBe('pulled');
    expect(fileRequests()).toEqual([]);
    expect(incoming()).toEqual([]);
  });

  it('is not trusted: a damaged file is fetched again', async () => {
    await start();
    const work = join(fixture.modelsDirectory, '.incoming', ID, 'model');
    mkdirSync(work, { recursive: true });
    writeFileSync(join(work, model(EN_DE).record.name), someBytes('other', 300_000));
    const { directory } = await fixture.pull('en-de');
    expect(await verifyModel(directory, ID)).toEqual([]);
  });
});
