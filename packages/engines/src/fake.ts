import { setTimeout } from 'node:timers/promises';
import { AppError } from '@dragoman/contract';
import type {
  Engine,
  EngineHealth,
  EnginePair,
  PlacedSpan,
  TranslatedUnit,
  TranslationUnit,
} from '@dragoman/core';

/** How the fake engine behaves; everything has a default. */
interface FakeEngineOptions {
  /** @default en to es and es to en, as the latency model */
  readonly pairs?: readonly EnginePair[];
  /** `echo` returns the text, `upper` in capitals outside protected spans. @default 'echo' */
  readonly transform?: 'echo' | 'upper';
  /** Time a batch takes, in milliseconds. @default 0 */
  readonly delayMs?: number;
  /** A batch with a unit that contains this text fails with `engine_failed`. */
  readonly failOn?: string;
}

const defaultPairs: readonly EnginePair[] = [
  { source: 'en', target: 'es', modelTypes: ['latency_optimized'] },
  { source: 'es', target: 'en', modelTypes: ['latency_optimized'] },
];

/**
 * An engine without a model: deterministic answers for tests, demonstrations and load tests, where
 * the cost of translating must not drown what is measured.
 */
export const createFakeEngine = (options: FakeEngineOptions = {}): Engine => {
  const pairs = options.pairs ?? defaultPairs;
  let state: EngineHealth['state'] = 'starting';

  const translate = ({ text, protectedSpans }: TranslationUnit): TranslatedUnit => {
    const change = (part: string): string =>
      options.transform === 'upper' ? part.toUpperCase() : part;
    const spans: PlacedSpan[] = [];
    let result = '';
    let position = 0;
    for (const [span, { start, end }] of protectedSpans.entries()) {
      result += change(text.slice(position, start));
      spans.push({ start: result.length, end: result.length + end - start, span });
      result += text.slice(start, end);
      position = end;
    }
    return { text: result + change(text.slice(position)), spans };
  };

  return {
    id: 'fake',
    capabilities: { maxCharacters: 10_000, formality: false },
    async start() {
      state = 'ready';
    },
    pairs: () => pairs,
    async translateBatch(batch, { signal }): Promise<readonly TranslatedUnit[]> {
      signal.throwIfAborted();
      if (state !== 'ready') throw new AppError('unavailable');
      if (!pairs.some((pair) => pair.source === batch.source && pair.target === batch.target)) {
        throw new AppError('pair_not_installed');
      }
      const { failOn } = options;
      if (failOn !== undefined && batch.units.some((unit) => unit.text.includes(failOn))) {
        throw new AppError('engine_failed');
      }
      await setTimeout(options.delayMs ?? 0, undefined, { signal }).catch(() =>
        signal.throwIfAborted(),
      );
      return batch.units.map(translate);
    },
    health: () => ({ state, notes: [] }),
    async stop() {
      state = 'stopped';
    },
  };
};
