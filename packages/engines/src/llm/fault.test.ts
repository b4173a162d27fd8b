import { isAppError } from '@dragoman/contract';
import { type Engine, type EngineBatch, silentLogger } from '@dragoman/core';
import { afterEach, describe, expect, it } from 'vitest';
import { createLanguageModelEngine } from './engine.js';
import type { LanguageModelOptions } from './options.js';
import {
  echo,
  type Reaction,
  type ReceivedCall,
  type ScriptedServer,
  startScriptedServer,
} from './testing/scripted-server.js';

type Script = (call: ReceivedCall, count: number) => Reaction | Promise<Reaction>;

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const engineAt = async (
  address: string,
  options: Partial<LanguageModelOptions> = {},
  key?: string,
): Promise<Engine> => {
  const engine = createLanguageModelEngine(
    { log: silentLogger },
    { name: 'test', address, model: 'scripted', key, pairs: [{ source: 'en', target: 'de' }] },
    { backoffMs: 1, recoveryMs: 20, startTimeoutMs: 60_000, timeoutMs: 60_000, ...options },
  );
  cleanups.push(() => engine.stop());
  await engine.start();
  return engine;
};

const setUp = async (
  script: Script,
  options: Partial<LanguageModelOptions> & { readonly scriptsTrials?: boolean } = {},
): Promise<{ readonly server: ScriptedServer; readonly engine: Engine }> => {
  const { scriptsTrials = false, ...others } = options;
  const server = await startScriptedServer(script, { scriptsTrials });
  cleanups.push(server.stop);
  return { server, engine: await engineAt(server.address, others) };
};

const batchOf = (...texts: readonly string[]): EngineBatch => ({
  source: 'en',
  target: 'de',
  modelType: 'quality_optimized',
  units: texts.map((text) => ({ text, protectedSpans: [] })),
});

const translate = async (
  engine: Engine,
  ...texts: readonly string[]
): Promise<readonly string[]> => {
  const signal = new AbortController().signal;
  return (await engine.translateBatch(batchOf(...texts), { signal })).map(({ text }) => text);
};

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'resolved',
    (error: unknown) => (isAppError(error) ? error.code : error),
  );

/** Fails at first, then works. */
const failing =
  (reaction: Reaction, times = 1): Script =>
  (call, count) =>
    count <= times ? reaction : echo(call);

describe('a call that fails', () => {
  it.each<[string, Reaction]>([
    ['a connection that breaks in the middle of a stream', 'half'],
    ['a stream that ends too early', 'early_end'],
    ['a 500', { status: 500 }],
    ['a 429 that says when to come back', { status: 429, headers: { 'retry-after': '0' } }],
    ['a 429 that does not', { status: 429 }],
    ['a 503', { status: 503 }],
    ['an answer that is no JSON', { says: 'Hallo! {"translations":' }],
    ['an answer of another form', { says: '{"translations":"Hallo"}' }],
    ['an empty answer', { says: '' }],
  ])('is made again: %s', async (_, reaction) => {
    const { server, engine } = await setUp(failing(reaction));
    expect(await translate(engine, 'One', 'Two')).toEqual(['One', 'Two']);
    expect(server.calls).toHaveLength(2);
  });

  it('is made again where the server says nothing', async () => {
    const { server, engine } = await setUp(failing('hang'), { silenceTimeoutMs: 200 });
    expect(await translate(engine, 'One')).toEqual(['One']);
    expect(server.calls).toHaveLength(2);
  });

  it('is made no more often than allowed, and is then a failure of the engine', async () => {
    const { server, engine } = await setUp(() => ({ status: 500 }), { maxAttempts: 3 });
    expect(await codeOf(translate(engine, 'One'))).toBe('engine_failed');
    expect(server.calls).toHaveLength(3);
  });

  it.each([400, 413, 422])(
    'is not made again where the server refuses it with %i',
    async (status) => {
      const { server, engine } = await setUp(() => ({ status }));
      expect(await codeOf(translate(engine, 'One'))).toBe('engine_failed');
      expect(server.calls).toHaveLength(1);
      expect(engine.pairs()).toHaveLength(1);
    },
  );

  it('does not wait for a server that wants to be left alone for long', async () => {
    const retryLater = { status: 429, headers: { 'retry-after': '3600' } };
    const { server, engine } = await setUp(() => retryLater);
    expect(await codeOf(translate(engine, 'One'))).toBe('engine_failed');
    expect(server.calls).toHaveLength(1);
  });

  it('fails for lack of time although the caller has more', async () => {
    const { engine } = await setUp(() => 'hang', { timeoutMs: 200 });
    expect(await codeOf(translate(engine, 'One'))).toBe('engine_failed');
  });

  it('does not follow a redirect', async () => {
    const other = await startScriptedServer(echo);
    cleanups.push(other.stop);
    const location = `${other.address}/chat/completions`;
    const { engine } = await setUp(() => ({ status: 307, headers: { location } }), {
      maxAttempts: 1,
    });
    expect(await codeOf(translate(engine, 'Secret'))).toBe('engine_failed');
    expect(other.calls).toEqual([]);
  });
});

describe('an answer that lacks something', () => {
  it('leaves the units that were not translated to a further call', async () => {
    const { server, engine } = await setUp((call, count) =>
      count === 1 ? { says: '{"translations":[{"id":2,"text":"Zwei"}]}' } : echo(call),
    );
    expect(await translate(engine, 'One', 'Two', 'Three')).toEqual(['One', 'Zwei', 'Three']);
    expect(server.calls[1]?.question.texts.map(({ text }) => text)).toEqual(['One', 'Three']);
  });

  it('is blank for a unit that is never translated', async () => {
    const { engine } = await setUp(() => ({ says: '{"translations":[{"id":1,"text":"Eins"}]}' }));
    expect(await translate(engine, 'One', 'Two', 'Three')).toEqual(['Eins', 'Eins', '']);
  });

  it('takes no text for an id that is there twice, or that nobody asked for', async () => {
    const says =
      '{"translations":[{"id":1,"text":"a"},{"id":1,"text":"b"},{"id":7,"text":"c"},{"id":2,"text":"Zwei"}]}';
    const { engine } = await setUp((call, count) => (count === 1 ? { says } : echo(call)));
    expect(await translate(engine, 'One', 'Two')).toEqual(['One', 'Zwei']);
  });

  it('asks in halves for what does not fit into one answer', async () => {
    const { server, engine } = await setUp((call) =>
      call.question.texts.length > 1 ? { says: '{"transl', finish: 'length' } : echo(call),
    );
    expect(await translate(engine, 'One', 'Two', 'Three')).toEqual(['One', 'Two', 'Three']);
    expect(server.calls.length).toBeGreaterThan(3);
  });

  it('breaks off an answer that never ends', async () => {
    const { engine } = await setUp(() => ({ says: 'Hallo '.repeat(20_000) }));
    expect(await translate(engine, 'One')).toEqual(['']);
  });

  it('reads an answer that is no stream, is fenced, or follows thoughts', async () => {
    const answers: readonly Reaction[] = [
      { whole: ['Eins'] },
      { says: '```json\n{"translations":[{"id":1,"text":"Eins"}]}\n```' },
      { says: '<think>Hm. {"a"}</think>\n{"translations":[{"id":1,"text":"Eins"}]}' },
    ];
    const { engine } = await setUp((_, count) => answers[count - 1] ?? { status: 400 });
    for (const _ of answers) expect(await translate(engine, 'One')).toEqual(['Eins']);
  });
});

describe('a caller who leaves', () => {
  it('ends the call', async () => {
    let arrived = (): void => {};
    const hasArrived = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { server, engine } = await setUp(() => {
      arrived();
      return 'hang';
    });
    const caller = new AbortController();
    const work = codeOf(engine.translateBatch(batchOf('One'), { signal: caller.signal }));
    await hasArrived;
    caller.abort('left');
    expect(await work).toBe('left');
    await expect.poll(server.abandoned, { timeout: 30_000 }).toBe(1);
  });

  it('ends the pause before a further call', async () => {
    let arrived = (): void => {};
    const hasArrived = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { server, engine } = await setUp(
      () => {
        arrived();
        return { status: 500 };
      },
      { backoffMs: 3_600_000 },
    );
    const caller = new AbortController();
    const work = codeOf(engine.translateBatch(batchOf('One'), { signal: caller.signal }));
    await hasArrived;
    caller.abort('left');
    expect(await work).toBe('left');
    expect(server.calls).toHaveLength(1);
  });
});

describe('calls at the same time', () => {
  it('are no more than allowed', async () => {
    let running = 0;
    let most = 0;
    const { engine } = await setUp(
      async (call) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return echo(call);
      },
      { maxConcurrency: 2, maxBatchTokens: 50 },
    );
    const texts = Array.from({ length: 20 }, (_, index) => `Sentence number ${index} of the text.`);
    const answers = await Promise.all(texts.map((text) => translate(engine, text)));
    expect(answers.flat()).toEqual(texts);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('hold about so many tokens', async () => {
    const { server, engine } = await setUp(echo, { maxBatchTokens: 60 });
    const texts = Array.from({ length: 9 }, (_, index) => `Sentence number ${index} of the text.`);
    expect(await translate(engine, ...texts)).toEqual(texts);
    expect(server.calls.length).toBeGreaterThan(2);
    expect(server.calls.length).toBeLessThan(9);
  });
});

describe('a server that is down', () => {
  it('is left alone after some failures, and used again when it works', async () => {
    let isDown = false;
    const { server, engine } = await setUp((call) => (isDown ? { status: 500 } : echo(call)), {
      maxAttempts: 1,
      failuresToOpen: 3,
      scriptsTrials: true,
    });
    expect(engine.health().state).toBe('ready');
    isDown = true;
    for (let count = 0; count < 3; count++) await codeOf(translate(engine, 'One'));
    expect(engine.pairs()).toEqual([]);
    expect(engine.failedPairs?.()).toHaveLength(1);
    expect(engine.health()).toMatchObject({ state: 'degraded', load: { restarts: 1 } });
    const texts = server.calls.flatMap(({ question }) => question.texts).map(({ text }) => text);
    expect(await codeOf(translate(engine, 'Two'))).toBe('engine_failed');
    expect(texts).not.toContain('Two');
    isDown = false;
    await expect.poll(() => engine.pairs().length, { timeout: 30_000 }).toBe(1);
    expect(await translate(engine, 'Two')).toEqual(['Two']);
  });

  it('is no reason not to start', async () => {
    const gone = await startScriptedServer(echo);
    await gone.stop();
    const engine = await engineAt(gone.address);
    expect(engine.pairs()).toEqual([]);
    expect(engine.health().notes.join()).toContain('no connection');
  });

  it.each([
    [401, 'refuses the key'],
    [404, 'no such model'],
  ])('with a %i is not asked again before a trial works', async (status, note) => {
    let isDown = false;
    const { server, engine } = await setUp((call) => (isDown ? { status } : echo(call)), {
      recoveryMs: 60_000,
      scriptsTrials: true,
    });
    isDown = true;
    await codeOf(translate(engine, 'One'));
    await codeOf(translate(engine, 'One'));
    expect(server.calls.filter(({ question }) => question.texts[0]?.text === 'One')).toHaveLength(
      1,
    );
    expect(engine.health().notes.join()).toContain(note);
  });
});

describe('the way a model is asked', () => {
  it('is found out at start', async () => {
    const { engine } = await setUp(
      (call) => (call.body.response_format ? { status: 400 } : echo(call)),
      { scriptsTrials: true },
    );
    expect(engine.health().details).toMatchObject({ protocol: 'delimiters' });
    expect(await translate(engine, 'One\ntwo', ' ', 'Three')).toEqual(['One\ntwo', ' ', 'Three']);
    const { engine: other } = await setUp(echo, { scriptsTrials: true });
    expect(other.health().details).toMatchObject({ protocol: 'json_schema' });
  });

  it('begins with the same words, whatever is translated', async () => {
    const { server, engine } = await setUp(echo);
    await translate(engine, 'One');
    await translate(engine, 'Two');
    const prefixes = server.calls.map(({ body }) => body.messages[0]?.content);
    expect(new Set(prefixes).size).toBe(1);
  });

  it('names the model and the key, and nothing else of this machine', async () => {
    const server = await startScriptedServer(echo);
    cleanups.push(server.stop);
    const engine = await engineAt(
      server.address,
      { parameters: { top_p: 0.5, max_tokens: null } },
      'sk-1',
    );
    await translate(engine, 'One');
    const [call] = server.calls;
    expect(call?.path).toBe('/v1/chat/completions');
    expect(call?.headers.authorization).toBe('Bearer sk-1');
    expect(call?.body).toMatchObject({ model: 'scripted', stream: true, top_p: 0.5 });
    expect(call?.body).not.toHaveProperty('max_tokens');
  });

  it('tells what the translation is to be worded like, and why one was refused', async () => {
    const { server, engine } = await setUp(echo);
    const guidance = {
      context: 'A letter.',
      formality: 'more',
      instructions: ['Short sentences.'],
    } as const;
    const rejected = [{ text: 'Sure!', defect: 'added_text' }];
    const signal = new AbortController().signal;
    await engine.translateBatch({ ...batchOf('A house.'), guidance, rejected }, { signal });
    expect(server.calls[0]?.question).toMatchObject({ ...guidance, from: 'English', to: 'German' });
    const [text] = server.calls[0]?.question.texts ?? [];
    expect(text).toMatchObject({ text: 'A house.', refused: 'Sure!' });
    expect(text?.problem).toContain('something that the text does not say');
  });

  it('is paid by the budget of the caller: what the server counts, or an estimate', async () => {
    let totalTokens: number | undefined = 321;
    const { engine } = await setUp((call) => ({
      translations: call.question.texts.map(({ text }) => text),
      ...(totalTokens !== undefined && { totalTokens }),
    }));
    const spent: number[] = [];
    const budget = { isSpent: () => false, spend: (tokens: number) => void spent.push(tokens) };
    const { signal } = new AbortController();
    await engine.translateBatch(batchOf('A house.'), { signal, budget });
    totalTokens = undefined;
    await engine.translateBatch(batchOf('A house.'), { signal, budget });
    expect(spent).toEqual([321, expect.any(Number)]);
    // Mostly those of the constant beginning, which has about 2,000 characters.
    expect(spent[1]).toBeGreaterThan(300);
    expect(spent[1]).toBeLessThan(2000);
  });

  it('is not asked again for a request whose budget is spent meanwhile', async () => {
    const { engine, server } = await setUp(
      (call) => ({ translations: call.question.texts.map(({ text }) => text), totalTokens: 100 }),
      { maxBatchTokens: 10, maxConcurrency: 1 },
    );
    let left = 150;
    const budget = {
      isSpent: () => left <= 0,
      spend: (tokens: number) => {
        left -= tokens;
      },
    };
    const { signal } = new AbortController();
    const texts = Array.from({ length: 10 }, (_, index) => `This is sentence number ${index}.`);
    const answer = engine.translateBatch(batchOf(...texts), { signal, budget });
    await expect(answer).rejects.toMatchObject({ code: 'engine_failed' });
    expect(server.calls).toHaveLength(2);
  });
});
