import { afterEach, describe, expect, it } from 'vitest';
import { type OfferedFile, offeredModel, someBytes } from '../testing/offered-model.js';
import { packed, sha256 } from '../testing/packed.js';
import { createPullFixture, type PullFixture } from '../testing/pull-fixture.js';

let fixture: PullFixture;
afterEach(() => fixture.close());

const EN_DE = offeredModel();

const start = async (files: readonly OfferedFile[] = EN_DE): Promise<void> => {
  fixture = await createPullFixture(files);
};

const model = EN_DE.find((file) => file.record.fileType === 'model');

/** The offer with another attachment instead of the model's, or other metadata about it. */
const withModel = (
  change: (file: OfferedFile) => Partial<OfferedFile> & { record?: OfferedFile['record'] },
): readonly OfferedFile[] =>
  EN_DE.map((file) => (file.record.fileType === 'model' ? { ...file, ...change(file) } : file));

describe('a damaged download', () => {
  const expectDamaged = async (files: readonly OfferedFile[], message: RegExp) => {
    await start(files);
    const pull = fixture.pull('en-de');
    await expect(pull).rejects.toThrow(message);
    await expect(pull).rejects.toMatchObject({ kind: 'damaged' });
    expect(await fixture.visibleModels()).toEqual([]);
  };

  it('is refused when the bytes sent are not the promised ones', async () => {
    await expectDamaged(
      withModel(({ sent }) => {
        const other = Buffer.from(sent);
        other[1000] = (other[1000] ?? 0) ^ 1;
        return { sent: other };
      }),
      /checksum/,
    );
  });

  it('is refused when only the unpacked bytes are not the promised ones', async () => {
    await expectDamaged(
      withModel(({ record }) => ({
        record: { ...record, decompressedHash: sha256(Buffer.from('other')) },
      })),
      /unpacked .* checksum/,
    );
  });

  it.each([
    [-1, /more than 299999 bytes/],
    [1, /has 300000 bytes, not 300001/],
  ])('is refused when the unpacked size differs by %i', async (difference, message) => {
    await expectDamaged(
      withModel(({ record }) => ({
        record: { ...record, decompressedSize: record.decompressedSize + difference },
      })),
      message,
    );
  });

  it('is refused when the server offers another size', async () => {
    await expectDamaged(
      withModel(({ sent }) => ({ sent: sent.subarray(0, sent.length - 10) })),
      /different size/,
    );
  });

  it('is refused when more is sent than promised', async () => {
    await start();
    fixture.server.interfere((_request, response, body) => {
      // Without a length, so that only counting detects it.
      response.writeHead(200).end(Buffer.concat([body, body]));
      return true;
    });
    await expect(fixture.pull('en-de')).rejects.toThrow(/more than/);
    expect(await fixture.visibleModels()).toEqual([]);
  });

  it('is refused when it is no zstd at all', async () => {
    const sent = someBytes('no zstd', 2000);
    await expectDamaged(
      withModel(({ record }) => ({
        sent,
        record: {
          ...record,
          attachment: { ...record.attachment, size: sent.length, hash: sha256(sent) },
        },
      })),
      /not valid zstd/,
    );
  });

  it('is refused when the zstd ends too early', async () => {
    const whole = packed(model?.content ?? Buffer.alloc(0));
    const sent = whole.subarray(0, whole.length - 50_000);
    await expectDamaged(
      withModel(({ record }) => ({
        sent,
        record: {
          ...record,
          attachment: { ...record.attachment, size: sent.length, hash: sha256(sent) },
        },
      })),
      /not valid zstd|bytes, not/,
    );
  });
});

describe('a server in trouble', () => {
  const answerOnce = (status: number, headers: Record<string, string> = {}) => {
    let isDone = false;
    fixture.server.interfere((_request, response) => {
      if (isDone) return false;
      isDone = true;
      response.writeHead(status, headers).end();
      return true;
    });
  };

  it('is waited for as long as it asks', async () => {
    await start();
    answerOnce(503, { 'retry-after': '7' });
    await fixture.pull('en-de');
    expect(fixture.pauses).toEqual([7000]);
  });

  it('is not waited for when it asks for too long', async () => {
    await start();
    answerOnce(429, { 'retry-after': '3600' });
    await expect(fixture.pull('en-de')).rejects.toThrow(/Retry in 3600 s/);
    expect(fixture.pauses).toEqual([]);
  });

  it('is not asked again for what it does not have', async () => {
    await start();
    answerOnce(404);
    await expect(fixture.pull('en-de')).rejects.toMatchObject({ kind: 'refused' });
    expect(fixture.pauses).toEqual([]);
  });

  it('that falls silent is left after a while', async () => {
    await start();
    fixture.server.interfere(() => true);
    const policy = { ...fixture.policy, answerTimeoutMs: 20, maxAttempts: 2 };
    await expect(fixture.pull('en-de', { policy })).rejects.toThrow(/did not respond in time/);
  });

  it('may send elsewhere, but not in circles and not to another kind of address', async () => {
    await start();
    answerOnce(302, { location: `${fixture.server.url}/cdn/nowhere` });
    await expect(fixture.pull('en-de')).rejects.toThrow(/404/);
    fixture.server.interfere((request, response) => {
      response.writeHead(302, { location: request.url ?? '' }).end();
      return true;
    });
    await expect(fixture.pull('en-de')).rejects.toThrow(/redirects more than/);
    answerOnce(302, { location: 'ftp://127.0.0.1/model' });
    await expect(fixture.pull('en-de')).rejects.toThrow(/not followed/);
  });
});
