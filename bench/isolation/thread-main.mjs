// An engine in a worker thread: `done` once it is ready, then an answer to every request.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createGemmImports } from '../../packages/engines/dist/neural/kernels/index.js';
import { startEngine } from '../../packages/engines/dist/neural/workers/engine-module.js';
import { EngineSession } from '../../packages/engines/dist/neural/workers/engine-session.js';

setPriority(10);
const { kernels, wasmModule } = workerData;
const module = await startEngine({
  wasmModule,
  createKernels: (memory, engineExports) => ({
    ...createGemmImports(kernels, memory, engineExports),
  }),
  onDiagnostics: (line) => process.stderr.write(`${line}\n`),
});
const session = new EngineSession(module);

const carryOut = (request) => {
  if (request.type === 'translate') return session.translate(request.modelId, request.lines);
  if (request.type === 'load') session.load(request.model);
  else session.unload(request.modelId);
  return [];
};

const answer = (translations) =>
  parentPort.postMessage({ type: 'done', translations, heapBytes: session.heapBytes });

parentPort.on('message', (request) => {
  try {
    answer(carryOut(request));
  } catch (error) {
    parentPort.postMessage({ type: 'failed', reason: String(error) });
  }
});
answer([]);
