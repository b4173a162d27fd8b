import { AppError, isAppError } from '@dragoman/contract';
import type { DetectLanguages, Logger, Translator } from '@dragoman/core';
import type { Charge, ChargedKey, UsageLedger } from '../../accounts/usage/usage-ledger.js';
import type { FindTerms } from '../../glossaries/terms/glossary-terms.js';
import { open, seal } from '../encryption/document-cipher.js';
import type { DocumentFiles } from '../files/document-files.js';
import type { DocumentRecord, DocumentStore } from '../records/document-record.js';
import { createFairLane } from './fair-lane.js';
import { translateDocument } from './translate-document.js';

/** A document during which the server died so often is taken to be the reason. */
const MAX_ATTEMPTS = 3;

export interface DocumentJobsDependencies {
  readonly store: DocumentStore;
  readonly files: DocumentFiles;
  readonly translator: Pick<Translator, 'translate'>;
  readonly detect: DetectLanguages;
  readonly findTerms: FindTerms;
  readonly ledger: Pick<UsageLedger, 'reserve'>;
  /** @returns undefined for a key that does not work any more */
  readonly findOwner: (keyId: string) => Promise<ChargedKey | undefined>;
  /** Opens the keys of documents that wait. */
  readonly serverKey: () => Promise<Buffer>;
  readonly retentionMs: number;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The documents this server has to translate. */
export interface DocumentJobs {
  /** Takes on a document whose sealed files are there. */
  add(record: Pick<DocumentRecord, 'id' | 'ownerId'>): void;
  /** Takes on what an earlier run of the server left. */
  resume(): Promise<void>;
  /** Settles when the document has ended; undefined when it is not waiting or under way here. */
  ended(id: string): Promise<void> | undefined;
  /** By the speed so far; undefined while there is none. */
  secondsRemaining(id: string): number | undefined;
  /** What was set aside for a document that is done; once, and not after a restart. */
  takeCharge(id: string): Charge | undefined;
  /** Ends the work on a document. */
  cancel(id: string): Promise<void>;
  /** Ends all work; the next start resumes it. */
  stop(): Promise<void>;
}

interface Progress {
  readonly beganMs: number;
  done: number;
  all: number;
}

/** What the key of a document is sealed for, while it waits. */
export const keyPurpose = (id: string): string => `key of document ${id}`;

export const createDocumentJobs = (dependencies: DocumentJobsDependencies): DocumentJobs => {
  const { store, files, ledger, log, now, retentionMs } = dependencies;
  const progress = new Map<string, Progress>();
  const charges = new Map<string, Charge>();
  let isStopping = false;

  const readSealed = async (id: string, file: 'source' | 'key'): Promise<Buffer> => {
    const sealed = await files.read(id, file);
    if (!sealed) throw new Error(`the ${file} of document ${id} is gone`);
    return sealed;
  };

  const fileKeyOf = async (id: string): Promise<Buffer> =>
    open(await dependencies.serverKey(), keyPurpose(id), await readSealed(id, 'key'));

  const finish = async (id: string, change: Parameters<DocumentStore['change']>[1]) => {
    await store.change(id, { ...change, expiresAtMs: now() + retentionMs });
    await files.remove(id, 'source', 'key');
  };

  const translate = async (record: DocumentRecord, signal: AbortSignal): Promise<void> => {
    const { id, ownerId, options } = record;
    if (record.attempts >= MAX_ATTEMPTS) throw new Error('the server died with it too often');
    await store.change(id, { state: 'translating', attempts: record.attempts + 1 });
    const owner = await dependencies.findOwner(ownerId);
    if (!owner) throw new AppError('unauthorized');
    const fileKey = await fileKeyOf(id);
    const bytes = open(fileKey, 'source', await readSealed(id, 'source'));
    const terms = await dependencies.findTerms(ownerId, {
      source_lang: options.sourceLanguage,
      target_lang: options.targetLanguage,
      glossary_ids: options.glossaryIds && [...options.glossaryIds],
    });
    let charge: Charge | undefined;
    try {
      const document = await translateDocument(bytes, options, {
        ...dependencies,
        signal,
        terms: terms?.matcher,
        onRead: async (characters) => {
          charge = await ledger.reserve(owner, characters, options.tag);
          await store.change(id, { characters });
          progress.set(id, { beganMs: performance.now(), done: 0, all: characters });
        },
        onProgress: (done, all) => Object.assign(progress.get(id) ?? {}, { done, all }),
      });
      await files.write(id, 'result', seal(fileKey, 'result', document.bytes));
      signal.throwIfAborted();
      await finish(id, { state: 'done' });
      if (charge) charges.set(id, charge);
      log.debug({ document: id, fallbacks: document.fallbackCount }, 'document translated');
    } catch (error) {
      charge?.cancel();
      throw error;
    }
  };

  const run = async (id: string, signal: AbortSignal): Promise<void> => {
    try {
      const record = await store.find(id);
      if (!record) return;
      await translate(record, signal).catch(async (error) => {
        // Whoever cancelled it removes it; an orderly stop is nothing to hold against it.
        if (isStopping) await store.change(id, { state: 'queued', attempts: record.attempts });
        if (!signal.aborted) await fail(id, error);
      });
    } catch (error) {
      log.error({ document: id, err: error }, 'a document is given up until the next start');
    } finally {
      progress.delete(id);
    }
  };

  const fail = async (id: string, error: unknown): Promise<void> => {
    const isExpected = isAppError(error) && error.code !== 'internal';
    if (!isExpected) log.error({ document: id, err: error }, 'a document cannot be translated');
    const errorMessage = isExpected ? error.message : 'The document could not be translated.';
    await finish(id, { state: 'error', errorMessage });
    await files.removeAll(id);
  };

  const lane = createFairLane(run);

  return {
    add: (job) => lane.add(job),
    async resume() {
      for (const { id, ownerId } of await store.listUnfinished()) {
        // Of several servers, the one that has the file.
        if (await files.read(id, 'key')) lane.add({ id, ownerId });
      }
    },
    ended: (id) => lane.ended(id),
    secondsRemaining(id) {
      const { beganMs, done, all } = progress.get(id) ?? { beganMs: 0, done: 0, all: 0 };
      if (done === 0) return undefined;
      const msPerUnit = (performance.now() - beganMs) / done;
      return Math.max(1, Math.ceil((msPerUnit * (all - done)) / 1000));
    },
    takeCharge(id) {
      const charge = charges.get(id);
      charges.delete(id);
      return charge;
    },
    cancel: (id) => lane.cancel(id),
    async stop() {
      isStopping = true;
      await lane.stop();
    },
  };
};
