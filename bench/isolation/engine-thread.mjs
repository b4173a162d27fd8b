// The neural engine in a worker thread, which the product does not use: what it is compared with.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { compileEngine } from '../../packages/engines/dist/neural/workers/engine-module.js';

const wasmModule = compileEngine();

/** Like `startEngineProcess`, but in a thread of this process; for one engine without faults. */
export const startEngineThread = ({ kernels }) => {
  const worker = wasmModule.then(
    (module) =>
      new Worker(new URL('./thread-main.mjs', import.meta.url), {
        workerData: { kernels, wasmModule: module },
        env: {},
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: 256 },
      }),
  );
  const answerOf = async (request) => {
    const thread = await worker;
    if (request) thread.postMessage(request);
    const [answer] = await once(thread, 'message');
    if (answer.type === 'failed') throw new Error(answer.reason);
    return answer;
  };
  return {
    pid: process.pid,
    ready: answerOf(),
    ask: answerOf,
    end: async () => {
      await (await worker).terminate();
    },
  };
};
