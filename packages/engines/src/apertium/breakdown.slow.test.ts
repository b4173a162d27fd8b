import { rm } from 'node:fs/promises';
import { AppError, isAppError } from '@dragoman/contract';
import { silentLogger } from '@dragoman/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { protect } from '../host/testing/protect.js';
import { type ApertiumEngine, createApertiumEngine } from './engine.js';
import type { ApertiumOptions } from './options.js';
import { createFakeModes, type FakeModes } from './testing/fake-modes.js';

const patient = () => new AbortController().signal;

describe('a pipeline that breaks', () => {
  let modes: FakeModes;
  let engine: ApertiumEngine;

  const start = async (options: Partial<ApertiumOptions> = {}): Promise<void> => {
    engine = createApertiumEngine(
      { log: silentLogger },
      {
        dataDirectory: modes.dataDirectory,
        messageTimeoutMs: 10_000,
        stopGraceMs: 100,
        ...options,
      },
    );
    await engine.start();
  };

  const translate = async (
    texts: readonly string[],
    { target = 'es', signal = patient() } = {},
  ): Promise<readonly string[]> => {
    const units = texts.map((text) => ({ text, protectedSpans: [] }));
    const results = await engine.translateBatch(
      { source: 'en', target, modelType: 'latency_optimized', units },
      { signal },
    );
    return results.map((result) => result.text);
  };

  const codeOf = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'resolved',
      (error: unknown) => (isAppError(error) ? error.code : String(error)),
    );

  const numbered = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `${index} one`);
  const upperCase = (texts: readonly string[]): readonly string[] =>
    texts.map((text) => text.toUpperCase());

  beforeEach(async () => {
    modes = await createFakeModes();
  });

  afterEach(async () => {
    await engine.stop();
    await rm(modes.dataDirectory, { recursive: true, force: true, maxRetries: 10 });
  });

  it('leaves only the word that kills a stage untranslated, and every other unit whole', async () => {
    await start();
    const texts = [...numbered(20), '7 the deadly word here', ...numbered(20)];
    expect(await translate(texts)).toEqual([
      ...upperCase(numbered(20)),
      '7 THE deadly WORD HERE',
      ...upperCase(numbered(20)),
    ]);
  });

  it('takes an empty record for a breakdown, never for a translation or for the next one', async () => {
    await start();
    expect(await translate(['1 one', '2 hollow two', '3 three'])).toEqual([
      '1 ONE',
      '2 hollow TWO',
      '3 THREE',
    ]);
  });

  it('does not wait for ever for a stage that hangs', async () => {
    await start({ messageTimeoutMs: 700 });
    expect(await translate(['1 one', '2 hanging', '3 three'])).toEqual([
      '1 ONE',
      '2 hanging',
      '3 THREE',
    ]);
  });

  it('tries the message at fault once more by itself before it cuts it', async () => {
    await start();
    await translate(['1 one', 'deadly', '3 three']);
    const attempts = (await modes.seen()).filter((record) => record.includes('deadly'));
    expect(attempts).toHaveLength(2);
  });

  it('carries on translating around placeholders that the engine loses', async () => {
    await start();
    const text = '1 losing {x}\n{y} words';
    const results = await engine.translateBatch(
      {
        source: 'en',
        target: 'es',
        modelType: 'latency_optimized',
        units: [protect(text)],
      },
      { signal: patient() },
    );
    expect(results).toEqual([
      {
        text: '1 LOSING {x}\n{y} WORDS',
        spans: [
          { start: 9, end: 12, span: 0 },
          { start: 13, end: 16, span: 1 },
        ],
      },
    ]);
  });

  it('gives up on a pipeline that does not start, and does not try again at once', async () => {
    await start();
    expect(await codeOf(translate(['1 one'], { target: 'ca' }))).toBe('engine_failed');
    expect(await modes.starts()).toBe(2);
    expect(await codeOf(translate(['1 one'], { target: 'ca' }))).toBe('engine_failed');
    expect(await modes.starts()).toBe(2);
    expect(engine.health().state).toBe('degraded');
    expect(engine.health().notes.join()).toContain('eng-cat does not start');
    expect(await translate(['1 one'])).toEqual(['1 ONE']);
  });

  it('is more patient with a pipeline that has worked before', async () => {
    await start();
    await translate(['0 warm']);
    await modes.refuseStarts(4);
    expect(await translate(['1 deadly', '2 two'])).toEqual(['1 deadly', '2 TWO']);
    expect(engine.health().notes).toEqual([]);
  });

  it('gives up where there is no shell to run a pipeline', async () => {
    await start();
    const scanned = engine.pairs();
    await engine.stop();
    await start({ programPath: '/nowhere' });
    expect(scanned.length).toBeGreaterThan(0);
    expect(engine.pairs()).toEqual([]);
    expect(engine.health().notes.join()).toContain('apertium-wblank-mode');
  });

  it('serves a short batch in turn with a long one', async () => {
    await start({ maxInFlightMessages: 1 });
    const long = translate(numbered(50));
    const short = translate(['99 short']);
    await Promise.all([long, short]);
    const order = (await modes.seen()).findIndex((record) => record.includes('short'));
    expect(order).toBeLessThanOrEqual(3);
  });

  it('does not send what nobody waits for any more', async () => {
    await start({ maxInFlightMessages: 1 });
    await translate(['0 warm']);
    const controller = new AbortController();
    const reason = new Error('gone');
    const abandoned = translate(numbered(50), { signal: controller.signal }).catch(
      (error: unknown) => error,
    );
    controller.abort(reason);
    expect(await abandoned).toBe(reason);
    expect(await translate(['7 next'])).toEqual(['7 NEXT']);
    expect((await modes.seen()).length).toBeLessThanOrEqual(4);
  });

  it('keeps to the deadline while a stage hangs', async () => {
    await start();
    const deadline = new AbortController();
    setTimeout(() => deadline.abort(new AppError('deadline_exceeded')), 300);
    const late = translate(['1 hanging'], { signal: deadline.signal });
    expect(await codeOf(late)).toBe('deadline_exceeded');
  });

  it('refuses work beyond its queue', async () => {
    await start({ maxQueuedMessages: 5 });
    expect(await codeOf(translate(numbered(50)))).toBe('too_many_requests');
    expect(await translate(['1 one'])).toEqual(['1 ONE']);
  });

  it('refuses a pipeline that would not fit into the memory cap', async () => {
    await start({ maxMemoryBytes: 1_000_000 });
    expect(await codeOf(translate(['1 one']))).toBe('engine_failed');
    expect(engine.health().notes.join()).toContain('needs');
    expect(await modes.starts()).toBe(0);
  });

  it('runs a pipeline beyond the cap by itself where that is allowed', async () => {
    await start({ maxMemoryBytes: 1_000_000, mayExceedAlone: true });
    expect(await translate(['1 one'])).toEqual(['1 ONE']);
    expect(await translate(['2 two'], { target: 'it' })).toEqual(['2 TWO']);
    await expect.poll(modes.ends, { timeout: 20_000 }).toBe(1);
  });

  it('gives an idle pipeline up where another needs its memory', async () => {
    // Room for what two are thought to take, but found to take it is room for one only.
    await start({ maxMemoryBytes: 150_000_000 });
    await translate(['1 one'], { target: 'it' });
    expect(await translate(['2 two'], { target: 'fr' })).toEqual(['2 TWO']);
    await expect.poll(modes.ends, { timeout: 20_000 }).toBe(1);
    expect(await translate(['3 three'], { target: 'it' })).toEqual(['3 THREE']);
  });

  it('refuses a second pipeline while the first is busy and fills the memory', async () => {
    await start({ maxMemoryBytes: 10 * 1024 * 1024, memoryWaitMs: 100 });
    const busy = translate(['1 hanging']).catch(() => {});
    expect(await codeOf(translate(['2 two'], { target: 'it' }))).toBe('too_many_requests');
    await engine.stop();
    await busy;
  });

  it('stops an idle pipeline and starts it again when needed', async () => {
    await start({ idleStopMs: 20 });
    await translate(['1 one']);
    expect(await modes.starts()).toBe(1);
    await expect.poll(modes.ends, { timeout: 10_000 }).toBe(1);
    expect(await translate(['2 two'])).toEqual(['2 TWO']);
    expect(await modes.starts()).toBe(2);
  });
});
