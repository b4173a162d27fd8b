import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from '../../host/low-priority.js';
import type { DoneMessage, WorkerAnswer, WorkerRequest, WorkerStart } from './protocol.js';

/** A process with an engine in it. It does one thing at a time; once it failed, it is gone. */
export interface EngineProcess {
  /** Its number; undefined where it could not be started. */
  readonly pid: number | undefined;
  /** Resolves when the process can take requests. */
  readonly ready: Promise<DoneMessage>;
  /**
   * Sends one request; not before the last one was answered.
   *
   * @throws EngineProcessError when it failed, took too long or the process ended.
   */
  ask(request: WorkerRequest, timeoutMs: number): Promise<DoneMessage>;
  /** Ends the process, whatever it is doing. Safe to call twice. */
  end(): Promise<void>;
}

/** The process has ended, or must be; nothing else is affected. */
export class EngineProcessError extends Error {
  override readonly name = 'EngineProcessError';
}

/** Starts an engine process. */
export type StartProcess = (start: WorkerStart) => EngineProcess;

// Tests run from source, where no compiled program lies beside this file.
const PROGRAM = fileURLToPath(
  new URL('../../../dist/bergamot/workers/process-main.js', import.meta.url),
);
const START_TIMEOUT_MS = 30_000;
// For JavaScript only; the engine's own memory is not part of it.
const MAX_OLD_SPACE_MEBIBYTES = 256;

/** Starts an engine in a child process, which ends when this one does. */
export const startEngineProcess: StartProcess = (start) => {
  let child: ChildProcess;
  try {
    child = fork(PROGRAM, {
      env: {},
      execArgv: [`--max-old-space-size=${MAX_OLD_SPACE_MEBIBYTES}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Ctrl+C in a terminal reaches a whole process group: running translations may finish first.
      detached: true,
    });
  } catch (error) {
    return neverStarted(new EngineProcessError(startProblem(error)));
  }
  // The server goes first when all cores translate.
  if (child.pid !== undefined) void lowerPriority(child.pid);
  let pending: Pending | undefined;
  let ended: string | undefined;
  const hasExited =
    child.pid === undefined
      ? Promise.resolve()
      : new Promise<void>((resolve) => child.once('exit', () => resolve()));

  const expectAnswer = (timeoutMs: number): Promise<DoneMessage> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => fail(`gave no answer in ${timeoutMs} ms`), timeoutMs);
      pending = { resolve, reject, timer };
    });
  const settle = (): Pending | undefined => {
    const settled = pending;
    pending = undefined;
    clearTimeout(settled?.timer);
    return settled;
  };
  const fail = (reason: string): void => {
    ended ??= reason;
    settle()?.reject(new EngineProcessError(ended));
    child.kill('SIGKILL');
  };
  const send = (message: WorkerStart | WorkerRequest): void => {
    // What breaks the channel ends the process, and that is reported below, with the cause.
    if (child.connected) child.send(message, () => {});
  };

  child.on('message', (answer: WorkerAnswer) => {
    if (answer.type === 'failed') fail(answer.reason);
    else settle()?.resolve(answer);
  });
  child.on('error', (error) => fail(startProblem(error)));
  child.on('exit', (code, signal) =>
    fail(signal === null ? `ended with status ${code}` : `was ended by ${signal}`),
  );

  const ready = expectAnswer(START_TIMEOUT_MS);
  send(start);
  return {
    pid: child.pid,
    ready,
    ask: (request, timeoutMs) => {
      if (ended !== undefined) return Promise.reject(new EngineProcessError(ended));
      const answer = expectAnswer(timeoutMs);
      send(request);
      return answer;
    },
    end: () => {
      fail('was ended');
      return hasExited;
    },
  };
};

const neverStarted = (error: EngineProcessError): EngineProcess => ({
  pid: undefined,
  ready: Promise.reject(error),
  ask: () => Promise.reject(error),
  end: () => Promise.resolve(),
});

const startProblem = (error: unknown): string =>
  `could not be started (${(error as NodeJS.ErrnoException).code ?? error})`;

interface Pending {
  readonly resolve: (answer: DoneMessage) => void;
  readonly reject: (error: EngineProcessError) => void;
  readonly timer: NodeJS.Timeout;
}
