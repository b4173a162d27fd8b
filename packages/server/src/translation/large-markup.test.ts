import { AppError, parseTranslateBody } from '@dragoman/contract';
import {
  createDetector,
  createRouter,
  createTranslator,
  type Engine,
  silentMeter,
  type Translator,
} from '@dragoman/core';
import { createFakeEngine } from '@dragoman/engines/fake';
import { describe, expect, it } from 'vitest';
import { createSlicedTranslator } from './large-markup.js';

const detector = await createDetector();

const translatorOver = async (engine: Engine): Promise<Translator> => {
  await engine.start();
  return createTranslator({
    router: createRouter([engine], { maxPivots: 1, scores: new Map() }),
    detector,
    cache: { get: () => undefined, set: () => {} },
    meter: silentMeter,
    installHint: () => '',
  });
};

const parse = (body: object) =>
  parseTranslateBody({ target_lang: 'ES', tag_handling: 'html', ...body }, { maxTexts: 50 });
const call = () => ({ signal: new AbortController().signal });

const row = (index: number) =>
  `<tr><td>${index}</td><td><b>The house</b> is big.</td><td>One<br>two</td></tr>`;
const table = (rows: number) =>
  `<table>${Array.from({ length: rows }, (_, n) => row(n)).join('\n')}</table>`;
const PAGE = `<!DOCTYPE html><html><head><title>The title</title><script>if (a < b) f();</script></head>
<body><h1>The <i>first</i> heading</h1>${table(300)}<p>The end. It is near.</p></body></html>`;

describe('a large text with markup', () => {
  it.each([
    { source_lang: 'EN' },
    {},
    { source_lang: 'EN', outline_detection: false },
    { source_lang: 'EN', ignore_tags: ['b'], splitting_tags: ['td'] },
    { source_lang: 'EN', tag_handling_version: 'v2' },
  ])('gives the same result in slices as in one piece: %j', async (options) => {
    const translator = await translatorOver(createFakeEngine({ transform: 'upper' }));
    const body = parse({
      text: [PAGE, 'A <b>small</b> text.', PAGE.replaceAll('house', 'dog')],
      ...options,
    });
    const whole = await translator.translate(body, call());
    expect(await createSlicedTranslator(translator).translate(body, call())).toEqual(whole);
    expect(whole[0]?.text).toContain('<b>');
  });

  it('gives the same result as XML', async () => {
    const translator = await translatorOver(createFakeEngine({ transform: 'upper' }));
    const text = `<doc>${'<par>The <b>house</b> is big.</par>\n'.repeat(400)}</doc>`;
    for (const tag_handling_version of ['v1', 'v2']) {
      const options = { source_lang: 'EN', tag_handling: 'xml', tag_handling_version };
      const body = parse({ text: [text], ...options });
      const whole = await translator.translate(body, call());
      expect(await createSlicedTranslator(translator).translate(body, call())).toEqual(whole);
      const broken = parse({ text: [`${text}</doc>`], ...options, tag_handling_version: 'v2' });
      await expect(createSlicedTranslator(translator).translate(broken, call())).rejects.toThrow(
        AppError,
      );
    }
  });

  it('lets other work of the thread run in between', async () => {
    const sliced = createSlicedTranslator(
      await translatorOver(createFakeEngine({ transform: 'upper' })),
    );
    let turns = 0;
    let isDone = false;
    const countTurns = (): void => {
      turns++;
      if (!isDone) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    const pages = [1, 2, 3].map(() =>
      sliced.translate(parse({ text: [PAGE], source_lang: 'EN' }), call()),
    );
    await Promise.all(pages);
    isDone = true;
    // One turn for each portion of 4000 characters, and not one for all requests together.
    expect(turns).toBeGreaterThan((3 * PAGE.length) / 4000);
  });

  it('is given up as a whole when a part of it fails or its caller leaves', async () => {
    const fake = createFakeEngine({ transform: 'upper' });
    let batches = 0;
    const failing: Engine = {
      ...fake,
      pairs: () => fake.pairs(),
      translateBatch: async () => {
        batches++;
        throw new AppError('engine_failed');
      },
    };
    const sliced = createSlicedTranslator(await translatorOver(failing));
    const body = parse({ text: [PAGE], source_lang: 'EN' });
    await expect(sliced.translate(body, call())).rejects.toMatchObject({ code: 'engine_failed' });
    expect(batches).toBeGreaterThan(0);
    const leaving = new AbortController();
    const left = sliced.translate(body, { signal: leaving.signal });
    leaving.abort(new AppError('client_closed'));
    await expect(left).rejects.toMatchObject({ code: 'client_closed' });
  });
});
