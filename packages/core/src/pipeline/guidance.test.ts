import { parseTranslateBody } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { type SegmentCache, silentMeter } from '../dependencies.js';
import { createDetector } from '../detection/detector.js';
import type { Engine, EngineBatch, EngineCapabilities } from '../engine.js';
import { createRouter } from '../routing/router.js';
import type { Style } from '../style/plan-style.js';
import { resolveLocally } from './request.js';
import { createTranslator } from './translator.js';

const detector = await createDetector();

/** An engine that gives its texts back, and remembers how it was asked to word them. */
const echo = (
  id: string,
  pairNames: readonly string[],
  can: Partial<EngineCapabilities> = {},
): { readonly engine: Engine; readonly batches: EngineBatch[] } => {
  const batches: EngineBatch[] = [];
  const pairs = pairNames.map((name) => {
    const [source = '', target = ''] = name.split('>');
    return { source, target, modelTypes: ['latency_optimized'] as const };
  });
  const engine: Engine = {
    id,
    capabilities: { maxCharacters: 100, formality: false, keepsForeignWords: true, ...can },
    start: async () => {},
    pairs: () => pairs,
    async translateBatch(batch) {
      batches.push(batch);
      return batch.units.map(({ text, protectedSpans }) => ({
        text,
        spans: protectedSpans.map(({ start, end }, span) => ({ start, end, span })),
      }));
    },
    health: () => ({ state: 'ready', notes: [] }),
    stop: async () => {},
  };
  return { engine, batches };
};

const translatorOver = (...engines: readonly Engine[]) => {
  const entries = new Map<string, string>();
  const cache: SegmentCache = {
    get: (key) => entries.get(key),
    set: (key, value) => void entries.set(key, value),
  };
  const router = createRouter(engines, { maxPivots: 1, scores: new Map() });
  const parts = { router, detector, cache, meter: silentMeter, installHint: () => '' };
  const translator = createTranslator(parts);
  return async (text: string, options: object = {}, style?: Style) => {
    const body = parseTranslateBody(
      { text, source_lang: 'EN', target_lang: 'DE', ...options },
      { maxTexts: 1 },
    );
    const request = resolveLocally(body, style ? { style } : {}, parts);
    return (await translator.translate(request, new AbortController().signal))[0]?.text;
  };
};

const style = (given: Partial<Style>): Style => ({
  language: 'de',
  configuredRules: {},
  instructions: [],
  ...given,
});

const ALL = { formality: true, context: true, instructions: true } as const;
const custom_instructions = ['Be short.'];

describe('the guidance of a request', () => {
  it('is told to an engine that can use it, with the rules of the style that no program applies', async () => {
    const { engine, batches } = echo('clever', ['en>de'], ALL);
    const translate = translatorOver(engine);
    await translate(
      'A word.',
      { context: 'A letter.', formality: 'less', custom_instructions },
      style({
        configuredRules: { punctuation: { ellipsis: 'use_three_periods', serial_comma: 'use' } },
        instructions: [
          { prompt: 'Be kind.' },
          { prompt: 'Never.', sourceLanguage: 'fr' },
          { prompt: 'Be brave.', sourceLanguage: 'en' },
        ],
      }),
    );
    expect(batches.map(({ guidance }) => guidance)).toEqual([
      {
        context: 'A letter.',
        formality: 'less',
        instructions: ['Serial comma: use.', 'Be kind.', 'Be brave.', 'Be short.'],
      },
    ]);
  });

  it('is not told to an engine that cannot use it', async () => {
    const { engine, batches } = echo('simple', ['en>de']);
    await translatorOver(engine)('A word.', { context: 'A letter.', formality: 'prefer_more' });
    expect(batches[0]).not.toHaveProperty('guidance');
  });

  it('goes to the engine that can do what is needed, even if it is not the first', async () => {
    const simple = echo('simple', ['en>de']);
    const clever = echo('clever', ['en>de'], ALL);
    const translate = translatorOver(simple.engine, clever.engine);
    await translate('One word.');
    await translate('One word.', { custom_instructions });
    await translate('One word.', { formality: 'more' });
    await translate('One word.', { formality: 'prefer_more', context: 'A letter.' });
    expect(simple.batches).toHaveLength(1);
    expect(clever.batches.map(({ guidance }) => guidance)).toEqual([
      { instructions: custom_instructions },
      { formality: 'more' },
    ]);
  });

  it('is told to each leg of a route as far as it is about its languages', async () => {
    const first = echo('first', ['en>fr'], ALL);
    const last = echo('last', ['fr>de'], ALL);
    const translate = translatorOver(first.engine, last.engine);
    await translate('A word.', { context: 'A letter.', formality: 'more', custom_instructions });
    expect(first.batches[0]?.guidance).toEqual({ context: 'A letter.' });
    expect(last.batches[0]?.guidance).toEqual({
      formality: 'more',
      instructions: custom_instructions,
    });
  });

  it('is told to each leg of a route that repairs what a language model did not translate', async () => {
    const model = echo('model', ['en>de'], { ...ALL, isLanguageModel: true });
    const first = echo('first', ['en>fr'], ALL);
    const last = echo('last', ['fr>de'], ALL);
    const translate = translatorOver(model.engine, first.engine, last.engine);
    await translate('We live in a small town.', { context: 'A letter.', formality: 'more' });
    expect(model.batches[0]?.guidance).toEqual({ context: 'A letter.', formality: 'more' });
    expect(first.batches[0]?.guidance).toEqual({ context: 'A letter.' });
    expect(last.batches[0]?.guidance).toEqual({ formality: 'more' });
  });

  it('shares the cache with no other guidance', async () => {
    const { engine, batches } = echo('clever', ['en>de'], ALL);
    const translate = translatorOver(engine);
    for (const options of [{}, { context: 'A.' }, { context: 'B.' }, { formality: 'more' }, {}]) {
      await translate('A word.', options);
    }
    expect(batches).toHaveLength(4);
    const context = 'A long one. '.repeat(1000);
    await translate('A word.', { context });
    await translate('A word.', { context });
    expect(batches).toHaveLength(6);
  });

  it('applies the rules of a style that a program can, and leaves placeholders and tags alone', async () => {
    const translate = translatorOver(echo('simple', ['en>de']).engine);
    const rules = style({
      configuredRules: {
        punctuation: {
          ellipsis: 'use_ellipsis_character',
          quotation_mark: 'use_curly_quotation_marks',
        },
        numbers: { decimal_separator: 'use_comma_as_decimal_separator' },
      },
    });
    const text = 'It costs "1,234.50" in {a...} at https://a.de/1.5... and `3.5`.';
    expect(await translate(text, {}, rules)).toBe(
      'It costs „1.234,50“ in {a...} at https://a.de/1.5… and `3.5`.',
    );
    const markup = '<p title="a...">It "costs <b>3.5</b>"... <code>1.5...</code></p>';
    expect(await translate(markup, { tag_handling: 'html', ignore_tags: ['code'] }, rules)).toBe(
      '<p title="a...">It „costs <b>3,5</b>“… <code>1.5...</code></p>',
    );
  });

  it('puts the rules of a style last, after formatting', async () => {
    const translate = translatorOver(echo('simple', ['en>de']).engine);
    const rules = style({
      configuredRules: { punctuation: { ellipsis: 'use_ellipsis_character' } },
    });
    expect(await translate('Wait...', { preserve_formatting: true }, rules)).toBe('Wait…');
  });
});

describe('guidance that no engine can follow is refused, with the parameter and the reason', () => {
  const translate = translatorOver(
    echo('simple', ['en>de', 'fr>de', 'de>fr']).engine,
    echo('clever', ['fr>de'], ALL).engine,
  );

  it.each([
    [
      { custom_instructions },
      undefined,
      'custom_instructions',
      /An instruction needs.*follows inst/,
    ],
    [{}, { instructions: [{ prompt: 'x' }] }, 'style_id', /Its custom instruction needs/],
    [
      {},
      { configuredRules: { punctuation: { serial_comma: 'use' } } },
      'style_id',
      /'Serial comma: use'/,
    ],
    [
      {},
      { configuredRules: { style_and_tone: { formality: 'use_formal_tone' } } },
      'style_id',
      /Its formality needs/,
    ],
    [{ formality: 'more' }, undefined, 'formality', /from English \(EN\) into German \(DE\)/],
    [
      { target_lang: 'fr', source_lang: 'de', custom_instructions },
      undefined,
      'custom_instructions',
      /none is installed that translates into French/,
    ],
  ])('%j %j', async (options, given, parameter, message) => {
    await expect(translate('A word.', options, given && style(given))).rejects.toMatchObject({
      code: 'invalid_parameter',
      parameter,
      message: expect.stringMatching(message),
    });
  });

  it('but not where the request says how formal it is to be', async () => {
    const formal = style({
      configuredRules: { style_and_tone: { formality: 'use_formal_tone' } },
    });
    expect(await translate('A word.', { formality: 'prefer_less' }, formal)).toBe('A word.');
  });
});
