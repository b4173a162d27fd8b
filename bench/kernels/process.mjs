// A process with one kind of kernels in one or more worker threads. It measures itself, so that its
// CPU time does not include another kind's.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { chooseKernels } from '../../packages/engines/dist/neural/kernels/index.js';
import { engineFile } from './raw-engine.mjs';

const engineModule = new WebAssembly.Module(
  readFileSync(engineFile('bergamot-translator-worker.wasm')),
);
let workers = [];

const start = async ({ kernels, threads, files, options }) => {
  const choice = chooseKernels(kernels, { engineModule });
  const workerData = { engineModule, choice, files, options };
  workers = Array.from(
    { length: threads },
    () => new Worker(new URL('./thread.mjs', import.meta.url), { workerData }),
  );
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  return { kind: choice.kind, instructionSet: choice.instructionSet };
};

/** The same job in every thread at once. */
const runJob = async (job) => {
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  const answers = await Promise.all(
    workers.map((worker) => {
      worker.postMessage(job);
      return once(worker, 'message');
    }),
  );
  const { user, system } = process.cpuUsage(startedCpu);
  const wallSeconds = (performance.now() - startedMs) / 1000;
  const words = job.texts.join(' ').split(' ').length * workers.length;
  const digest = createHash('sha256').update(JSON.stringify(answers[0][0])).digest('hex');
  return { words, cpuSeconds: (user + system) / 1e6, wallSeconds, digest };
};

process.on('message', async (message) => {
  process.send(message.start ? await start(message.start) : await runJob(message.job));
});
