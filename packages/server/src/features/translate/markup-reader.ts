import type { Worker } from 'node:worker_threads';
import { AppError } from '@dragoman/contract';
import type {
  AssembledText,
  Counts,
  Logger,
  MarkupReader,
  Meter,
  OpenedText,
  OpenOptions,
  SentenceJob,
  Stage,
  TextOptions,
} from '@dragoman/core';
import { errorOf, type Failure, startThread } from '../../platform/threads.js';

/** A text of more UTF-16 code units than this is read in a thread of its own. */
const MIN_CHARACTERS = 8000;

/** All that is read of a text lives until it is translated; with less, it is copied around. */
const LIMITS = { heapMebibytes: 1024, youngHeapMebibytes: 64 };

/** The thread that reads large texts, so that none of them holds up other requests. */
interface MarkupThread extends MarkupReader {
  /** Ends the thread; it starts again with the next large text. */
  stop(): Promise<void>;
}

/** A text that the thread has open, with who waits for it. */
interface Session {
  onOpened(readable: string): void;
  onDone(translated: AssembledText): void;
  onAsk: Stage;
  fail(reason: unknown): void;
}

/** The thread starts with the first large text, and again after a fault. */
export const createMarkupReader = (observers: {
  readonly log: Logger;
  readonly meter: Meter;
}): MarkupThread => {
  const sessions = new Map<number, Session>();
  let worker: Worker | undefined;
  let lastId = 0;

  const running = (): Worker => {
    worker ??= start();
    return worker;
  };
  const start = (): Worker => {
    const started = startThread('features/translate/markup-thread.js', LIMITS);
    // A caller that waits for a text keeps the process alive; the thread alone does not.
    started.unref();
    started.on('message', onMessage);
    started.on('error', (error) => observers.log.error({ err: error }, 'the markup thread failed'));
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      const lost = [...sessions.values()];
      sessions.clear();
      for (const session of lost) session.fail(new AppError('unavailable'));
    });
    return started;
  };
  const post = (message: ToMarkupThread): void => running().postMessage(message);

  const onMessage = (message: FromMarkupThread): void => {
    if (message.type === 'counted') {
      const { name, labels, amount } = message.count;
      observers.meter.count(name, labels, amount);
      return;
    }
    const session = sessions.get(message.id);
    if (!session) return;
    if (message.type === 'opened') session.onOpened(message.readable);
    else if (message.type === 'done') session.onDone(message.translated);
    else if (message.type === 'failed') session.fail(errorOf(message.failure));
    else {
      const { id, question, jobs } = message;
      session.onAsk(jobs).then(
        (answers) => {
          const translations = answers.map(({ translated }) => translated);
          if (sessions.has(id)) post({ type: 'answer', id, question, translations });
        },
        (error) => session.fail(error),
      );
    }
  };

  return {
    minCharacters: MIN_CHARACTERS,
    open: (text, options, signal) =>
      new Promise<OpenedText>((resolve, reject) => {
        signal.throwIfAborted();
        const id = ++lastId;
        const close = (): void => {
          signal.removeEventListener('abort', leave);
          if (sessions.delete(id)) post({ type: 'close', id });
        };
        const session: Session = {
          onOpened: (readable) => resolve({ readable, translate, close }),
          onDone: () => {},
          onAsk: async () => [],
          fail: reject,
        };
        const leave = (): void => {
          session.fail(signal.reason);
          close();
        };
        const translate: OpenedText['translate'] = (textOptions, work) =>
          new Promise((resolveText, rejectText) => {
            Object.assign(session, { onDone: resolveText, onAsk: work, fail: rejectText });
            // All words of a document so far would be copied with each of its texts.
            const { spellings: _, ...options } = textOptions.options;
            if (sessions.has(id)) {
              post({ type: 'translate', id, options: { ...textOptions, options } });
            } else rejectText(signal.aborted ? signal.reason : new AppError('unavailable'));
          });
        signal.addEventListener('abort', leave, { once: true });
        sessions.set(id, session);
        post({ type: 'open', id, text, options });
      }),
    async stop() {
      await worker?.terminate();
    },
  };
};

/** What the server says to the markup thread; `id` names a text from `open` to `close`. */
export type ToMarkupThread =
  | {
      readonly type: 'open';
      readonly id: number;
      readonly text: string;
      readonly options: OpenOptions;
    }
  | { readonly type: 'translate'; readonly id: number; readonly options: TextOptions }
  | {
      readonly type: 'answer';
      readonly id: number;
      readonly question: number;
      readonly translations: readonly SentenceJob['translated'][];
    }
  | { readonly type: 'close'; readonly id: number };

/** What the markup thread says to the server. */
export type FromMarkupThread =
  | { readonly type: 'opened'; readonly id: number; readonly readable: string }
  /** Asks for the translations of jobs; the answer names the question. */
  | {
      readonly type: 'ask';
      readonly id: number;
      readonly question: number;
      readonly jobs: readonly Pick<SentenceJob, 'text' | 'unit'>[];
    }
  | { readonly type: 'done'; readonly id: number; readonly translated: AssembledText }
  | { readonly type: 'failed'; readonly id: number; readonly failure: Failure }
  | { readonly type: 'counted'; readonly count: CountOf<keyof Counts> };

/** A count of any kind, with its labels. */
export type CountOf<Name extends keyof Counts> = Name extends keyof Counts
  ? { readonly name: Name; readonly labels: Counts[Name]; readonly amount: number | undefined }
  : never;
