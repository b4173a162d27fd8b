import { setTimeout as pause } from 'node:timers/promises';
import { AppError, isAppError } from '@dragoman/contract';
import { type DetectLanguages, type Logger, type Translator, yieldToLoop } from '@dragoman/core';
import { isTemporaryStoreFailure } from '../../platform/database/store-error.js';
import { createWorkQueue } from '../../platform/work-queue.js';
import type { Charge, ChargedKey, UsageLedger } from '../keys-and-usage/usage-ledger.js';
import type { ResolveRequest } from '../translate/resolve-request.js';
import { decrypt } from './document-cipher.js';
import type { DocumentFiles } from './document-files.js';
import type { DocumentMeter } from './document-metrics.js';
import type { DocumentQueue, OpenDocumentQueue } from './document-queue.js';
import type { DocumentFailure, DocumentRecord, DocumentStore } from './document-record.js';
import { retryTransient, translateDocument } from './translate-document.js';

/** A document during which the server died so often is taken to be the reason. */
const MAX_ATTEMPTS = 3;
/** Batches in flight at the same time, while no text is being translated. */
const MAX_BATCHES = 2;
/** How often other servers are told when a document will be done. */
const ESTIMATE_INTERVAL_MS = 5000;

export interface DocumentJobsDependencies {
  readonly store: DocumentStore;
  readonly files: DocumentFiles;
  readonly openQueue: OpenDocumentQueue;
  readonly translator: Translator;
  readonly detect: DetectLanguages;
  readonly resolveRequest: ResolveRequest;
  readonly ledger: Pick<UsageLedger, 'reserve'>;
  /** @returns undefined for a key that does not work any more */
  readonly findOwner: (ownerId: string) => Promise<ChargedKey | undefined>;
  /** Opens the keys of documents that wait. */
  readonly serverKey: () => Promise<Buffer>;
  readonly retentionMs: number;
  /** Unicode code points of one document. */
  readonly maxCharacters: number;
  /** Whether a text is being translated; documents then send one batch at a time. */
  readonly isTranslatingTexts: () => boolean;
  readonly meter: DocumentMeter;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The documents that are to be translated. */
interface DocumentJobs extends Omit<DocumentQueue, 'isShared'> {
  /** By the speed so far; undefined while there is none. */
  secondsRemaining(record: Pick<DocumentRecord, 'id' | 'expectedEndMs'>): number | undefined;
  /** What was reserved for a document that is done; once, and not after a restart. */
  takeCharge(id: string): Charge | undefined;
}

/** What the key of a document is sealed for, while it waits. */
export const keyPurpose = (id: string): string => `key of document ${id}`;

const documentFailureOf = (error: unknown): DocumentFailure => {
  if (!isAppError(error)) return { code: 'internal' };
  const { code, parameter, reason, language } = error;
  return { code, parameter, reason, language };
};

export const createDocumentJobs = (dependencies: DocumentJobsDependencies): DocumentJobs => {
  const { store, files, ledger, meter, log, now, retentionMs } = dependencies;
  /** When the documents in translation here will be done. */
  const expectedEnds = new Map<string, number>();
  const charges = new Map<string, Charge>();
  const { isTranslatingTexts } = dependencies;
  /** Batches of all documents. A slow engine of one owner does not keep the others waiting. */
  const batches = createWorkQueue({
    all: () => (isTranslatingTexts() ? 1 : MAX_BATCHES),
    perOwner: 1,
  });
  const throttle = createThrottle(isTranslatingTexts);
  let isStopping = false;

  const readSealed = async (id: string, file: 'source' | 'key'): Promise<Buffer> => {
    const sealed = await files.read(id, file);
    if (!sealed) throw new Error(`the ${file} of document ${id} is gone`);
    return sealed;
  };

  const fileKeyOf = async (id: string): Promise<Buffer> =>
    decrypt(await dependencies.serverKey(), keyPurpose(id), await readSealed(id, 'key'));

  const finish = (id: string, change: Parameters<DocumentStore['change']>[1]) =>
    store.change(id, { ...change, expiresAtMs: now() + retentionMs });

  /** When a document is `done`, its key is deleted already: only the client's document key decrypts it. */
  const finishDone = async (id: string, notes: readonly string[] = []): Promise<void> => {
    await files.remove(id, 'source', 'key');
    await finish(id, { state: 'done', ...(notes.length > 0 && { errorMessage: notes.join(' ') }) });
  };

  /** The server stopped between deleting the key and storing `done`. */
  const isDoneAlready = async (id: string): Promise<boolean> =>
    !(await files.has(id, 'key')) && files.has(id, 'result');

  /** Estimates the end by the speed so far, and stores it now and then for other servers. */
  const estimator = (id: string) => {
    const estimate = createEstimate(now);
    let storedMs = now();
    return (done: number, all: number): void => {
      const nowMs = now();
      const expectedEndMs = estimate(done, all);
      if (expectedEndMs === undefined) return;
      expectedEnds.set(id, expectedEndMs);
      if (!queue.isShared || nowMs - storedMs < ESTIMATE_INTERVAL_MS) return;
      storedMs = nowMs;
      store
        .change(id, { expectedEndMs: Math.round(expectedEndMs) })
        .catch((error) => log.debug({ document: id, err: error }, 'an estimate is not stored'));
    };
  };

  const translate = async (record: DocumentRecord, signal: AbortSignal): Promise<void> => {
    const { id, ownerId, options } = record;
    if (await isDoneAlready(id)) return finishDone(id);
    if (record.attempts >= MAX_ATTEMPTS) throw new Error('the server died with it too often');
    await store.change(id, { state: 'translating', attempts: record.attempts + 1 });
    if (record.attempts === 0) meter.observeDocumentWait((now() - record.createdAtMs) / 1000);
    const owner = await dependencies.findOwner(ownerId);
    if (!owner) throw new AppError('unauthorized');
    const fileKey = await fileKeyOf(id);
    const bytes = await readSealed(id, 'source');
    const request = await retryTransient(signal, async () => {
      const resolved = await dependencies.resolveRequest(ownerId, options.parameters);
      return resolved.load(signal);
    });
    let charge: Charge | undefined;
    try {
      const { maxCharacters } = dependencies;
      const document = await translateDocument({ bytes, fileKey, maxCharacters }, options, {
        ...dependencies,
        signal,
        request,
        onRead: async (characters) => {
          charge = await ledger.reserve(owner, characters, options.tag);
          await store.change(id, { characters });
        },
        onProgress: estimator(id),
        inTurn: (work, signal) =>
          batches.run({ ownerId }, signal, async () => {
            const startedMs = performance.now();
            const result = await work();
            await throttle(performance.now() - startedMs, signal);
            return result;
          }),
      });
      await files.write(id, 'result', document.bytes);
      signal.throwIfAborted();
      const { fallbackCount: fallbacks } = document;
      meter.observeDocument({ format: options.format, outcome: 'done', fallbacks });
      await finishDone(id, document.notes);
    } catch (error) {
      charge?.cancel();
      throw error;
    }
    // Another server may be the one that delivers it, and reserves again for that.
    if (queue.isShared) await charge?.giveBack();
    else if (charge) charges.set(id, charge);
  };

  const run = async (id: string, signal: AbortSignal): Promise<boolean> => {
    try {
      const record = await store.find(id);
      if (record?.state !== 'queued' && record?.state !== 'translating') return true;
      await translate(record, signal).catch(async (error) => {
        // The one who cancelled it removes it; an orderly stop is nothing to hold against it.
        if (isStopping) await store.change(id, { state: 'queued', attempts: record.attempts });
        // With the database away or the disk full, another server or another attempt may do better.
        if (isTemporaryStoreFailure(error)) {
          await store.change(id, { attempts: record.attempts });
          throw error;
        }
        if (!signal.aborted) await fail(record, error);
      });
      return !signal.aborted;
    } catch (error) {
      log.error(
        { document: id, err: error },
        'the translation of a document was interrupted; it is tried again',
      );
      return false;
    } finally {
      expectedEnds.delete(id);
    }
  };

  const fail = async ({ id, options }: DocumentRecord, error: unknown): Promise<void> => {
    const isExpected = isAppError(error) && error.code !== 'internal';
    if (!isExpected) log.error({ document: id, err: error }, 'a document cannot be translated');
    const errorMessage = isExpected ? error.message : 'The document could not be translated.';
    const outcome = isExpected ? 'refused' : 'failed';
    meter.observeDocument({ format: options.format, outcome, fallbacks: 0 });
    await finish(id, { state: 'error', errorMessage, error: documentFailureOf(error) });
    await files.removeAll(id);
  };

  const queue = dependencies.openQueue(run);

  return {
    ...queue,
    secondsRemaining({ id, expectedEndMs }) {
      const endMs = expectedEnds.get(id) ?? expectedEndMs;
      return endMs === null ? undefined : Math.max(1, Math.ceil((endMs - now()) / 1000));
    },
    takeCharge(id) {
      const charge = charges.get(id);
      charges.delete(id);
      return charge;
    },
    async stop() {
      isStopping = true;
      await queue.stop();
      // The next start knows nothing of them, and would find the quota used up.
      for (const charge of charges.values()) charge.cancel();
      charges.clear();
    },
  };
};

/** Before that the start of an engine counts too much. */
const FIRST_AFTER_MS = 3000;
/** Only the recent speed counts: batches from the cache say nothing about others. */
const WINDOW_MS = 30_000;

/**
 * When a document will be done, by the speed of the last half minute.
 *
 * @param now milliseconds of any clock
 * @returns called after each batch; undefined while there is no speed
 */
export const createEstimate = (
  now: () => number,
): ((done: number, all: number) => number | undefined) => {
  const marks = [{ atMs: now(), done: 0 }];
  const beganMs = now();
  return (done, all) => {
    const nowMs = now();
    // Two marks a second at most, and one before the window.
    if (nowMs - (marks.at(-1)?.atMs ?? 0) >= WINDOW_MS / 60) marks.push({ atMs: nowMs, done });
    while ((marks[1]?.atMs ?? nowMs) < nowMs - WINDOW_MS) marks.shift();
    const [first] = marks;
    if (!first || nowMs - beganMs < FIRST_AFTER_MS || done <= first.done) return undefined;
    return nowMs + ((nowMs - first.atMs) / (done - first.done)) * (all - done);
  };
};

/** Beside texts, documents work a third of the time: two texts of three meet none. */
const REST_PER_WORK = 2;
/** A slow engine makes for long batches; a document is to go on all the same. */
const MAX_REST_MS = 1000;

/**
 * Rests after a batch that took so long, if somebody waits for texts meanwhile.
 *
 * @returns rejects when the signal aborts
 */
type Throttle = (workMs: number, signal: AbortSignal) => Promise<void>;

/** Makes documents give way to texts: people wait for a text, and come back for a document. */
export const createThrottle =
  (isNeeded: () => boolean, rest: typeof pause = pause): Throttle =>
  async (workMs, signal) => {
    const restMs = isNeeded() ? Math.min(REST_PER_WORK * workMs, MAX_REST_MS) : 0;
    // What comes out of the cache takes no turn of the event loop.
    await (restMs < 1 ? yieldToLoop() : rest(restMs, undefined, { signal }));
  };
