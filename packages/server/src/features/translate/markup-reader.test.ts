import { AppError, parseTranslateBody, type TranslateBody } from '@dragoman/contract';
import {
  createDetector,
  createRouter,
  createTermMatcher,
  createTranslator,
  type Engine,
  resolveLocally,
  silentLogger,
  silentMeter,
  type TermMatcher,
  type TranslatedText,
  type TranslatorDependencies,
} from '@dragoman/core';
import { createFakeEngine } from '@dragoman/engines/fake';
import { afterAll, describe, expect, it } from 'vitest';
import { createMarkupReader } from './markup-reader.js';

const detector = await createDetector();
const reader = createMarkupReader({ log: silentLogger, meter: silentMeter });
afterAll(() => reader.stop());

/** The pipeline over an engine, reading large texts here or in a thread of their own. */
const translatorsOver = async (engine: Engine) => {
  await engine.start();
  const dependencies = {
    router: createRouter([engine], { maxPivots: 1, scores: new Map() }),
    detector,
    cache: { get: () => undefined, set: () => {} },
    meter: silentMeter,
    installHint: () => '',
  };
  const translateWith = (parts: TranslatorDependencies) => ({
    translate: async (
      body: TranslateBody,
      signal = new AbortController().signal,
      terms?: TermMatcher,
    ): Promise<readonly TranslatedText[]> =>
      createTranslator(parts).translate(
        resolveLocally(body, { ...(terms && { terms }) }, parts),
        signal,
      ),
  });
  return {
    here: translateWith(dependencies),
    there: translateWith({ ...dependencies, markupReader: reader }),
  };
};

const parse = (body: object) =>
  parseTranslateBody({ target_lang: 'ES', tag_handling: 'html', ...body }, { maxTexts: 50 });

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
    { source_lang: 'EN', preserve_formatting: true, split_sentences: '1' },
  ])('gives the same result in a thread of its own: %j', async (options) => {
    const { here, there } = await translatorsOver(createFakeEngine({ transform: 'upper' }));
    const body = parse({
      text: [PAGE, 'A <b>small</b> text.', PAGE.replaceAll('house', 'dog')],
      ...options,
    });
    const result = await there.translate(body);
    expect(result).toEqual(await here.translate(body));
    expect(result[0]?.text).toContain('<b>');
  });

  it('gives the same result as XML, and the same error where it is malformed', async () => {
    const { here, there } = await translatorsOver(createFakeEngine({ transform: 'upper' }));
    const text = `<doc>${'<par>The <b>house</b> is big.</par>\n'.repeat(400)}</doc>`;
    const options = { source_lang: 'EN', tag_handling: 'xml', tag_handling_version: 'v2' };
    const body = parse({ text: [text], ...options });
    expect(await there.translate(body)).toEqual(await here.translate(body));
    const broken = parse({ text: ['<p>The house</p>', `${text}</doc>`], ...options });
    const problem = await here.translate(broken).catch((error: unknown) => error);
    expect(problem).toMatchObject({ code: 'invalid_parameter', parameter: 'text' });
    await expect(there.translate(broken)).rejects.toThrow((problem as AppError).message);
  });

  it.each([
    { source_lang: 'EN' },
    {},
    { source_lang: 'EN', split_sentences: 'nonewlines' },
    { source_lang: 'EN', split_sentences: '0', preserve_formatting: true },
  ])(
    'gives the same result without markup, with the places of its sentences: %j',
    async (options) => {
      const { here, there } = await translatorsOver(createFakeEngine({ transform: 'upper' }));
      const text = 'The house is big. It’s 42!\n\n- {name} isn&#39;t   here\n42\n'.repeat(300);
      const body = parse({
        text: [text, 'A small one.', '7'],
        tag_handling: undefined,
        ...options,
      });
      const result = await there.translate(body);
      expect(result).toEqual(await here.translate(body));
      expect(result[0]?.pairs?.length).toBeGreaterThan(0);
    },
  );

  it('gives the same result with the terms of a glossary', async () => {
    const { here, there } = await translatorsOver(createFakeEngine({ transform: 'upper' }));
    const terms = createTermMatcher(
      [
        [
          { source: 'house', target: 'Hogar' },
          { source: 'Yahoo! Mail', target: 'Correo' },
          { source: 'iPlan', target: 'Plan' },
        ],
      ],
      { source: 'en', target: 'es' },
    );
    const text = `${PAGE}<p>Open Yahoo! Mail and iPlan now.</p>`;
    const body = parse({ text: [text], source_lang: 'EN' });
    const { signal } = new AbortController();
    const result = await there.translate(body, signal, terms);
    expect(result).toEqual(await here.translate(body, signal, terms));
    expect(result[0]?.text).toContain('<b>THE Hogar</b>');
    expect(result[0]?.text).toContain('OPEN Correo AND Plan NOW.');
  });

  it('asks for every sentence once, and for none without words', async () => {
    const fake = createFakeEngine({ transform: 'upper' });
    const texts: string[] = [];
    const noting: Engine = {
      ...fake,
      pairs: () => fake.pairs(),
      translateBatch: (batch, options) => {
        texts.push(...batch.units.map(({ text }) => text));
        return fake.translateBatch(batch, options);
      },
    };
    const { there } = await translatorsOver(noting);
    await there.translate(parse({ text: [table(300)], source_lang: 'EN' }));
    expect(texts.toSorted()).toEqual(['<x1>The house</x1> is big.', 'One', 'two']);
  });

  it('is given up as a whole when a part of it fails or its caller leaves', async () => {
    const fake = createFakeEngine({ transform: 'upper' });
    const failing: Engine = {
      ...fake,
      pairs: () => fake.pairs(),
      translateBatch: () => Promise.reject(new AppError('engine_failed')),
    };
    const { there } = await translatorsOver(failing);
    const body = parse({ text: [PAGE], source_lang: 'EN' });
    await expect(there.translate(body)).rejects.toMatchObject({ code: 'engine_failed' });
    const leaving = new AbortController();
    const left = there.translate(body, leaving.signal);
    leaving.abort(new AppError('client_closed'));
    await expect(left).rejects.toMatchObject({ code: 'client_closed' });
  });

  it('is refused when its thread ends, and the next one is translated', async () => {
    const { here, there } = await translatorsOver(createFakeEngine({ transform: 'upper' }));
    const body = parse({ text: [PAGE], source_lang: 'EN' });
    const lost = there.translate(body);
    await reader.stop();
    await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
    expect(await there.translate(body)).toEqual(await here.translate(body));
  });
});
