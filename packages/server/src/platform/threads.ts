import { getPriority, setPriority } from 'node:os';
import { type MessagePort, parentPort, Worker } from 'node:worker_threads';
import { AppError, type ErrorCode, isAppError } from '@dragoman/contract';

/** What a thread may use, in mebibytes. */
export interface ThreadLimits {
  readonly heapMebibytes: number;
  /** For what does not live long: much where all that is read lives until the work is done. */
  readonly youngHeapMebibytes: number;
}

/**
 * Starts a thread of this server. It gets no environment, which holds passwords.
 *
 * @param program its compiled file, from the package's `dist`: tests run from source, where no compiled
 *   file lies
 */
export const startThread = (
  program: string,
  { heapMebibytes, youngHeapMebibytes }: ThreadLimits,
): Worker =>
  new Worker(new URL(`../../dist/${program}`, import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: heapMebibytes,
      maxYoungGenerationSizeMb: youngHeapMebibytes,
    },
  });

/**
 * Waits for the next message of a thread.
 *
 * @throws what ended the thread before
 */
export const nextMessage = <Message>(thread: Worker): Promise<Message> =>
  new Promise((resolve, reject) => {
    const settle = (tell: () => void): void => {
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      tell();
    };
    const onMessage = (message: Message) => settle(() => resolve(message));
    const onError = (error: unknown) => settle(() => reject(error));
    const onExit = (code: number) =>
      settle(() => reject(new Error(`a thread ended with ${code} before it answered`)));
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
  });

/** What a thread that does one piece of work sends back. */
export type ThreadAnswer<Result> = { readonly result: Result } | { readonly failure: Failure };

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
export const answerInThread = <Order>(niceness: number, work: (order: Order) => unknown): void => {
  const port = portOfThread();
  yieldToServer(niceness);
  const answerTo = async (order: Order): Promise<ThreadAnswer<unknown>> => {
    try {
      return { result: await work(order) };
    } catch (error) {
      return { failure: failureOf(error) };
    }
  };
  port.once('message', async (order: Order) => port.postMessage(await answerTo(order)));
};

/** In a thread: the way to the server. */
export const portOfThread = (): MessagePort => {
  if (!parentPort) throw new Error('this file is the program of a worker thread');
  return parentPort;
};

const LEAST_PRIORITY = 19;

/**
 * In a thread: lets the thread that answers requests go first, whatever the server's own priority is.
 */
export const yieldToServer = (niceness: number): void => {
  // On Linux it is that of this thread alone.
  if (process.platform !== 'linux') return;
  setPriority(Math.min(LEAST_PRIORITY, getPriority() + niceness));
};

/** An error as a message between threads; one without a code is a fault of the program. */
export interface Failure {
  readonly code: ErrorCode | undefined;
  readonly message: string;
  readonly parameter?: string | undefined;
  readonly detail?: string | undefined;
}

export const failureOf = (error: unknown): Failure => {
  if (!isAppError(error)) return { code: undefined, message: String(error) };
  const { code, message, parameter, detail } = error;
  return { code, message, parameter, detail };
};

export const errorOf = ({ code, message, parameter, detail }: Failure): Error =>
  code === undefined
    ? new Error(message)
    : new AppError(code, {
        message,
        ...(parameter !== undefined && { parameter }),
        ...(detail !== undefined && { detail }),
      });
