import { readFileSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { AppError, type ErrorCode, isAppError } from '@dragoman/contract';

/** What a thread may use, in mebibytes. */
interface ThreadLimits {
  readonly heapMebibytes: number;
  /** For what does not live long: much where all that is read lives until the work is done. */
  readonly youngHeapMebibytes: number;
}

/**
 * Starts a thread of this server. It gets no environment, which holds passwords. An error in it ends
 * the thread, not the server.
 *
 * @param program its compiled file, from the package's `dist`: tests run from source, where no compiled
 *   file lies
 */
export const startThread = (
  program: string,
  { heapMebibytes, youngHeapMebibytes }: ThreadLimits,
): Worker => {
  const number = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread = new Worker(new URL(`../../dist/${program}`, import.meta.url), {
    env: {},
    execArgv: [],
    workerData: number,
    resourceLimits: {
      maxOldGenerationSizeMb: heapMebibytes,
      maxYoungGenerationSizeMb: youngHeapMebibytes,
    },
  });
  numbers.set(thread, number);
  thread.once('error', (reason) => ends.set(thread, { reason }));
  thread.once('exit', (code) => {
    if (!ends.has(thread)) ends.set(thread, { reason: endedEarly(code) });
  });
  return thread;
};

/** Why threads have ended, for those that ask them something afterwards. */
const ends = new WeakMap<Worker, { readonly reason: unknown }>();

const endedEarly = (code: number): Error =>
  new Error(`a thread ended with ${code} before it answered`);

/** The system's number of each thread, which it writes itself; 0 until then. */
const numbers = new WeakMap<Worker, Int32Array>();
/** What Linux counts in, whatever its own clock does. */
const TICKS_PER_SECOND = 100;

/**
 * The CPU time of a thread in milliseconds; unlike wall time, it does not advance while other programs
 * use the cores. Undefined where the system does not tell, which only Linux
 * does in every version of Node, and before the thread has called {@link portOfThread}.
 */
export const cpuMsOf = (thread: Worker): number | undefined => {
  const number = numbers.get(thread)?.[0];
  if (!number) return undefined;
  try {
    const line = readFileSync(`/proc/self/task/${number}/stat`, 'utf8');
    // The name, in brackets, may hold spaces. Then come the state and ten others; proc_pid_stat(5).
    const [user, system] = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return ((Number(user) + Number(system)) * 1000) / TICKS_PER_SECOND;
  } catch {
    // It has ended.
    return undefined;
  }
};

/**
 * Waits for the next message of a thread that {@link startThread} started.
 *
 * @throws what ended the thread before, also if it has ended already
 */
export const nextMessage = <Message>(thread: Worker): Promise<Message> =>
  new Promise((resolve, reject) => {
    const end = ends.get(thread);
    if (end) return reject(end.reason);
    const settle = (tell: () => void): void => {
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      tell();
    };
    const onMessage = (message: Message) => settle(() => resolve(message));
    const onError = (error: unknown) => settle(() => reject(error));
    const onExit = (code: number) => settle(() => reject(endedEarly(code)));
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
  });

/** What a thread that does one piece of work sends back. */
type ThreadAnswer<Result> = { readonly result: Result } | { readonly failure: Failure };

/**
 * Does one piece of work in a thread of its own, which ends with it.
 *
 * @param transfer buffers of the order that this thread gives away rather than copies
 * @throws what the work threw
 */
export const runInThread = async <Result>(
  program: string,
  limits: ThreadLimits,
  order: unknown,
  transfer: readonly ArrayBuffer[] = [],
): Promise<Result> => {
  const thread = startThread(program, limits);
  try {
    thread.postMessage(order, transfer);
    const answer = await nextMessage<ThreadAnswer<Result>>(thread);
    if ('result' in answer) return answer.result;
    throw errorOf(answer.failure);
  } finally {
    await thread.terminate();
  }
};

/** In a thread that {@link runInThread} started: does its work. */
export const answerInThread = <Order>(work: (order: Order) => unknown): void => {
  const port = portOfThread();
  yieldToServer();
  const answerTo = async (order: Order): Promise<ThreadAnswer<unknown>> => {
    try {
      return { result: await work(order) };
    } catch (error) {
      return { failure: failureOf(error) };
    }
  };
  port.once('message', async (order: Order) => port.postMessage(await answerTo(order)));
};

/** In a thread: the way to the server, which from now on can see how long the thread works. */
export const portOfThread = (): MessagePort => {
  if (!parentPort) throw new Error('this file is the program of a worker thread');
  if (process.platform === 'linux' && workerData instanceof Int32Array) {
    workerData[0] = Number(basename(readlinkSync('/proc/thread-self')));
  }
  return parentPort;
};

const MIN_PRIORITY = 19;

/**
 * Relative to the server, the same as engine processes have. With more, a thread would starve on a
 * machine that is busy with other programs.
 */
const NICENESS = 5;

/**
 * In a thread: lets the thread that answers requests go first, whatever the server's own priority is.
 */
export const yieldToServer = (): void => {
  // On Linux it is that of this thread alone.
  if (process.platform !== 'linux') return;
  setPriority(Math.min(MIN_PRIORITY, getPriority() + NICENESS));
};

/** An error as a message between threads; one without a code is a fault of the program. */
export interface Failure
  extends Pick<
    AppError,
    'message' | 'parameter' | 'detail' | 'reason' | 'index' | 'language' | 'retryAfterSeconds'
  > {
  readonly code: ErrorCode | undefined;
  /** For the log: where it happened. */
  readonly stack: string | undefined;
  readonly cause: Failure | undefined;
}

export const failureOf = (error: unknown): Failure => {
  const known: Partial<AppError> = isAppError(error) ? error : {};
  const { code, parameter, detail, reason, index, language, retryAfterSeconds } = known;
  const isError = error instanceof Error;
  return {
    code,
    message: known.message ?? String(error),
    parameter,
    detail,
    reason,
    index,
    language,
    retryAfterSeconds,
    stack: isError ? error.stack : undefined,
    cause: isError && error.cause !== undefined ? failureOf(error.cause) : undefined,
  };
};

export const errorOf = ({ code, message, stack, cause, ...more }: Failure): Error => {
  const options = cause && { cause: errorOf(cause) };
  const error =
    code === undefined
      ? new Error(message, options)
      : new AppError(code, { message, ...options, ...more });
  if (stack !== undefined) error.stack = stack;
  return error;
};
