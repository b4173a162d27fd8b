import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type EngineProcess, startEngineProcess } from './engine-process.js';
import type { EngineStart, ProcessAnswer } from './protocol.js';

const START: EngineStart = { mode: 'auto', threadCount: 1, rowsPerThread: 8 };

/** Starts a process, and waits until it is ready or has ended. */
const start = async (
  change: Partial<EngineStart>,
): Promise<{ process: EngineProcess; first: ProcessAnswer | string }> => {
  let settle: (first: ProcessAnswer | string) => void = () => {};
  const first = new Promise<ProcessAnswer | string>((resolve) => {
    settle = resolve;
  });
  const started = startEngineProcess({ ...START, ...change }, { onAnswer: settle, onEnd: settle });
  return { process: started, first: await first };
};

describe('an engine process', () => {
  it('lets the server go first', async () => {
    const { process } = await start({});
    expect(getPriority(process.pid ?? 0)).toBeGreaterThan(getPriority());
    await process.end();
  });

  it('runs WebAssembly where the native engine is not to be tried, and says why', async () => {
    const { process, first } = await start({ refusal: 'it broke before' });
    expect(first).toMatchObject({
      type: 'ready',
      choice: { kind: 'wasm', reason: expect.stringContaining('native: it broke before') },
    });
    await process.end();
  });

  it('fails where the only build that it may use is not to be tried', async () => {
    const { process, first } = await start({ mode: 'native', refusal: 'it broke before' });
    expect(first).toContain('it broke before');
    await process.end();
  });
});
