import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Clock, TranslatorOptions } from './settings.js';
import {
  type Answer,
  capitals,
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

const TIME_LIMITS = { timeoutMs: 300_000, attemptTimeoutMs: 40_000 };

/** A clock on which waiting takes no time, but is recorded. Time limits expire on command. */
const fastClock = (limits = TIME_LIMITS) => {
  const waits: number[] = [];
  const running = new Map<number, () => void>();
  let nowMs = 1_000_000;
  const clock: Clock = {
    now: () => nowMs,
    random: () => 0,
    startTimer(milliseconds, onTime) {
      if (Object.values(limits).includes(milliseconds)) {
        running.set(milliseconds, onTime);
        return () => running.delete(milliseconds);
      }
      waits.push(milliseconds);
      nowMs += milliseconds;
      queueMicrotask(onTime);
      return () => {};
    },
  };
  return { clock, waits, running, runOut: (milliseconds: number) => running.get(milliseconds)?.() };
};

const translateWith = async (
  script: readonly Answer[],
  options: TranslatorOptions = {},
  time = fastClock({ ...TIME_LIMITS, ...options }),
) => {
  service = await startScriptedService(...script);
  const { clock, waits, running } = time;
  const settings = { serverUrl: service.url, ...TIME_LIMITS, ...options, clock };
  const outcome = await new Translator('key', settings).translateText('Hello', null, 'es').then(
    ({ text }) => text,
    (error: unknown) => error,
  );
  expect(running.size).toBe(0);
  return { outcome, waits, arrived: service.arrived };
};

const broken: Answer = (response) => response.destroy();
const brokenHalfway: Answer = (response) => {
  response
    .writeHead(200, { 'content-length': '100' })
    .write('{"translations"', () => response.destroy());
};

describe('a request is repeated', () => {
  it.each([429, 500, 502, 503, 504, 529])('after a %i', async (status) => {
    const { outcome, waits, arrived } = await translateWith([json(status, {}), capitals]);
    expect(outcome).toBe('HELLO');
    expect(waits).toEqual([500]);
    expect(arrived[1]).toEqual(arrived[0]);
  });

  it.each([
    ['before the answer', broken],
    ['half-way through the answer', brokenHalfway],
  ])('after the connection broke %s', async (_name, answer) => {
    const { outcome, arrived } = await translateWith([answer, capitals]);
    expect(outcome).toBe('HELLO');
    expect(arrived).toHaveLength(2);
  });

  it('after an attempt without an answer', async () => {
    const time = fastClock();
    const silent = () => time.runOut(TIME_LIMITS.attemptTimeoutMs);
    const { outcome, waits, arrived } = await translateWith([silent, capitals], {}, time);
    expect(outcome).toBe('HELLO');
    expect(waits).toEqual([500]);
    expect(arrived).toHaveLength(2);
  });

  it('ever later, until its retries are used up', async () => {
    const { outcome, waits, arrived } = await translateWith([json(503, { message: 'Not yet.' })]);
    expect(outcome).toMatchObject({ name: 'ServiceUnavailableError', message: 'Not yet.' });
    expect(waits).toEqual([500, 1000, 2000, 4000]);
    expect(arrived).toHaveLength(5);
  });

  it('not before the service wants it', async () => {
    const { outcome, waits } = await translateWith([
      json(429, {}, { 'retry-after': '7' }),
      json(503, {}, { 'retry-after': '0' }),
      capitals,
    ]);
    expect(outcome).toBe('HELLO');
    expect(waits).toEqual([7000, 1000]);
  });

  it('not when the service wants it after the deadline: the error comes at once', async () => {
    const { outcome, waits, arrived } = await translateWith(
      [json(429, {}, { 'retry-after': '61' })],
      { timeoutMs: 60_000 },
    );
    expect(outcome).toMatchObject({ name: 'TooManyRequestsError', retryAfterSeconds: 61 });
    expect(waits).toEqual([]);
    expect(arrived).toHaveLength(1);
  });

  it('not beyond the one deadline of all attempts', async () => {
    const { outcome, waits } = await translateWith([json(500, {})], {
      timeoutMs: 5000,
      maxRetries: 20,
    });
    expect(outcome).toMatchObject({ name: 'InternalServerError' });
    expect(waits).toEqual([500, 1000, 2000]);
  });

  it.each([400, 403, 404, 405, 413, 415, 456])('not after a %i', async (status) => {
    const { outcome, arrived } = await translateWith([json(status, {}), capitals]);
    expect(outcome).toMatchObject({ status, isRetryable: false });
    expect(arrived).toHaveLength(1);
  });

  it('not if retries are turned off', async () => {
    const { arrived } = await translateWith([json(503, {})], { maxRetries: 0 });
    expect(arrived).toHaveLength(1);
  });
});

describe('a service that cannot be reached', () => {
  it('is tried again, and named', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    server.close();
    await once(server, 'close');
    const { clock, waits } = fastClock();
    const translator = new Translator('key', { serverUrl: `http://127.0.0.1:${port}`, clock });
    await expect(translator.getUsage()).rejects.toMatchObject({
      name: 'ConnectionError',
      code: 'connection_failed',
      message: `The translation service at http://127.0.0.1:${port} cannot be reached: ECONNREFUSED.`,
    });
    expect(waits).toHaveLength(4);
  });

  it('is not tried again when its answers can never be read', async () => {
    const { clock, waits } = fastClock();
    service = await startScriptedService(capitals);
    const encrypted = service.url.replace('http:', 'https:');
    const translator = new Translator('key', { serverUrl: encrypted, clock });
    await expect(translator.getUsage()).rejects.toMatchObject({ name: 'ConnectionError' });
    expect(waits).toEqual([]);
  });
});

describe('a call ends', () => {
  it('at its deadline, and its request is cancelled', async () => {
    const time = fastClock();
    let closed: Promise<unknown> = Promise.reject(new Error('no request came'));
    closed.catch(() => {});
    const silent: Answer = (response) => {
      closed = once(response, 'close');
      time.runOut(TIME_LIMITS.timeoutMs);
    };
    const { outcome, arrived } = await translateWith([silent], {}, time);
    expect(outcome).toMatchObject({ name: 'TimeoutError', code: 'timeout' });
    await closed;
    expect(arrived).toHaveLength(1);
  });

  it('when its signal aborts, with the reason of that', async () => {
    const caller = new AbortController();
    service = await startScriptedService(() => caller.abort(new Error('The page was closed.')));
    const translator = new Translator('key', { serverUrl: service.url });
    const { signal } = caller;
    await expect(translator.translateText('Hello', null, 'es', { signal })).rejects.toThrow(
      'The page was closed.',
    );
    await expect(translator.getUsage({ signal })).rejects.toThrow('The page was closed.');
    expect(service.arrived).toHaveLength(1);
  });

  it('when its signal aborts while it waits', async () => {
    const caller = new AbortController();
    service = await startScriptedService(json(503, {}, { 'retry-after': '30' }));
    const { clock } = fastClock();
    const startTimer: Clock['startTimer'] = (milliseconds, onTime) => {
      if (milliseconds !== 30_000) return clock.startTimer(milliseconds, onTime);
      caller.abort();
      return () => {};
    };
    const settings = { serverUrl: service.url, clock: { ...clock, startTimer } };
    await expect(
      new Translator('key', settings).getUsage({ signal: caller.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('between two requests of a long list', async () => {
    const caller = new AbortController();
    service = await startScriptedService(capitals);
    const translator = new Translator('key', { serverUrl: service.url });
    const call = translator.translateText(Array(200).fill('a'), null, 'es', {
      signal: caller.signal,
      onProgress: () => caller.abort(),
    });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(service.arrived).toHaveLength(1);
  });

  it('and leaves nothing behind on a signal that is used for many', async () => {
    service = await startScriptedService(capitals);
    const translator = new Translator('key', { serverUrl: service.url });
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...call: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(signal, call);
    };
    signal.removeEventListener = (...call: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(signal, call);
    };
    for (let call = 0; call < 3; call++) {
      await translator.translateText('Hello', null, 'es', { signal });
    }
    expect(listeners).toBe(0);
  });
});
