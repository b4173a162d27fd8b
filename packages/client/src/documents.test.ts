import { afterEach, describe, expect, it } from 'vitest';
import { ArgumentError, DocumentError, NotFoundError } from './errors.js';
import type { Clock } from './settings.js';
import {
  type Answer,
  type Arrived,
  json,
  type ScriptedService,
  startScriptedService,
} from './testing/scripted-service.js';
import { Translator } from './translator.js';

let service: ScriptedService | undefined;

afterEach(async () => {
  await service?.close();
  service = undefined;
});

/** A clock on which no wait takes time; time limits never expire. */
const recordingClock = (waits: number[]): Clock => ({
  now: () => 0,
  random: () => 0,
  startTimer(milliseconds, onTime) {
    if (milliseconds < 20_000) {
      waits.push(milliseconds);
      queueMicrotask(onTime);
    }
    return () => {};
  },
});

const HANDLE = json(200, { document_id: 'A1', document_key: 'B2' });
const status = (body: object) => json(200, { document_id: 'A1', ...body });
const DONE = status({ status: 'done', billed_characters: 5 });
const file =
  (disposition?: string): Answer =>
  (response) => {
    if (disposition) response.setHeader('content-disposition', disposition);
    response.end(Uint8Array.of(0, 255, 7));
  };

const HELLO = { content: Buffer.from('Hello'), fileName: 'in ü.txt' };

const translatorWith = async (...script: readonly Answer[]) => {
  service = await startScriptedService(...script);
  const waits: number[] = [];
  const clock = recordingClock(waits);
  const translator = new Translator('key', { serverUrl: service.url, clock, maxRetries: 0 });
  return { translator, arrived: service.arrived, waits };
};

describe('translateDocument', () => {
  it('gives an attempt the time that its file takes on a slow line', async () => {
    service = await startScriptedService(HANDLE, DONE, file());
    const limits: number[] = [];
    const clock: Clock = {
      now: () => 0,
      random: () => 0,
      startTimer(milliseconds) {
        limits.push(milliseconds);
        return () => {};
      },
    };
    const settings = { serverUrl: service.url, clock, maxRetries: 0 };
    const large = { content: Buffer.alloc(3_200_000), fileName: 'a.txt' };
    await new Translator('key', settings).translateDocument(large, null, 'es');
    const [whole, ...attempts] = limits;
    expect(whole).toBe(3_600_000);
    expect(attempts).toEqual([140_000, 40_000, 140_000]);
  });

  it('uploads, asks until it is done, and downloads', async () => {
    const progress: unknown[] = [];
    const { translator, arrived, waits } = await translatorWith(
      HANDLE,
      status({ status: 'queued' }),
      status({ status: 'translating', seconds_remaining: 30 }),
      status({ status: 'translating', seconds_remaining: 1 }),
      DONE,
      file('attachment; filename="in _.txt"; filename*=UTF-8\'\'in%20%C3%BC.txt'),
    );
    const result = await translator.translateDocument(HELLO, null, 'es', {
      formality: 'prefer_more',
      glossaryIds: ['g', 'h'],
      outputFormat: 'txt',
      onProgress: (one) => progress.push(one.state),
    });
    expect(result).toEqual({
      content: Buffer.of(0, 255, 7),
      fileName: 'in ü.txt',
      billedCharacters: 5,
    });
    expect(progress).toEqual(['queued', 'translating', 'translating', 'done']);
    expect(waits).toEqual([500, 1000, 1000]);
    expect(arrived.map(({ url }) => url)).toEqual([
      '/v2/document',
      ...Array(4).fill('/v2/document/A1'),
      '/v2/document/A1/result',
    ]);
    const form = await new Response(arrived[0]?.body, {
      headers: { 'content-type': String(arrived[0]?.headers['content-type']) },
    }).formData();
    const sent = form.get('file') as File;
    expect([sent.name, await sent.text()]).toEqual(['in ü.txt', 'Hello']);
    form.delete('file');
    expect(Object.fromEntries(form)).toEqual({
      target_lang: 'ES',
      formality: 'prefer_more',
      glossary_ids: 'g,h',
      output_format: 'txt',
    });
    expect(arrived.slice(1).map(({ body }) => body)).toEqual(
      Array(5).fill('{"document_key":"B2"}'),
    );
  });

  it.each([
    [undefined, 'in ü.txt'],
    ['attachment; filename="a \\"b\\".docx"', 'a "b".docx'],
    ["attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", 'passwd'],
    ["attachment; filename*=UTF-8''%zz", 'in ü.txt'],
  ])('names the result by the header %j', async (disposition, fileName) => {
    const { translator } = await translatorWith(HANDLE, DONE, file(disposition));
    const result = await translator.translateDocument(HELLO, 'en', 'es');
    expect(result.fileName).toBe(fileName);
  });

  it('fails with the reason of the service', async () => {
    const failed = status({ status: 'error', error_message: 'The file has no text.' });
    const { translator } = await translatorWith(HANDLE, failed);
    const call = translator.translateDocument(HELLO, 'en', 'es');
    await expect(call).rejects.toThrow(DocumentError);
    await expect(call).rejects.toThrow('The file has no text.');
  });

  it('fails when the document is gone', async () => {
    const { translator } = await translatorWith(HANDLE, json(404, { message: 'gone' }));
    await expect(translator.translateDocument(HELLO, 'en', 'es')).rejects.toThrow(NotFoundError);
  });

  it('refuses an answer that says nothing', async () => {
    const { translator } = await translatorWith(HANDLE, status({ status: 'melting' }));
    const call = translator.translateDocument(HELLO, 'en', 'es');
    await expect(call).rejects.toThrow('how far the document is');
  });

  it('ends when its signal aborts', async () => {
    const { translator } = await translatorWith(HANDLE, status({ status: 'queued' }));
    const abort = new AbortController();
    const call = translator.translateDocument(HELLO, 'en', 'es', {
      signal: abort.signal,
      onProgress: () => abort.abort(new Error('enough')),
    });
    await expect(call).rejects.toThrow('enough');
  });

  it('cancels its document when its signal aborts', async () => {
    let noteCancelled: (request: Arrived) => void = () => {};
    const cancelled = new Promise<Arrived>((resolve) => {
      noteCancelled = resolve;
    });
    const { translator, arrived } = await translatorWith(
      HANDLE,
      status({ status: 'translating' }),
      (response, request) => {
        response.writeHead(204).end();
        noteCancelled(request);
      },
    );
    const abort = new AbortController();
    const call = translator.translateDocument(HELLO, 'en', 'es', {
      signal: abort.signal,
      onProgress: () => abort.abort(new Error('enough')),
    });
    await expect(call).rejects.toThrow('enough');
    const { method, url, body } = await cancelled;
    expect([method, url, body]).toEqual(['DELETE', '/v2/document/A1', '{"document_key":"B2"}']);
    expect(arrived).toHaveLength(3);
  });

  it.each([
    [{ ...HELLO, fileName: '' }, {}, 'fileName'],
    [{ ...HELLO, content: 'Hello' as never }, {}, 'content'],
    [HELLO, { modelType: 'quality_optimized' } as never, 'modelType'],
    [HELLO, { timeoutMs: 0 }, 'timeoutMs'],
  ])('sends nothing when an argument is wrong: %#', async (document, options, parameter) => {
    const { translator, arrived } = await translatorWith(HANDLE);
    const call = translator.translateDocument(document, 'en', 'es', options);
    await expect(call).rejects.toMatchObject({ parameter });
    await expect(call).rejects.toThrow(ArgumentError);
    expect(arrived).toEqual([]);
  });
});
