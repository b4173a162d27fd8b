import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lowerPriority, parentDeathPrefix } from '../../host/process-group.js';
import type { EngineStart, ProcessAnswer, ProcessRequest } from './protocol.js';

/** A process with an engine in it. Once it failed, it is gone. */
export interface EngineProcess {
  /** Its number; undefined where it could not be started. */
  readonly pid: number | undefined;
  /** Asks it for something; does nothing once it has ended. */
  send(request: ProcessRequest): void;
  /** Ends the process, whatever it is doing. Safe to call twice. */
  end(): Promise<void>;
}

/** What a process tells of itself. */
interface ProcessEvents {
  onAnswer(answer: ProcessAnswer): void;
  /** Called once, when it has ended or must be given up. The reason is for an operator. */
  onEnd(reason: string): void;
}

/** Starts an engine process. */
export type StartProcess = (start: EngineStart, events: ProcessEvents) => EngineProcess;

// Tests run from source, where no compiled program lies beside this file.
const PROGRAM = fileURLToPath(
  new URL('../../../dist/neural/process/process-main.js', import.meta.url),
);
// For JavaScript only; the engine's own memory is not part of it.
const MAX_OLD_SPACE_MEBIBYTES = 256;

/** Starts an engine in a child process, which ends when this one does. */
export const startEngineProcess: StartProcess = (start, { onAnswer, onEnd }) => {
  let hasEnded = false;
  const giveUp = (reason: string): void => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd(reason);
  };
  let child: ChildProcess;
  try {
    const [execPath = '', ...execArgv] = [
      ...parentDeathPrefix(),
      ...[process.execPath, `--max-old-space-size=${MAX_OLD_SPACE_MEBIBYTES}`],
    ];
    child = fork(PROGRAM, {
      env: {},
      execPath,
      execArgv,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Ctrl+C in a terminal reaches a whole process group: running translations may finish first.
      detached: true,
    });
  } catch (error) {
    queueMicrotask(() => giveUp(startProblem(error)));
    return { pid: undefined, send: () => {}, end: () => Promise.resolve() };
  }
  // The server goes first when all cores translate.
  if (child.pid !== undefined) void lowerPriority(child.pid);
  const hasExited =
    child.pid === undefined
      ? Promise.resolve()
      : new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const fail = (reason: string): void => {
    giveUp(reason);
    child.kill('SIGKILL');
  };
  child.on('message', (answer: ProcessAnswer) => {
    if (answer.type === 'failed') fail(answer.reason);
    else if (!hasEnded) onAnswer(answer);
  });
  child.on('error', (error) => fail(startProblem(error)));
  child.on('exit', (code, signal) =>
    fail(signal === null ? `ended with status ${code}` : `was ended by ${signal}`),
  );
  const send = (message: EngineStart | ProcessRequest): void => {
    // What breaks the channel ends the process, and that is reported above, with the cause.
    if (child.connected) child.send(message, () => {});
  };
  send(start);
  return {
    pid: child.pid,
    send,
    end: () => {
      fail('was ended');
      return hasExited;
    },
  };
};

const startProblem = (error: unknown): string =>
  `could not be started (${(error as NodeJS.ErrnoException).code ?? error})`;
