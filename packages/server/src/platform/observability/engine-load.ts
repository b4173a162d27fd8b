import type { Engine, EngineLoad } from '@dragoman/core';
import { Gauge, type Registry } from 'prom-client';

const GAUGES: readonly (readonly [
  what: keyof Omit<EngineLoad, 'loadedPairs'>,
  name: string,
  help: string,
])[] = [
  ['workers', 'dragoman_engine_workers', 'Processes or pipelines of an engine that are running.'],
  ['models', 'dragoman_engine_models', 'Models in memory, counted once per process or pipeline.'],
  ['memoryBytes', 'dragoman_engine_memory_bytes', 'Memory of the processes or pipelines.'],
  ['queued', 'dragoman_engine_queued_sentences', 'Sentences that wait for an engine.'],
  [
    'restarts',
    'dragoman_engine_restarts',
    'Processes or pipelines that broke and were replaced since the start.',
  ],
];

/** Adds what the engines have to do, and what they use. */
export const watchLoad = (
  registers: Registry[],
  engines: () => readonly Pick<Engine, 'id' | 'health'>[],
): void => {
  for (const [what, name, help] of GAUGES) {
    new Gauge({
      name,
      help,
      labelNames: ['engine'],
      registers,
      collect() {
        this.reset();
        for (const engine of engines()) {
          const { load } = engine.health();
          if (load) this.set({ engine: engine.id }, load[what]);
        }
      },
    });
  }
  new Gauge({
    name: 'dragoman_engine_pair_loaded',
    help: 'Always 1: the pair is ready at once, because its model is in memory.',
    labelNames: ['engine', 'pair'],
    registers,
    collect() {
      this.reset();
      for (const engine of engines()) {
        for (const pair of engine.health().load?.loadedPairs ?? []) {
          this.set({ engine: engine.id, pair }, 1);
        }
      }
    },
  });
};
