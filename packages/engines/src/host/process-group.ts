import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  spawn,
  spawnSync,
} from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** What to run. The environment is the whole of it: nothing of this process leaks into the child. */
interface ProcessGroupCommand {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

interface ProcessGroupEvents {
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

const PARENT_DEATH_PREFIX = ['/usr/bin/setpriv', '--pdeathsig', 'KILL'] as const;
let foundPrefix: readonly string[] | undefined;

/**
 * Command prefix that makes the kernel kill a program when its parent dies, even by SIGKILL, and even
 * while the program is stopped and does not see its input end. Empty where setpriv is missing.
 */
export const parentDeathPrefix = (): readonly string[] => {
  const [program, ...options] = PARENT_DEATH_PREFIX;
  // Other programs of that name do not know the option.
  foundPrefix ??=
    spawnSync(program, [...options, 'true'], { stdio: 'ignore' }).status === 0
      ? PARENT_DEATH_PREFIX
      : [];
  return foundPrefix;
};

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';

/**
 * Niceness of engine processes relative to the server. With 5, a process still gets about a quarter of
 * a core next to a busy program; with 10, a tenth, and the first sentence takes seconds.
 */
export const NICENESS = 5;
const MAX_NICENESS = constants.priority.PRIORITY_LOW;
// Linux lets a user without special rights change one group in a tenth of a second.
const RETRY_AFTER_MS = 120;
const MAX_ATTEMPTS = 20;

/**
 * Lets this process go before a child that leads its own session, when all cores are busy.
 *
 * Niceness alone is not enough: with `CONFIG_SCHED_AUTOGROUP`, Linux first divides the cores between
 * sessions, and niceness only counts within one. The session's group has its own niceness, in
 * `/proc/PID/autogroup` (proc_pid_autogroup(5)). Nothing happens where either can't be set: the
 * child then has the usual priority.
 *
 * @returns when the group has its niceness or can't have it; never rejects
 */
export const lowerPriority = async (pid: number): Promise<void> => {
  try {
    setPriority(pid, nicerThan(getPriority()));
  } catch {
    return;
  }
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (setGroupNiceness(pid)) return;
    await delay(RETRY_AFTER_MS, undefined, { ref: false });
  }
};

const nicerThan = (niceness: number): number => Math.min(niceness + NICENESS, MAX_NICENESS);

/** @returns false if it is worth another attempt */
const setGroupNiceness = (pid: number): boolean => {
  const file = `/proc/${pid}/autogroup`;
  try {
    // Without such groups, everything is in one.
    const own = readFileSync('/proc/self/autogroup', 'utf8');
    if (readFileSync(file, 'utf8') === own) return true;
    const ownNiceness = Number(/nice (-?\d+)/.exec(own)?.[1] ?? 0);
    writeFileSync(file, String(nicerThan(ownNiceness)));
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EAGAIN');
  }
};

/** The ids of all living processes of a group, from `/proc`. Empty where there is no `/proc`. */
export const processIdsOfGroup = async (groupId: number): Promise<readonly number[]> => {
  const names = await readdir('/proc').catch(() => []);
  const processIds: number[] = [];
  // One after the other: there may be more processes than this one may open files.
  for (const name of names) {
    if (/^\d+$/.test(name) && (await groupOfProcess(name)) === groupId) {
      processIds.push(Number(name));
    }
  }
  return processIds;
};

/**
 * Memory a process group takes, in bytes: its proportional share (PSS) where the kernel has it,
 * or else the resident size, which counts shared pages once for each process. 0 when unknown.
 */
export const memoryOfGroupBytes = async (groupId: number): Promise<number> => {
  let bytes = 0;
  for (const processId of await processIdsOfGroup(groupId)) {
    bytes += await memoryOfProcessBytes(processId);
  }
  return bytes;
};

// Format: proc(5), /proc/pid/stat. The second field may hold spaces and brackets itself.
const groupOfProcess = async (processId: string): Promise<number | undefined> => {
  const stat = await readFile(`/proc/${processId}/stat`, 'latin1').catch(() => '');
  const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === undefined ? undefined : Number(group);
};

const memoryOfProcessBytes = async (processId: number): Promise<number> => {
  const rollup = await readFile(`/proc/${processId}/smaps_rollup`, 'latin1').catch(() => '');
  const proportional = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1];
  if (proportional !== undefined) return Number(proportional) * 1024;
  const status = await readFile(`/proc/${processId}/status`, 'latin1').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
};
