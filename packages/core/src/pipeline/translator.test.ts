import { AppError, parseTranslateBody } from '@dragoman/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type SegmentCache, silentMeter } from '../dependencies.js';
import { createDetector } from '../detection/detector.js';
import type { Engine, EngineBatch, EnginePair, TranslationUnit } from '../engine.js';
import { createRouter } from '../routing/router.js';
import { createTermMatcher } from '../terms/term-matcher.js';
import { type Customizations, resolveLocally } from './request.js';
import { createTranslator } from './translator.js';

const detector = await createDetector();

/** A translation that says where it has the spans of its unit, those in order. */
const placed = ({ text: source, protectedSpans }: TranslationUnit, text: string) => {
  let position = 0;
  const spans = protectedSpans.flatMap(({ start, end }, span) => {
    const at = text.indexOf(source.slice(start, end), position);
    if (at < 0) return [];
    position = at + end - start;
    return [{ start: at, end: position, span }];
  });
  return { text, spans };
};

/** An engine that answers `<target>(text)` unless told otherwise, and remembers what it was asked. */
const recordingEngine = (
  pairNames: readonly string[],
  answer: (text: string, batch: EngineBatch) => string = (text, batch) =>
    `${batch.target}(${text})`,
) => {
  const batches: EngineBatch[] = [];
  const pairs = pairNames.map((name): EnginePair => {
    const [source = '', target = ''] = name.split('>');
    return { source, target, modelTypes: ['latency_optimized'] };
  });
  const engine: Engine = {
    id: 'test',
    capabilities: { maxCharacters: 60, formality: false },
    start: async () => {},
    pairs: () => pairs,
    async translateBatch(batch) {
      batches.push(batch);
      return batch.units.map((unit) => placed(unit, answer(unit.text, batch)));
    },
    health: () => ({ state: 'ready', notes: [] }),
    stop: async () => {},
  };
  return { engine, batches };
};

const mapCache = (): SegmentCache => {
  const entries = new Map<string, string>();
  return { get: (key) => entries.get(key), set: (key, value) => void entries.set(key, value) };
};

const translatorOver = (engine: Engine, cache: SegmentCache = mapCache()) => {
  const router = createRouter([engine], { maxPivots: 1, scores: new Map() });
  const installHint = () => 'Ask the operator.';
  const translator = createTranslator({ router, detector, cache, meter: silentMeter, installHint });
  return async (
    text: string | string[],
    target_lang: string,
    options: object = {},
    own: Pick<Customizations, 'terms' | 'deadline'> = {},
  ) =>
    translator.translate(
      resolveLocally(parseTranslateBody({ text, target_lang, ...options }, { maxTexts: 50 }), own, {
        router,
        installHint,
      }),
      new AbortController().signal,
    );
};

const english = { source_lang: 'EN' };
const textsOf = (answers: readonly { text: string }[]) => answers.map((answer) => answer.text);

it('writes Swiss German without ß, with the model of German', async () => {
  const { engine, batches } = recordingEngine(['en>de'], () => 'Straße');
  const translate = translatorOver(engine);
  const [swiss] = await translate('Street', 'DE-CH', { source_lang: 'EN' });
  const [german] = await translate('Street', 'DE', { source_lang: 'EN' });
  expect([swiss?.text, german?.text]).toEqual(['Strasse', 'Straße']);
  expect(batches.map(({ target }) => target)).toEqual(['de']);
});

describe('the translation of texts', () => {
  it('goes sentence by sentence and comes back with its spacing', async () => {
    const { engine, batches } = recordingEngine(['en>es']);
    const answers = await translatorOver(engine)(' One thing.  Two\nThree. ', 'ES', english);
    expect(textsOf(answers)).toEqual([' es(One thing.)  es(Two)\nes(Three.) ']);
    expect(batches.flatMap((batch) => batch.units)).toHaveLength(3);
  });

  it('takes another route where the engine withdraws the pair with its failure', async () => {
    const sound = recordingEngine(['en>es']).engine;
    let pairs = sound.pairs();
    const failing: Engine = {
      ...sound,
      pairs: () => pairs,
      translateBatch: async () => {
        pairs = [];
        throw new AppError('engine_failed');
      },
    };
    const router = createRouter([failing, sound], { maxPivots: 1, scores: new Map() });
    const installHint = () => '';
    const ports = { router, detector, cache: mapCache(), meter: silentMeter, installHint };
    const body = parseTranslateBody({ text: 'One.', target_lang: 'ES' }, { maxTexts: 1 });
    const { signal } = new AbortController();
    const request = resolveLocally({ ...body, ...english }, {}, ports);
    const translator = createTranslator(ports);
    expect(textsOf(await translator.translate(request, signal))).toEqual(['es(One.)']);
    const alone = createRouter([failing], { maxPivots: 1, scores: new Map() });
    pairs = sound.pairs();
    await expect(
      createTranslator({ ...ports, router: alone, cache: mapCache() }).translate(request, signal),
    ).rejects.toMatchObject({ code: 'engine_failed' });
  });

  it('asks no engine that failed for the portions of a request that come later', async () => {
    const sound = recordingEngine(['en>es']).engine;
    let asked = 0;
    const failing: Engine = {
      ...sound,
      id: 'failing',
      translateBatch: async () => {
        asked += 1;
        throw new AppError('engine_failed');
      },
    };
    const counted: object[] = [];
    const meter: typeof silentMeter = {
      ...silentMeter,
      count: (name, labels) => {
        if (name === 'fallbacks') counted.push(labels);
      },
    };
    const router = createRouter([failing, sound], { maxPivots: 1, scores: new Map() });
    const ports = { router, detector, cache: mapCache(), meter, installHint: () => '' };
    const count = 100;
    const text = Array.from({ length: count }, (_, index) => `${'word '.repeat(1000)}${index}.`);
    const body = parseTranslateBody({ text, target_lang: 'ES' }, { maxTexts: count });
    const { signal } = new AbortController();
    const request = resolveLocally({ ...body, ...english, split_sentences: '0' }, {}, ports);
    expect(await createTranslator(ports).translate(request, signal)).toHaveLength(count);
    // The first portions are begun before the engine says that it fails.
    expect(asked).toBeLessThan(count / 4);
    expect(counted).toEqual([{ engine: 'failing', pair: 'en-es' }]);
  });

  it('leaves a text whole when told not to split', async () => {
    const { engine } = recordingEngine(['en>es']);
    const options = { ...english, split_sentences: '0' };
    const answers = await translatorOver(engine)('One. Two.\nThree.', 'ES', options);
    expect(textsOf(answers)).toEqual(['es(One. Two.\nThree.)']);
  });

  it('never sends a unit longer than the engine takes', async () => {
    const { engine, batches } = recordingEngine(['en>es']);
    await translatorOver(engine)('word '.repeat(100), 'ES', { ...english, split_sentences: '0' });
    const lengths = batches.flatMap((batch) => batch.units.map((unit) => unit.text.length));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(60);
  });

  it('asks an engine for all sentences of a request at once', async () => {
    const { engine, batches } = recordingEngine(['en>es']);
    await translatorOver(engine)(['a b', 'c d', 'e f', 'g h', 'i j'], 'ES', english);
    expect(batches.map((batch) => batch.units.length)).toEqual([5]);
  });

  it('asks for a repeated sentence once, and never again while it is in the cache', async () => {
    const { engine, batches } = recordingEngine(['en>es']);
    const translate = translatorOver(engine);
    const answers = await translate(['Same thing.', 'Same thing.'], 'ES', english);
    expect(textsOf(answers)).toEqual(['es(Same thing.)', 'es(Same thing.)']);
    await translate('Same thing.', 'ES', english);
    expect(batches.flatMap((batch) => batch.units)).toHaveLength(1);
  });

  it('asks again once the model behind the pair is another one', async () => {
    const first = recordingEngine(['en>es']);
    let revision = 'a';
    let pairs: readonly EnginePair[] = [];
    const engine: Engine = {
      ...first.engine,
      pairs: () => {
        if (pairs[0]?.revision !== revision) {
          pairs = first.engine.pairs().map((pair) => ({ ...pair, revision }));
        }
        return pairs;
      },
    };
    const translate = translatorOver(engine);
    for (const next of ['a', 'a', 'b']) {
      revision = next;
      await translate('Same thing.', 'ES', english);
    }
    expect(first.batches).toHaveLength(2);
  });

  it('leaves alone what has nothing to translate', async () => {
    const { engine, batches } = recordingEngine(['en>es']);
    const texts = ['', '  \n', '123 + 456 = 579', '{name}', 'https://example.org/path'];
    expect(textsOf(await translatorOver(engine)(texts, 'ES', english))).toEqual(texts);
    expect(batches).toEqual([]);
  });

  it('goes through a language in between and keeps protected pieces on both legs', async () => {
    const { engine, batches } = recordingEngine(['en>ca', 'ca>fr']);
    const answers = await translatorOver(engine)('Open {name} now', 'FR', english);
    expect(textsOf(answers)).toEqual(['fr(ca(Open {name} now))']);
    const kept = batches.map(({ units: [unit] }) =>
      unit?.protectedSpans.map(({ start, end }) => unit.text.slice(start, end)),
    );
    expect(kept).toEqual([['{name}'], ['{name}']]);
  });

  it('goes piece by piece when the engine damages what must be kept', async () => {
    const { engine } = recordingEngine(['en>es'], (text) =>
      text.replace('{name}', '').toUpperCase(),
    );
    const answers = await translatorOver(engine)('Open {name} now, {name}!', 'ES', english);
    expect(textsOf(answers)).toEqual(['OPEN {name} NOW, {name}!']);
  });

  it('leaves a sentence as it was rather than answer with nothing', async () => {
    const { engine } = recordingEngine(['en>es'], () => '');
    expect(textsOf(await translatorOver(engine)('It', 'ES', english))).toEqual(['It']);
  });

  it('keeps the order of texts in different languages', async () => {
    const { engine } = recordingEngine(['en>ca', 'es>ca', 'fr>ca']);
    const texts = [
      'The children are playing in the garden.',
      'Los niños están jugando en el jardín.',
      'Les enfants jouent dans le jardin de la maison.',
      'My sister lives in a small house.',
    ];
    const answers = await translatorOver(engine)(texts, 'CA');
    expect(answers.map((answer) => answer.source)).toEqual(['en', 'es', 'fr', 'en']);
    expect(textsOf(answers)).toEqual(texts.map((text) => `ca(${text})`));
  });

  it('returns a text that is in the target language already, in any variant, unchanged', async () => {
    const { engine, batches } = recordingEngine(['es>en', 'en>es']);
    const [answer] = await translatorOver(engine)('The colour of the house.', 'en-US', english);
    expect(answer).toMatchObject({ text: 'The colour of the house.', source: 'en' });
    expect(batches).toEqual([]);
  });

  it('returns a text that is plainly in the target language unchanged, whatever its source is said to be', async () => {
    const { engine, batches } = recordingEngine(['en>es', 'es>en']);
    const spanish = 'Los niños están jugando en el jardín de la casa de su abuela.';
    const english = 'The children are playing in the garden of the house.';
    const options = { source_lang: 'EN' };
    const answers = await translatorOver(engine)([spanish, english, 'Los niños'], 'ES', options);
    expect(textsOf(answers)).toEqual([spanish, `es(${english})`, 'es(Los niños)']);
    expect(answers.map((answer) => answer.source)).toEqual(['en', 'en', 'en']);
    expect(batches.flatMap((batch) => batch.units)).toHaveLength(2);
  });

  it('bills code points of the source, translated or not', async () => {
    const { engine } = recordingEngine(['en>es']);
    const answers = await translatorOver(engine)(['año 😀', '', '12'], 'ES', english);
    expect(answers.map((answer) => answer.billedCharacters)).toEqual([5, 0, 2]);
  });
});

describe('a pair whose model failed', () => {
  const { engine } = recordingEngine(['en>es', 'fr>en']);
  const translate = translatorOver({
    ...engine,
    failedPairs: () => [{ source: 'pl', target: 'de' }],
  });

  it.each([
    ['de', { source_lang: 'en' }],
    ['es', { source_lang: 'pl' }],
  ])('is not said to be missing: %s %j', async (target, options) => {
    await expect(translate('One.', target, options)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 10,
      message: expect.stringContaining('failed and is tried again soon'),
    });
  });
});

describe('the terms of a glossary', () => {
  const withTerms = (...pairs: readonly (readonly [source: string, target: string])[]) => ({
    terms: createTermMatcher([pairs.map(([source, target]) => ({ source, target }))], {
      source: 'en',
      target: 'es',
    }),
  });

  it('do not make a translation too large to send', async () => {
    const { engine } = recordingEngine(['en>es']);
    const terms = withTerms(['house', 'casa '.repeat(200)]);
    const translate = translatorOver(engine);
    const [short] = await translate('The house.', 'ES', english, terms);
    expect(short?.text.length).toBeGreaterThan(900);
    await expect(translate('The house. '.repeat(2500), 'ES', english, terms)).rejects.toMatchObject(
      { code: 'invalid_parameter', parameter: 'text' },
    );
  });

  it('are in the translation, whatever the engine makes of them', async () => {
    const { engine } = recordingEngine(['en>es'], (text) => text.replaceAll('e', 'ë'));
    const terms = withTerms(['house', 'hogar'], ['garden', 'vergel']);
    const answers = await translatorOver(engine)('The house, the garden.', 'ES', english, terms);
    expect(textsOf(answers)).toEqual(['Thë hogar, thë vergel.']);
  });

  it('that are a whole text or line need no engine', async () => {
    const { engine, batches } = recordingEngine(['en>es']);
    const terms = withTerms(['Save all', 'Guardar todo'], ['Gift', 'Regalo']);
    const texts = ['Save all', '  Gift!\nSave all\n', '<b>Gift</b>'];
    const options = { ...english, tag_handling: 'xml' };
    const answers = await translatorOver(engine)(texts, 'ES', options, terms);
    expect(textsOf(answers)).toEqual([
      'Guardar todo',
      '  Regalo!\nGuardar todo\n',
      '<b>Regalo</b>',
    ]);
    expect(batches).toEqual([]);
  });

  it('are one sentence, also where a sentence could seem to end in them', async () => {
    const { engine } = recordingEngine(['en>es']);
    const terms = withTerms(['Yahoo! Mail', 'Correo Yahoo'], ['No. 1 Ltd', 'Primera SL']);
    const texts = [
      'Open Yahoo! Mail now. Then call No. 1 Ltd.',
      '<p>Open Yahoo! <b>Mail</b> now.</p>',
    ];
    const html = { ...english, tag_handling: 'html' };
    const plain = await translatorOver(engine)(texts[0] ?? '', 'ES', english, terms);
    const marked = await translatorOver(engine)(texts[1] ?? '', 'ES', html, terms);
    expect(textsOf(plain)).toEqual(['es(Open Correo Yahoo now.) es(Then call Primera SL.)']);
    expect(textsOf(marked)).toEqual(['<p>es(Open <b>Correo Yahoo</b> now.)</p>']);
  });

  it('end where a line ends', async () => {
    const { engine } = recordingEngine(['en>es']);
    const terms = withTerms(['Yahoo! Mail', 'Correo Yahoo']);
    const ask = async (options: object) =>
      textsOf(await translatorOver(engine)('Open Yahoo!\nMail now.', 'ES', options, terms));
    expect(await ask(english)).toEqual(['es(Open Yahoo!)\nes(Mail now.)']);
  });

  it('are not looked for in what is protected', async () => {
    const { engine } = recordingEngine(['en>es'], (text) => text);
    const terms = withTerms(['house', 'hogar'], ['www', 'red'], ['example', 'ejemplo']);
    const ask = async (text: string, options: object = {}) =>
      textsOf(await translatorOver(engine)(text, 'ES', { ...english, ...options }, terms))[0];
    for (const span of [
      '{house}',
      '%(house)s',
      '{{ house }}',
      'https://house.example/house?house=1',
      'www.house.example',
      'house@house.example',
      '`house`',
    ]) {
      expect(await ask(`See ${span} at my house.`)).toBe(`See ${span} at my hogar.`);
    }
    const xml = { tag_handling: 'xml', ignore_tags: 'x' };
    expect(await ask('<p>The <x>house</x> is a house.</p>', xml)).toBe(
      '<p>The <x>house</x> is a hogar.</p>',
    );
    const html = { tag_handling: 'html' };
    expect(
      await ask(
        '<p title="house"><code>house</code> is <i translate="no">house</i>, a house.</p>',
        html,
      ),
    ).toBe('<p title="house"><code>house</code> is <i translate="no">house</i>, a hogar.</p>');
  });

  it('share the cache with nobody else, but sentences without one do', async () => {
    const { engine, batches } = recordingEngine(['en>es']);
    const translate = translatorOver(engine);
    const ask = async (terms: object) =>
      textsOf(await translate(['My house.', 'A tree.'], 'ES', english, terms));
    expect(await ask({})).toEqual(['es(My house.)', 'es(A tree.)']);
    expect(await ask(withTerms(['house', 'hogar']))).toEqual(['es(My hogar.)', 'es(A tree.)']);
    expect(await ask(withTerms(['house', 'casita']))).toEqual(['es(My casita.)', 'es(A tree.)']);
    expect(batches.flatMap(({ units }) => units.map(({ text }) => text))).toEqual([
      'My house.',
      'A tree.',
      expect.stringMatching(/house/),
      'My hogar.',
      'My casita.',
    ]);
  });
});

describe('what cannot be served is refused, naming the parameter', () => {
  const { engine } = recordingEngine(['en>es', 'es>en', 'fr>oc']);
  const translate = translatorOver(engine);

  it.each([
    ['xx', {}, 'invalid_parameter', 'target_lang'],
    ['es', { source_lang: 'EN-GB' }, 'invalid_parameter', 'source_lang'],
    ['es', { source_lang: 'xx' }, 'invalid_parameter', 'source_lang'],
    ['de', {}, 'language_not_installed', 'target_lang'],
    ['zh-Hant', {}, 'language_not_installed', 'target_lang'],
    ['es', { source_lang: 'de' }, 'language_not_installed', 'source_lang'],
    ['es', { source_lang: 'fr' }, 'pair_not_installed', 'target_lang'],
    ['es', { formality: 'less' }, 'invalid_parameter', 'formality'],
    ['es', { style_id: 'x' }, 'invalid_parameter', 'style_id'],
    [
      'es',
      { tag_handling: 'xml', tag_handling_version: 'v2', text: '<b>' },
      'invalid_parameter',
      'text',
    ],
    ['es', { source_lang: 'en', glossary_id: 'x' }, 'invalid_parameter', 'glossary_id'],
  ])('%s %j: %s', async (target, options, code, parameter) => {
    await expect(translate('A house', target, options)).rejects.toMatchObject({ code, parameter });
  });

  it.each([
    ['es', { source_lang: 'fr' }, 'pair_not_installed'],
    ['es', english, undefined],
    ['en', english, undefined],
    ['es', {}, undefined],
  ])('a route is required before there is a text: %s %j', (target, options, code) => {
    const router = createRouter([engine], { maxPivots: 1, scores: new Map() });
    const parts = {
      router,
      detector,
      cache: mapCache(),
      meter: silentMeter,
      installHint: () => '',
    };
    const body = parseTranslateBody(
      { text: 'x', target_lang: target, ...options },
      { maxTexts: 50 },
    );
    const required = () => createTranslator(parts).requireRoute(resolveLocally(body, {}, parts));
    if (code === undefined) expect(required).not.toThrow();
    else expect(required).toThrow(expect.objectContaining({ code }));
  });

  it('a detected language without a route says which text it was', async () => {
    const texts = ['My sister lives in a small house.', 'Les enfants jouent dans le jardin.'];
    await expect(translate(texts, 'ES')).rejects.toMatchObject({
      code: 'pair_not_installed',
      message:
        "Text 2 of 2 looks like French (FR), which no installed engine translates into Spanish (ES). If it is in another language, name that in 'source_lang'.",
    });
  });

  it('what is best effort is done silently or not at all', async () => {
    const options = { ...english, formality: 'prefer_less', context: 'a hint' };
    expect(textsOf(await translate('A house', 'es', options))).toEqual(['es(A house)']);
  });
});

describe('translations that are all defective', () => {
  /** An engine that goes round in circles, whatever it is asked; and what it was asked, in characters. */
  const goingRound = () => {
    const { engine, batches } = recordingEngine(['en>de'], () => 'la la la la la');
    const patient: Engine = { ...engine, capabilities: { maxCharacters: 1000, formality: false } };
    const asked = () =>
      batches.flatMap(({ units }) => units).reduce((sum, { text }) => sum + text.length, 0);
    return { translate: translatorOver(patient), asked };
  };
  const clauses = (count: number): string =>
    Array.from(
      { length: count },
      (_, index) => `the house ${index} of all, and then (as always) the other 34 ones`,
    ).join(', ');

  it('cost no more than three times what the text does, however long it is', async () => {
    const { translate, asked } = goingRound();
    const text = clauses(2000);
    await translate(text, 'DE', { source_lang: 'EN' });
    expect(asked()).toBeGreaterThan(2.5 * text.length);
    expect(asked()).toBeLessThan(3.2 * text.length);
  });

  it('are not repaired when the deadline is near', async () => {
    const { translate, asked } = goingRound();
    const text = clauses(3);
    const deadline = { expect: async () => ({ note() {}, end() {} }), isNear: () => true };
    await translate(text, 'DE', { source_lang: 'EN' }, { deadline });
    expect(asked()).toBe(text.length);
  });
});

it('a text that would not be translated in time is refused before an engine gets it', async () => {
  const { engine, batches } = recordingEngine(['en>de']);
  const expected: [string, number][] = [];
  const deadline = {
    isNear: () => false,
    expect: async (name: string, characters: number) => {
      expected.push([name, characters]);
      throw new AppError('unavailable');
    },
  };
  const refused = translatorOver(engine)(
    'A small house.',
    'DE',
    { source_lang: 'EN' },
    { deadline },
  );
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
  expect(expected).toEqual([['test latency_optimized', 14]]);
  expect(batches).toEqual([]);
});

it('thousands of tiny texts leave other work its turns', async () => {
  const { engine } = recordingEngine(['en>es']);
  let looked = 0;
  let most = 0;
  const router = createRouter([engine], { maxPivots: 1, scores: new Map() });
  const installHint = () => '';
  const counting: typeof detector = {
    ...detector,
    detect: (texts, candidates) => {
      looked += 1;
      most = Math.max(most, looked);
      return detector.detect(texts, candidates);
    },
  };
  const text = Array.from(
    { length: 2000 },
    (_, index) => `the house ${index} is green and has a garden`,
  );
  const body = parseTranslateBody(
    { text, target_lang: 'ES', ...english },
    { maxTexts: text.length },
  );
  const ports = { router, detector: counting, cache: mapCache(), meter: silentMeter, installHint };
  const immediate = { isOver: false };
  const everyTurn = (): void => {
    looked = 0;
    if (!immediate.isOver) setImmediate(everyTurn);
  };
  everyTurn();
  const answers = await createTranslator(ports).translate(
    resolveLocally(body, {}, ports),
    new AbortController().signal,
  );
  immediate.isOver = true;
  expect(textsOf(answers)).toEqual(text.map((one) => `es(${one})`));
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(200);
});

it('answers that come at once are looked at in turns, with others between them', async () => {
  const sentences = Array.from({ length: 1000 }, (_, index) => `The house has number ${index}.`);
  let [left, turn] = [sentences.length, 0];
  let answerAll = (): void => {};
  const allAsked = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  const { engine } = recordingEngine(['en>es']);
  const collecting: Engine = {
    ...engine,
    async translateBatch(batch, options) {
      left -= batch.units.length;
      if (left === 0) answerAll();
      await allAsked;
      return engine.translateBatch(batch, options);
    },
  };
  // A clock on which a look at an answer takes a turn.
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += 10;
    return nowMs;
  });
  onTestFinished(() => clock.mockRestore());
  // Each translation that was looked at goes into the cache.
  const ofTurn = new Map<number, number>();
  const cache: SegmentCache = {
    get: () => undefined,
    set: () => void ofTurn.set(turn, (ofTurn.get(turn) ?? 0) + 1),
  };
  let isDone = false;
  const work = translatorOver(collecting, cache)(sentences.join('\n'), 'ES', english);
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turn++;
  }
  expect((await done)[0]?.text).toMatch(/es\(The house has number 999\.\)$/);
  expect([...ofTurn.values()].reduce((sum, count) => sum + count)).toBe(1000);
  expect(Math.max(...ofTurn.values())).toBeLessThan(100);
});

describe('the branches of a message', () => {
  it('have the form of address that most of them have', async () => {
    const forms: Readonly<Record<string, string>> = { more: 'Ihre', less: 'Deine' };
    const own = ['Deine', 'Ihre', 'Ihre'];
    const texts = ['Your first card.', 'Your second card.', 'Your third card.'];
    const { engine } = recordingEngine(['en>de'], (text, { guidance }) => {
      const form = guidance?.formality;
      const word = form ? forms[form] : own[texts.indexOf(text)];
      return text.replace('Your', word ?? '');
    });
    const router = createRouter(
      [{ ...engine, capabilities: { maxCharacters: 60, formality: true } }],
      { maxPivots: 1, scores: new Map() },
    );
    const installHint = () => '';
    const { translate } = createTranslator({
      router,
      detector,
      cache: mapCache(),
      meter: silentMeter,
      installHint,
    });
    const body = { text: texts, source_lang: 'EN', target_lang: 'DE' };
    const request = resolveLocally(
      parseTranslateBody(body, { maxTexts: 50 }),
      {},
      {
        router,
        installHint,
      },
    );
    const { signal } = new AbortController();
    const wordsOf = async (messages?: readonly number[]) =>
      (await translate({ ...request, ...(messages && { messages }) }, signal)).map(
        ({ text }) => text.split(' ')[0],
      );
    expect(await wordsOf()).toEqual(own);
    expect(await wordsOf([0, 0, 0])).toEqual(['Ihre', 'Ihre', 'Ihre']);
    expect(await wordsOf([0, 1, 1])).toEqual(own);
  });
});
