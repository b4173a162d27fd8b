import { type AlternativesQuestion, silentLogger } from '@dragoman/core';
import { expect, it } from 'vitest';
import { EngineWorker } from '../process/engine-worker.js';
import type { ProcessRequest } from '../process/protocol.js';
import { ModelQuestions } from './model-questions.js';

const question: AlternativesQuestion = { text: 'a', translation: 'b', count: 1 };

/** A process that never answers a question. */
const silentWorker = async () => {
  const requests: ProcessRequest[] = [];
  let answer: (message: { type: 'loaded'; modelId: string }) => void = () => {};
  const worker = new EngineWorker(
    (_, events) => {
      answer = events.onAnswer;
      return { pid: 1, send: (request) => void requests.push(request), end: async () => {} };
    },
    { mode: 'auto', threadCount: 1, rowsPerThread: 1 },
    { callTimeoutMs: 60_000, loadTimeoutMs: 60_000 },
    { onReady: () => {}, onProgress: () => {}, onLost: () => {} },
  );
  const model = { modelPath: '', vocabularyPaths: [], shortlistPath: undefined };
  const limits = { beamSize: 1, maxLengthFactor: 1, alignmentProbes: [] };
  const loading = worker.load({ id: 'model', ...model, ...limits }, 1);
  answer({ type: 'loaded', modelId: 'model' });
  await loading;
  return { worker, dropped: () => requests.filter(({ type }) => type === 'drop').length };
};

it('questions leave the process with those who asked, and others take their places', async () => {
  const { worker, dropped } = await silentWorker();
  const questions = new ModelQuestions({ main: () => worker, onWaiting: () => {} }, silentLogger);
  for (let asked = 0; asked < 40; asked++) {
    const caller = new AbortController();
    const answer = questions.ask('model', caller.signal, question);
    caller.abort(new Error('gone'));
    await expect(answer).rejects.toThrow('gone');
  }
  expect(dropped()).toBe(40);
  expect(worker.isIdle).toBe(true);
});

it('nobody waits for a model any more whose callers have gone', async () => {
  const questions = new ModelQuestions(
    { main: () => undefined, onWaiting: () => {} },
    silentLogger,
  );
  const caller = new AbortController();
  const answer = questions.ask('model', caller.signal, question);
  expect(questions.isWaitingFor('model')).toBe(true);
  caller.abort(new Error('gone'));
  await expect(answer).rejects.toThrow('gone');
  expect(questions.isWaitingFor('model')).toBe(false);
});
