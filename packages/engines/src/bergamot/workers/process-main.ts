import { createGemmImports } from '../kernels/index.js';
import { compileEngine, startEngine } from './engine-module.js';
import { EngineSession } from './engine-session.js';
import type { TranslatedLine, WorkerAnswer, WorkerRequest, WorkerStart } from './protocol.js';

// The process a neural engine runs in. Its first message says how to start; it answers `done` once
// it is ready, and then every request.

const MAX_REASON_CHARACTERS = 200;
let diagnostics: string[] = [];

const answer = (message: WorkerAnswer): void => {
  // Nobody is left to be told where this fails.
  process.send?.(message, undefined, undefined, () => {});
};

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

const start = async ({ kernels }: WorkerStart): Promise<void> => {
  const module = await startEngine({
    wasmModule: await compileEngine(),
    createKernels: (memory, engineExports) => ({
      ...createGemmImports(kernels, memory, engineExports),
    }),
    onDiagnostics: (line) => {
      if (diagnostics.length < 10) diagnostics.push(line);
    },
  });
  const session = new EngineSession(module);
  process.on('message', (request: WorkerRequest) => {
    diagnostics = [];
    try {
      done(session, carryOut(session, request));
    } catch (error) {
      answer({ type: 'failed', reason: reasonOf(error) });
    }
  });
  done(session, []);
};

process.once('disconnect', () => process.exit());
process.once('message', (message: WorkerStart) => {
  start(message).catch((error) => answer({ type: 'failed', reason: reasonOf(error) }));
});
