import { AppError, type ErrorCode } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createTestApp } from '../../testing/test-app.js';
import { bestEffort, createAdmission, withinLimits } from './admission.js';
import type { ResolvedRequest } from './resolve-request.js';

const refused = { code: 'too_many_requests', retryAfterSeconds: 1 };

describe('admission', () => {
  it('lets in as many requests as there is room for, then asks to come back', () => {
    const admission = createAdmission({ maxConcurrentRequests: 2, maxQueuedCharacters: 100 });
    const leave = admission.enter(1);
    admission.enter(1);
    expect(() => admission.enter(1)).toThrow(expect.objectContaining(refused));
    leave();
    expect(() => admission.enter(1)).not.toThrow();
  });

  it('lets in as many characters as there is room for', () => {
    const admission = createAdmission({ maxConcurrentRequests: 10, maxQueuedCharacters: 100 });
    const leave = admission.enter(60);
    admission.enter(40);
    expect(() => admission.enter(1)).toThrow(expect.objectContaining(refused));
    leave();
    expect(() => admission.enter(60)).not.toThrow();
  });

  it('lets a request larger than the whole room in alone', () => {
    const admission = createAdmission({ maxConcurrentRequests: 10, maxQueuedCharacters: 100 });
    const leave = admission.enter(101);
    expect(() => admission.enter(1)).toThrow(expect.objectContaining(refused));
    leave();
    expect(() => admission.enter(1)).not.toThrow();
  });

  it('takes a place back only once', () => {
    const admission = createAdmission({ maxConcurrentRequests: 1, maxQueuedCharacters: 100 });
    const leave = admission.enter(1);
    leave();
    leave();
    admission.enter(1);
    expect(() => admission.enter(1)).toThrow(expect.objectContaining(refused));
  });

  it('is in use while something is inside, and for a second after it', () => {
    let nowMs = 5000;
    const limits = { maxConcurrentRequests: 2, maxQueuedCharacters: 100 };
    const admission = createAdmission(limits, () => nowMs);
    expect(admission.isInUse()).toBe(false);
    const leave = admission.enter(1);
    nowMs += 60_000;
    expect(admission.isInUse()).toBe(true);
    leave();
    nowMs += 999;
    expect(admission.isInUse()).toBe(true);
    nowMs += 1;
    expect(admission.isInUse()).toBe(false);
  });
});

const settings = { requestTimeoutMs: 60_000, requestTimeoutGrowthMs: 0 };
const roomy = { maxConcurrentRequests: 10, maxQueuedCharacters: 1000 };
const nobody = new AbortController().signal;
/** Ends with its signal only. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('work within the limits of the service', () => {
  it('takes a place and leaves it, whatever becomes of it', async () => {
    const admission = createAdmission(roomy);
    const limits = { settings, admission };
    const inside = await withinLimits(limits, ['one', 'two'], nobody, async () =>
      admission.inFlight(),
    );
    expect(inside).toEqual({ requests: 1, characters: 6 });
    const failing = withinLimits(limits, ['one'], nobody, async () => {
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(admission.inFlight()).toEqual({ requests: 0, characters: 0 });
  });

  it('ends at the deadline, and when the caller leaves', async () => {
    const limits = {
      settings: { ...settings, requestTimeoutMs: 1 },
      admission: createAdmission(roomy),
    };
    await expect(withinLimits(limits, [], nobody, endless)).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
    const caller = new AbortController();
    const patient = { ...limits, settings };
    const left = withinLimits(patient, [], caller.signal, endless);
    caller.abort(new AppError('client_closed'));
    await expect(left).rejects.toMatchObject({ code: 'client_closed' });
    expect(limits.admission.inFlight().requests).toBe(0);
  });

  it('that an answer can do without is left out where there is no room or time', async () => {
    const full = createAdmission({ ...roomy, maxConcurrentRequests: 0 });
    const limits = { settings, admission: full };
    expect(await bestEffort(limits, [], nobody, async () => 'found')).toBeUndefined();
    const hasty = { ...settings, requestTimeoutMs: 1 };
    const late = { settings: hasty, admission: createAdmission(roomy) };
    expect(await bestEffort(late, [], nobody, endless)).toBeUndefined();
    const failing = (code: ErrorCode) =>
      bestEffort({ ...late, settings }, [], nobody, async () => {
        throw new AppError(code);
      });
    expect(await failing('engine_failed')).toBeUndefined();
    await expect(failing('invalid_parameter')).rejects.toMatchObject({ code: 'invalid_parameter' });
    // What answers the request logs it.
    await expect(failing('internal')).rejects.toMatchObject({ code: 'internal' });
  });
});

describe('a request with a glossary', () => {
  const withApp = async (
    parts: Parameters<typeof createTestApp>[0]['parts'],
    use: (
      post: (url: string, body: object) => Promise<{ statusCode: number; json(): unknown }>,
    ) => Promise<void>,
  ) => {
    const accounts = await openTestStores();
    const app = await createTestApp({
      accounts,
      settings: { page: 'auto', requestTimeoutMs: 500 },
      parts: parts ?? {},
    });
    const { secret } = await accounts.keyManager.create('test', { name: 'test' });
    try {
      await use((url, payload) =>
        app.inject({
          method: 'POST',
          url,
          payload,
          remoteAddress: '127.0.0.1',
          headers: {
            host: 'localhost:3030',
            ...(url.startsWith('/session')
              ? { 'sec-fetch-site': 'same-origin' }
              : { authorization: `DeepL-Auth-Key ${secret}` }),
          },
        }),
      );
    } finally {
      await app.close();
      await accounts.close();
    }
  };
  const glossaryId = '5d1bd7f5-0f2b-4c9b-9a3b-0f6a1a4c3d2e';
  const body = { text: ['house'], source_lang: 'EN', target_lang: 'ES', glossary_id: glossaryId };

  it('takes one place, from before its glossary is looked for to its end', async () => {
    const admission = createAdmission(roomy);
    let entered = 0;
    const seen: unknown[] = [];
    const parts = {
      admission: {
        ...admission,
        enter: (characters: number) => {
          entered++;
          return admission.enter(characters);
        },
      },
      resolveRequest: async (): Promise<ResolvedRequest> => {
        seen.push(admission.inFlight());
        throw new AppError('invalid_parameter');
      },
    };
    await withApp(parts, async (post) => {
      expect((await post('/v2/translate', body)).statusCode).toBe(400);
    });
    expect(seen).toEqual([{ requests: 1, characters: 5 }]);
    expect(entered).toBe(1);
    expect(admission.inFlight().requests).toBe(0);
  });

  it('waits for its glossary until the deadline', async () => {
    const parts = { resolveRequest: () => new Promise<never>(() => {}) };
    await withApp(parts, async (post) => {
      expect((await post('/v2/translate', body)).statusCode).toBe(504);
      const clicked = { translation: 'casa', start: 0, end: 4 };
      const words = await post('/session/words', { ...body, ...clicked });
      expect(words.json()).toEqual({ choices: [] });
      const places = `/session/glossaries/${glossaryId}/places`;
      const answer = await post(places, { ...body, text: 'house', translation: 'casa' });
      expect(answer.json()).toEqual({ places: [] });
    });
  });
});
