import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALIGNMENT_PROBES } from '../alignment/trust.js';
import { TEST_MODELS } from '../testing/copy-model.js';
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

  it('goes on when a line is dropped and its model unloaded before it is half done', async () => {
    const answers: (ProcessAnswer | string)[] = [];
    let onAnswer = (): void => {};
    const take = (answer: ProcessAnswer | string): void => {
      answers.push(answer);
      onAnswer();
    };
    const untilThereAre = (count: number): Promise<void> =>
      new Promise((resolve) => {
        onAnswer = () => answers.length >= count && resolve();
        onAnswer();
      });
    const engineProcess = startEngineProcess(START, { onAnswer: take, onEnd: take });
    const folder = join(TEST_MODELS, 'copy-en-es');
    const { files } = JSON.parse(readFileSync(join(folder, 'metadata.json'), 'utf8'));
    const model = {
      modelPath: join(folder, files.model.name),
      vocabularyPaths: [join(folder, files.vocabulary.name)],
      shortlistPath: undefined,
      beamSize: 1,
      maxLengthFactor: 3,
      alignmentProbes: ALIGNMENT_PROBES,
    };
    const translate = (modelId: string, id: number): void => {
      const line = { id, text: `Number ${id} of the file.`, isAligned: true };
      engineProcess.send({ type: 'translate', modelId, lines: [line], isUrgent: false });
    };
    await untilThereAre(1);
    engineProcess.send({ type: 'load', model: { id: 'gone', ...model } });
    translate('gone', 1);
    engineProcess.send({ type: 'drop', ids: [1] });
    engineProcess.send({ type: 'unload', modelId: 'gone' });
    engineProcess.send({ type: 'load', model: { id: 'kept', ...model } });
    translate('kept', 2);
    await untilThereAre(4);
    expect(answers.slice(1)).toMatchObject([
      { type: 'loaded', modelId: 'gone' },
      { type: 'loaded', modelId: 'kept' },
      { type: 'translated', lines: [{ id: 2 }] },
    ]);
    await engineProcess.end();
  });
});
