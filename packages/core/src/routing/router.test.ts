import { describe, expect, it } from 'vitest';
import type { Engine, EnginePair, ModelType } from '../engine.js';
import { createRouter, fallbackRoute } from './router.js';

const pair = (name: string, ...modelTypes: ModelType[]): EnginePair => {
  const [source = '', target = ''] = name.split('>');
  return { source, target, modelTypes: modelTypes.length ? modelTypes : ['latency_optimized'] };
};

const engineWith = (id: string, pairs: () => readonly EnginePair[]): Engine => ({
  id,
  capabilities: { maxCharacters: 1, formality: false },
  start: async () => {},
  pairs,
  translateBatch: async () => [],
  health: () => ({ state: 'ready', notes: [] }),
  stop: async () => {},
});

const routerOf = (
  pairs: readonly EnginePair[],
  { maxPivots = 1, scores = {} as Record<string, number> } = {},
) =>
  createRouter([engineWith('rules', () => pairs)], {
    maxPivots,
    scores: new Map(Object.entries(scores)),
  });

const latency = 'latency_optimized';
const quality = 'quality_optimized';

describe('the router', () => {
  it('takes the direct pair although a pivot scores better', () => {
    const router = routerOf([pair('en>es'), pair('en>ca'), pair('ca>es')], {
      scores: { 'rules:en>es': 10, 'rules:en>ca rules:ca>es': 90 },
    });
    expect(router.route('en', ['es'], latency)?.id).toBe('rules:en>es');
  });

  it('chooses the pivot by the measured score of the whole route', () => {
    const pairs = [pair('en>ca'), pair('ca>fr'), pair('en>es'), pair('es>fr')];
    const measured = (ca: number, es: number) =>
      routerOf(pairs, {
        scores: { 'rules:en>ca rules:ca>fr': ca, 'rules:en>es rules:es>fr': es },
      }).route('en', ['fr'], latency)?.legs[0]?.target;
    expect(measured(48, 44)).toBe('ca');
    expect(measured(44, 48)).toBe('es');
  });

  it('lists all routes, the best first, whatever their number of legs', () => {
    const router = routerOf([pair('en>es'), pair('en>ca'), pair('ca>es'), pair('en>fr')], {
      scores: { 'rules:en>es': 40, 'rules:en>ca rules:ca>es': 50 },
    });
    expect(router.routes('en', ['es'], latency).map(({ id }) => id)).toEqual([
      'rules:en>ca rules:ca>es',
      'rules:en>es',
    ]);
    expect(router.routes('fr', ['es'], latency)).toEqual([]);
  });

  it('estimates a route nobody measured from its legs', () => {
    const pairs = [pair('en>ca'), pair('ca>fr'), pair('en>es'), pair('es>fr')];
    const router = routerOf(pairs, { scores: { 'rules:en>es': 60, 'rules:es>fr': 60 } });
    expect(router.route('en', ['fr'], latency)?.legs[0]?.target).toBe('es');
  });

  it('goes through no more languages than allowed', () => {
    const pairs = [pair('a>b'), pair('b>c'), pair('c>d')];
    const legs = (maxPivots: number) =>
      routerOf(pairs, { maxPivots }).route('a', ['d'], latency)?.legs.length;
    expect([legs(0), legs(1), legs(2)]).toEqual([undefined, undefined, 3]);
  });

  it('prefers the kind of model asked for and settles for the other', () => {
    const router = routerOf([pair('en>es', latency, quality), pair('en>ca', latency)]);
    expect(router.route('en', ['es'], quality)?.modelType).toBe(quality);
    expect(router.route('en', ['es'], latency)?.modelType).toBe(latency);
    expect(router.route('en', ['ca'], quality)?.modelType).toBe(latency);
  });

  it('calls a pivot quality-optimized only where every leg is', () => {
    const router = routerOf([pair('a>b', quality), pair('b>c', latency), pair('b>d', quality)]);
    expect(router.route('a', ['c'], quality)?.modelType).toBe(latency);
    expect(router.route('a', ['d'], quality)?.modelType).toBe(quality);
  });

  it('takes the model of the variant where there is one, else the base language', () => {
    const both = routerOf([pair('es>pt'), pair('es>pt-BR')]);
    expect(both.route('es', ['pt-BR', 'pt'], latency)?.legs[0]?.target).toBe('pt-BR');
    const baseOnly = routerOf([pair('es>pt')]);
    expect(baseOnly.route('es', ['pt-BR', 'pt'], latency)?.legs[0]?.target).toBe('pt');
    expect(baseOnly.route('es', ['pt-BR'], latency)).toBeUndefined();
  });

  it('does not take a worse model for the variant of another engine', () => {
    const rules = engineWith('rules', () => [pair('fr>en'), pair('fr>en-US')]);
    const neural = engineWith('neural', () => [{ ...pair('fr>en'), origin: 'starter', chrf: 50 }]);
    const scores = new Map([
      ['rules:fr>en', 49],
      ['rules:fr>en-US', 47],
    ]);
    const best = (engines: readonly Engine[]) =>
      createRouter(engines, { maxPivots: 1, scores }).route('fr', ['en-US', 'en'], latency);
    expect(best([rules, neural])?.legs[0]?.engine).toBe(neural);
    expect(best([rules])?.legs[0]?.target).toBe('en-US');
  });

  it('notices what was installed while it runs', () => {
    let pairs: readonly EnginePair[] = [pair('en>es')];
    const router = createRouter([engineWith('rules', () => pairs)], {
      maxPivots: 1,
      scores: new Map(),
    });
    expect(router.route('en', ['fr'], latency)).toBeUndefined();
    pairs = [...pairs, pair('es>fr')];
    expect(router.route('en', ['fr'], latency)?.id).toBe('rules:en>es rules:es>fr');
    expect([...router.sources()]).toEqual(['en', 'es']);
    expect([...router.targets()]).toEqual(['es', 'fr']);
  });

  it('takes a model the operator installed before anything else, whatever the kind or score', () => {
    const router = createRouter(
      [
        engineWith('rules', () => [pair('en>es')]),
        engineWith('neural', () => [{ ...pair('en>es', quality), origin: 'installed' }]),
      ],
      { maxPivots: 0, scores: new Map([['rules:en>es', 90]]) },
    );
    expect(router.route('en', ['es'], latency)?.id).toBe('neural:en>es');
  });

  it('takes a starter model only where its score is better, even than a pivot', () => {
    const routeOfStarter = (chrf: number) =>
      createRouter(
        [
          engineWith('neural', () => [
            { ...pair('en>es'), origin: 'starter', chrf },
            { ...pair('en>fr'), origin: 'starter', chrf },
          ]),
          engineWith('rules', () => [pair('en>es'), pair('es>fr')]),
        ],
        {
          maxPivots: 1,
          scores: new Map([
            ['rules:en>es', 45],
            ['rules:en>es rules:es>fr', 42],
          ]),
        },
      );
    const ids = (chrf: number) =>
      [['es'], ['fr']].map((target) => routeOfStarter(chrf).route('en', target, latency)?.id);
    expect(ids(40)).toEqual(['rules:en>es', 'rules:en>es rules:es>fr']);
    expect(ids(44)).toEqual(['rules:en>es', 'neural:en>fr']);
    expect(ids(50)).toEqual(['neural:en>es', 'neural:en>fr']);
  });

  it('knows which languages only starter models serve', () => {
    const router = createRouter(
      [
        engineWith('neural', () => [
          { ...pair('en>de'), origin: 'starter' },
          { ...pair('de>en'), origin: 'starter' },
          { ...pair('en>es'), origin: 'starter' },
        ]),
        engineWith('rules', () => [pair('en>es')]),
      ],
      { maxPivots: 0, scores: new Map() },
    );
    expect([...router.starterSources()]).toEqual(['de']);
    expect([...router.starterTargets()]).toEqual(['de', 'en']);
  });

  it('knows which languages only rules serve, and what was measured of a route', () => {
    const rules = engineWith('rules', () => [pair('en>es'), pair('en>ca')]);
    const router = createRouter(
      [
        { ...rules, capabilities: { ...rules.capabilities, isRuleBased: true } },
        engineWith('neural', () => [pair('en>es'), pair('de>en')]),
      ],
      { maxPivots: 1, scores: new Map([['rules:en>ca', 51]]) },
    );
    expect([...router.ruleBasedTargets()]).toEqual(['ca']);
    expect([...router.ruleBasedSources()]).toEqual([]);
    const scoreOf = (source: string, target: string) => {
      const route = router.route(source, [target], latency);
      return route && router.measuredScore(route);
    };
    expect(scoreOf('en', 'ca')).toBe(51);
    expect(scoreOf('en', 'es')).toBeUndefined();
    expect(scoreOf('de', 'ca')).toBeUndefined();
  });

  describe('with a language model', () => {
    const model = engineWith('model', () => [
      pair('en>es', quality),
      pair('en>pt', quality),
      pair('en>fr', quality),
    ]);
    const languageModel = {
      ...model,
      capabilities: { ...model.capabilities, isLanguageModel: true },
    };
    const small = engineWith('small', () => [
      { ...pair('en>es'), origin: 'installed' },
      { ...pair('es>fr'), origin: 'installed' },
    ]);
    const router = createRouter([small, languageModel], { maxPivots: 1, scores: new Map() });
    const chosen = (target: string, preferred: ModelType) =>
      router.route('en', [target], preferred)?.id;

    it('takes it for quality, and a faster route, even a pivot, for speed', () => {
      expect(chosen('es', quality)).toBe('model:en>es');
      expect(chosen('es', latency)).toBe('small:en>es');
      expect(chosen('fr', quality)).toBe('model:en>fr');
      expect(chosen('fr', latency)).toBe('small:en>es small:es>fr');
      expect(chosen('pt', latency)).toBe('model:en>pt');
    });

    it('takes what the operator measured to be better, where quality is wanted', () => {
      const scores = new Map([
        ['small:en>es', 61],
        ['model:en>es', 58],
      ]);
      const measured = createRouter([small, languageModel], {
        maxPivots: 1,
        scores,
        evaluated: scores,
      });
      expect(measured.route('en', ['es'], quality)?.id).toBe('small:en>es');
      expect(measured.route('en', ['es'], latency)?.id).toBe('small:en>es');
    });

    it('takes a pivot that the operator measured to be better, where quality is wanted', () => {
      const pivot = 'small:en>es small:es>fr';
      const chosenWith = (scores: ReadonlyMap<string, number>, preferred: ModelType) =>
        createRouter([small, languageModel], { maxPivots: 1, scores, evaluated: scores }).route(
          'en',
          ['fr'],
          preferred,
        )?.id;
      const better = new Map([
        [pivot, 57],
        ['model:en>fr', 52],
      ]);
      expect(chosenWith(better, quality)).toBe(pivot);
      expect(chosenWith(better, latency)).toBe(pivot);
      const worse = new Map([...better, [pivot, 51]] as const);
      expect(chosenWith(worse, quality)).toBe('model:en>fr');
      expect(chosenWith(worse, latency)).toBe(pivot);
      expect(chosenWith(new Map([['small:en>es', 70]]), quality)).toBe('model:en>fr');
    });

    it('takes the engine that the operator chose for the pair', () => {
      const preferredEngines = new Map([
        ['en>es', 'model'],
        ['en>fr', 'small'],
      ]);
      const options = { maxPivots: 1, scores: new Map(), preferredEngines };
      const own = createRouter([small, languageModel], options);
      expect(own.route('en', ['es'], latency)?.id).toBe('model:en>es');
      expect(own.route('en', ['fr'], quality)?.id).toBe('model:en>fr');
      expect(own.route('en', ['es-419', 'es'], latency)?.id).toBe('model:en>es');
    });

    it('names the variant that it is to write', () => {
      expect(router.route('en', ['pt-BR', 'pt'], quality)?.legs).toMatchObject([
        { target: 'pt', variant: 'pt-BR' },
      ]);
      expect(router.route('en', ['pt'], quality)?.legs[0]).not.toHaveProperty('variant');
    });

    it('does not repair with it what was to be fast', () => {
      const [fast] = router.route('en', ['es'], latency)?.legs ?? [];
      const [good] = router.route('en', ['es'], quality)?.legs ?? [];
      expect(fast && router.alternatives(fast)).toEqual([]);
      expect(good && router.alternatives(good).map(({ engine }) => engine.id)).toEqual(['small']);
    });

    it('falls back to other engines, and to each route once', () => {
      const query = { source: 'en', targets: ['es'], preferred: quality, needs: [] } as const;
      const first = router.route('en', ['es'], quality);
      const second = first && fallbackRoute(router, query, [first]);
      expect(second?.id).toBe('small:en>es');
      expect(first && second && fallbackRoute(router, query, [first, second])).toBeUndefined();
    });
  });

  it('prefers the engine named first between equal routes', () => {
    const router = createRouter(
      ['first', 'second'].map((id) => engineWith(id, () => onePair)),
      { maxPivots: 0, scores: new Map() },
    );
    expect(router.route('en', ['es'], latency)?.legs[0]?.engine.id).toBe('first');
  });
});

const onePair = [pair('en>es')];
