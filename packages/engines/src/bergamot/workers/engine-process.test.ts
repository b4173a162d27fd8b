import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { startEngineProcess } from './engine-process.js';

it('an engine process lets the server go first', async () => {
  const engineProcess = startEngineProcess({ kernels: { kind: 'fallback', reason: '' } });
  try {
    await engineProcess.ready;
    expect(getPriority(engineProcess.pid ?? 0)).toBeGreaterThan(getPriority());
  } finally {
    await engineProcess.end();
  }
});
