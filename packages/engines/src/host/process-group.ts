import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/** What to run. The environment is the whole of it: nothing of this process leaks into the child. */
export interface ProcessGroupCommand {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export interface ProcessGroupEvents {
  onOutput(chunk: Buffer): void;
  onDiagnostics(chunk: Buffer): void;
  /** Once, when no more output will come: could not start, died, or closed its output. */
  onEnd(reason: string): void;
}

/** A program and everything it starts, killed together. No method throws. */
export interface ProcessGroup {
  /** Undefined where the program could not be started. */
  readonly pid: number | undefined;
  write(chunk: string): void;
  /** Closes the input so that the program ends by itself, and kills what is left after `graceMs`. */
  finish(graceMs: number): void;
  /** Kills the whole group at once. */
  kill(): void;
}

/** Starts a program as the leader of its own process group, with all three streams piped. */
export const spawnProcessGroup = (
  command: ProcessGroupCommand,
  events: ProcessGroupEvents,
): ProcessGroup => {
  let hasEnded = false;
  const end = (reason: string): void => {
    if (hasEnded) return;
    hasEnded = true;
    events.onEnd(reason);
  };

  const neverStarted: ProcessGroup = { pid: undefined, write() {}, finish() {}, kill() {} };
  const endUnstarted = (error: unknown): void => end(`could not be started (${errorCode(error)})`);
  let child: ChildProcess;
  try {
    child = spawn(command.program, command.arguments, {
      detached: true,
      stdio: 'pipe',
      env: { ...command.environment },
    });
  } catch (error) {
    queueMicrotask(() => endUnstarted(error));
    return neverStarted;
  }
  child.on('error', endUnstarted);
  // Without a free file descriptor there are no streams either, whatever the type of `spawn` says.
  return hasStreams(child) ? groupOf(child, events, end) : neverStarted;
};

const hasStreams = (child: ChildProcess): child is ChildProcessWithoutNullStreams =>
  Boolean(child.stdin && child.stdout && child.stderr);

const groupOf = (
  child: ChildProcessWithoutNullStreams,
  events: ProcessGroupEvents,
  end: (reason: string) => void,
): ProcessGroup => {
  let isGroupGone = false;
  child.on('close', (code, signal) => {
    isGroupGone = true;
    end(signal ? `was ended by ${signal}` : `ended with status ${code}`);
  });
  child.stdout.on('data', events.onOutput);
  child.stdout.on('close', () => end('closed its output'));
  child.stderr.on('data', events.onDiagnostics);
  // A dying program breaks these pipes; its end is reported by the handlers above.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});

  const kill = (): void => {
    if (isGroupGone || child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Already gone.
    }
  };
  let unwritten = '';
  const flush = (): void => {
    if (unwritten !== '' && child.stdin.writable) child.stdin.write(unwritten);
    unwritten = '';
  };
  return {
    pid: child.pid,
    write: (chunk) => {
      // What many callers write in one turn of the event loop goes out in one system call.
      if (unwritten === '') setImmediate(flush);
      unwritten += chunk;
    },
    finish: (graceMs) => {
      flush();
      child.stdin.end();
      const timer = setTimeout(kill, graceMs);
      timer.unref();
      child.on('close', () => clearTimeout(timer));
    },
    kill,
  };
};

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
