import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createGemmImports } from '../kernels/index.js';
import { startEngine } from './engine-module.js';
import { EngineSession } from './engine-session.js';
import type { TranslatedLine, WorkerAnswer, WorkerRequest, WorkerStart } from './protocol.js';

// The thread a neural engine runs in. It says `done` once it is ready, then answers every request.

const MAX_REASON_CHARACTERS = 200;
const NICENESS = 10;
const port = parentPort;
if (!port) throw new Error('This module runs in a worker thread only.');

const start = workerData as WorkerStart;
let diagnostics: string[] = [];

const answer = (message: WorkerAnswer): void => port.postMessage(message);

const done = (session: EngineSession, translations: readonly TranslatedLine[]): void =>
  answer({ type: 'done', translations, heapBytes: session.heapBytes });

/** An abort says little itself; the engine has written the reason before. C++ throws numbers. */
const reasonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : `exception ${String(error)}`;
  const [written = message] = diagnostics;
  return written.replace(/^\[[\d :-]+\] (Error: )?/, '').slice(0, MAX_REASON_CHARACTERS);
};

const carryOut = (session: EngineSession, request: WorkerRequest): readonly TranslatedLine[] => {
  switch (request.type) {
    case 'load':
      session.load(request.model);
      return [];
    case 'translate':
      return session.translate(request.modelId, request.lines);
    case 'unload':
      session.unload(request.modelId);
      return [];
  }
};

// The thread that answers HTTP goes first when all cores translate. Linux gives every thread a
// priority of its own; elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

try {
  const module = await startEngine({
    wasmModule: start.wasmModule,
    createKernels: (memory, engineExports) => ({
      ...createGemmImports(start.kernels, memory, engineExports),
    }),
    onDiagnostics: (line) => {
      if (diagnostics.length < 10) diagnostics.push(line);
    },
  });
  const session = new EngineSession(module);
  port.on('message', (request: WorkerRequest) => {
    diagnostics = [];
    try {
      done(session, carryOut(session, request));
    } catch (error) {
      answer({ type: 'failed', reason: reasonOf(error) });
    }
  });
  done(session, []);
} catch (error) {
  answer({ type: 'failed', reason: reasonOf(error) });
}
