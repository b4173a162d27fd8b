import { engineConformanceCases } from '@dragoman/core/engine/conformance';
import { describe, expect, it } from 'vitest';
import { createFakeEngine } from './fake.js';

describe('the fake engine keeps the promises of every engine', () => {
  const cases = engineConformanceCases({
    create: () => createFakeEngine(),
    source: 'en',
    target: 'es',
    sentence: (number) => `The house has ${number} windows.`,
  });
  for (const { name, run } of cases) it(name, run);
});

describe('the fake engine', () => {
  const options = () => ({
    signal: new AbortController().signal,
  });

  it('puts text in capitals outside protected spans', async () => {
    const engine = createFakeEngine({ transform: 'upper' });
    await engine.start();
    const text = 'open {name} now';
    const units = [{ text, protectedSpans: [{ start: 5, end: 11, kind: 'placeholder' as const }] }];
    const [unit] = await engine.translateBatch(
      { source: 'en', target: 'es', modelType: 'latency_optimized', units },
      options(),
    );
    expect(unit).toEqual({ text: 'OPEN {name} NOW', spans: [{ start: 5, end: 11, span: 0 }] });
  });

  it('fails on the text it was told to fail on', async () => {
    const engine = createFakeEngine({ failOn: 'boom' });
    await engine.start();
    const units = [{ text: 'a boom b', protectedSpans: [] }];
    await expect(
      engine.translateBatch(
        { source: 'en', target: 'es', modelType: 'latency_optimized', units },
        options(),
      ),
    ).rejects.toMatchObject({ code: 'engine_failed' });
  });
});
