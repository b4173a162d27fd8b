import { chooseEngine } from '../student/choose-engine.js';
import type { EngineStart, ProcessAnswer, ProcessRequest } from './protocol.js';
import { ProcessSession, reasonOf } from './session.js';

// The process the neural engine runs in. Its first message says how to start; it answers `ready`,
// and then every request.

const answer = (message: ProcessAnswer): void => {
  // Nobody is left to be told where this fails.
  process.send?.(message, undefined, undefined, () => {});
};

const fail = (error: unknown): void => answer({ type: 'failed', reason: reasonOf(error) });

const carryOut = (session: ProcessSession, request: ProcessRequest): void => {
  if (request.type === 'load') session.load(request.model);
  if (request.type === 'unload') session.unload(request.modelId);
  if (request.type === 'drop') session.drop(request.ids);
  if (request.type === 'translate') {
    session.translate(request.modelId, request.lines, request.isUrgent);
  }
  if (request.type === 'findAlternatives') {
    void session.findAlternatives(request.id, request.modelId, request.question);
  }
};

process.once('disconnect', () => process.exit());
process.on('unhandledRejection', fail);
process.once('message', ({ mode, refusal, threadCount, rowsPerThread }: EngineStart) => {
  try {
    const chosen = chooseEngine(mode, { refusal });
    const options = { threadCount, rowsPerThread, answer, onFailure: fail };
    const session = new ProcessSession(chosen, options);
    process.on('message', (request: ProcessRequest) => {
      try {
        carryOut(session, request);
      } catch (error) {
        fail(error);
      }
    });
    answer({ type: 'ready', choice: chosen.choice });
  } catch (error) {
    fail(error);
  }
});
