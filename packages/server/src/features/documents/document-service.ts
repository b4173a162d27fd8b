import { Readable } from 'node:stream';
import {
  AppError,
  type DocumentFields,
  type DocumentHandle,
  type DocumentStatus,
  notFoundError,
} from '@dragoman/contract';
import { type DocumentFormat, FORMATS } from '@dragoman/documents';
import type { FastifyReply } from 'fastify';
import { billingPeriodOf } from '../../platform/accounts/billing-period.js';
import type { KeyRecord } from '../../platform/accounts/key-record.js';
import { isTemporaryStoreFailure } from '../../platform/database/store-error.js';
import type { Charge } from '../keys-and-usage/usage-ledger.js';
import { digestOfDocumentKey, encrypt, fileKeyOf, isDocumentKey } from './document-cipher.js';
import { createDocumentJobs, type DocumentJobsDependencies, keyPurpose } from './document-jobs.js';
import type { DocumentRecord, OwnerLimits } from './document-record.js';
import { createDownloads, type DocumentDownload } from './downloads.js';
import { attachment } from './file-names.js';
import { prepareUpload, type SentFile, type Upload } from './prepare-upload.js';
import { createFileReceiver, type ReceiveFile } from './receive-files.js';

/** The first question about a document may wait so long: most are done then. */
const FIRST_STATUS_WAIT_MS = 2000;
/** Who asks about a document asks again sooner than this. */
const ASKED_MS = 600_000;
const SWEEP_INTERVAL_MS = 30_000;
const HEXADECIMAL = /^[0-9A-F]{1,64}$/;

/** Says which document is meant, and that one may see it. */
export interface DocumentAccess {
  readonly id: string;
  readonly key: string;
  /** Left out where the document's own key is enough, as in a link. */
  readonly ownerId?: string;
}

/** Documents: received, translated in a queue of their own, asked about, downloaded. */
export interface DocumentService {
  /** Stores a file while it arrives. */
  readonly receive: ReceiveFile;
  /**
   * Checks a file and its fields, with what their owner has stored; see {@link prepareUpload}.
   *
   * @param tag under which it is reported
   */
  prepare(
    owner: Pick<KeyRecord, 'id'>,
    file: SentFile | undefined,
    fields: DocumentFields,
    tag?: string,
  ): Promise<Upload<SentFile>>;
  /**
   * Makes a document of a file, which cannot be discarded any more.
   *
   * @throws AppError `quota_exceeded`, `too_many_requests`
   */
  accept(owner: KeyRecord, upload: Upload): Promise<DocumentHandle>;
  /** @throws AppError `not_found`, the same whatever does not fit */
  status(access: DocumentAccess): Promise<DocumentStatus>;
  /**
   * The status once the document is done or has failed, or when the signal aborts.
   *
   * @throws AppError `not_found`
   */
  outcome(access: DocumentAccess, signal: AbortSignal): Promise<DocumentStatus>;
  /**
   * The first time it is billed, and stays for a while; from then on it is free.
   *
   * @throws AppError `not_found`, `document_not_done`, `quota_exceeded`, `unavailable`
   */
  download(access: DocumentAccess): Promise<DocumentDownload>;
  /**
   * Ends the work on a document and deletes it.
   *
   * @throws AppError `not_found`
   */
  cancel(access: DocumentAccess): Promise<void>;
  /** Resumes what an earlier run left, and deletes from now on what has had its time. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface DocumentServiceDependencies extends DocumentJobsDependencies {
  readonly maxPerKey: number;
  /** Files that belong to no document may belong to an upload that arrives, for so long. */
  readonly uploadGraceMs: number;
  /** How long a document stays after its first download. */
  readonly keepMs: number;
}

export const createDocumentService = (
  dependencies: DocumentServiceDependencies,
): DocumentService => {
  const { store, files, translator, resolveRequest, ledger, now, retentionMs, log } = dependencies;
  const jobs = createDocumentJobs(dependencies);
  const receiver = createFileReceiver({ files, log });
  /** When documents were last asked about. */
  const lastAskedMs = new Map<string, number>();
  /** Uploads that failed and could not be removed. */
  const failed = new Set<string>();
  let sweeper: NodeJS.Timeout | undefined;
  let isStopped = false;

  const find = async ({ id, key, ownerId }: DocumentAccess): Promise<DocumentRecord> => {
    if (!HEXADECIMAL.test(id) || !HEXADECIMAL.test(key)) throw notFoundError('Document');
    const record = await store.find(id);
    const isOwners = ownerId === undefined || record?.ownerId === ownerId;
    if (!record || !isOwners || !isDocumentKey(key, record.keyDigest))
      throw notFoundError('Document');
    return record;
  };

  /** Asking about a document extends its time, unless no server works on it any more. */
  const keepAlive = async (record: DocumentRecord): Promise<void> => {
    const { id, state, expiresAtMs, billedAtMs } = record;
    if (billedAtMs !== null) return;
    const isStuck = (state === 'queued' || state === 'translating') && !jobs.has(id);
    const nextMs = now() + retentionMs;
    if (!isStuck && nextMs - expiresAtMs > retentionMs / 60) {
      await store.change(id, { expiresAtMs: nextMs });
    }
  };

  const remove = async (id: string): Promise<void> => {
    await jobs.cancel(id);
    jobs.takeCharge(id)?.cancel();
    lastAskedMs.delete(id);
    // On a full disk only the files can be removed, and then the rest.
    await files.removeAll(id);
    await store.remove(id);
  };

  /** One that cannot be deleted does not keep the others. */
  const unlessItFails = async (id: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.warn({ err: error, document: id }, 'a document cannot be deleted now; it is tried again');
    }
  };

  const sweep = async (): Promise<void> => {
    // Another server may have removed them.
    for (const [id, atMs] of lastAskedMs) if (atMs < now() - ASKED_MS) lastAskedMs.delete(id);
    try {
      const lost = [...failed, ...(await jobs.recover()), ...(await store.listExpired(now()))];
      for (const id of lost) {
        await unlessItFails(id, async () => {
          await remove(id);
          failed.delete(id);
        });
      }
      const left: string[] = [];
      for (const id of await files.listIds(now() - dependencies.uploadGraceMs)) {
        if (!receiver.has(id) && !(await store.find(id))) left.push(id);
      }
      await files.removeLeft(left);
    } catch (error) {
      log.warn({ err: error }, 'documents cannot be deleted now; it is tried again');
    }
  };

  /** The next one begins only after the end of this one, which a slow disk may take long for. */
  const sweepLater = (): void => {
    const waitMs = Math.min(SWEEP_INTERVAL_MS, retentionMs);
    sweeper = setTimeout(async () => {
      await sweep();
      if (!isStopped) sweepLater();
    }, waitMs);
    sweeper.unref();
  };

  const limitsOf = ({ limits: { documentsPerMonth } }: KeyRecord): OwnerLimits => ({
    waiting: dependencies.maxPerKey,
    ...(documentsPerMonth !== null && {
      monthly: { documents: documentsPerMonth, month: billingPeriodOf(now()) },
    }),
  });

  const reserve = async (record: DocumentRecord): Promise<Charge> => {
    const { id, ownerId, options, characters } = record;
    const owner = await dependencies.findOwner(ownerId);
    if (!owner) throw notFoundError('Document');
    return jobs.takeCharge(id) ?? ledger.reserve(owner, characters ?? 0, options.tag);
  };

  const describe = async (record: DocumentRecord): Promise<DocumentStatus> => {
    const { id, state, characters, errorMessage, error } = record;
    const seconds = state === 'translating' ? jobs.secondsRemaining(record) : undefined;
    const position = state === 'queued' ? await jobs.position(id) : undefined;
    return {
      document_id: id,
      status: state,
      ...(position !== undefined && { queue_position: position }),
      ...(seconds !== undefined && { seconds_remaining: seconds }),
      ...(state === 'done' && { billed_characters: characters ?? 0 }),
      ...(state === 'done' && errorMessage && { message: errorMessage }),
      ...(state === 'error' && {
        error_message: errorMessage ?? '',
        message: errorMessage ?? '',
        error_code: error?.code ?? 'internal',
        ...(error?.parameter !== undefined && { error_parameter: error.parameter }),
        ...(error?.reason !== undefined && { error_reason: error.reason }),
        ...(error?.language !== undefined && { error_language: error.language }),
      }),
    };
  };

  const downloads = createDownloads({ ...dependencies, reserve, remove });

  return {
    receive: receiver.receive,

    prepare: ({ id }, file, fields, tag) =>
      prepareUpload(file, fields, tag, {
        translator,
        resolve: async (parameters) => (await resolveRequest(id, parameters)).request,
      }),

    async accept(owner, { file: { secrets, byteCount }, fileName, options }) {
      // Its characters are only known when it has been read. Without even one left, it is refused now.
      (await ledger.reserve(owner, 1)).cancel();
      const { id } = secrets;
      const fileKey = fileKeyOf(secrets);
      const serverKey = await dependencies.serverKey();
      const outcome = await store.insert(
        {
          id,
          ownerId: owner.id,
          state: 'queued',
          keyDigest: digestOfDocumentKey(secrets.key),
          options: { ...options, byteCount },
          createdAtMs: now(),
          expiresAtMs: now() + retentionMs,
          attempts: 0,
          characters: null,
          errorMessage: null,
          error: null,
          expectedEndMs: null,
          billedAtMs: null,
        },
        limitsOf(owner),
      );
      if (outcome === 'quota exceeded') throw new AppError('quota_exceeded');
      if (outcome === 'too many waiting') {
        throw new AppError('too_many_requests', {
          message: `Too many non-downloaded documents: ${dependencies.maxPerKey} are waiting or were not downloaded. Download or cancel one.`,
          retryAfterSeconds: 5,
        });
      }
      try {
        await files.write(id, 'name', encrypt(fileKey, 'name', Buffer.from(fileName)));
        await files.write(id, 'key', encrypt(serverKey, keyPurpose(id), fileKey));
        await jobs.add({ id, ownerId: owner.id, byteCount });
        receiver.keep(id);
      } catch (error) {
        // The sweep does what a full disk does not let happen now.
        failed.add(id);
        await remove(id)
          .then(() => failed.delete(id))
          .catch(() => {});
        throw error;
      }
      return { document_id: id, document_key: secrets.key };
    },

    async status(access) {
      let record = await find(access);
      const { id } = record;
      const isSoon = (jobs.secondsRemaining(record) ?? 0) * 1000 <= FIRST_STATUS_WAIT_MS;
      if (jobs.has(id) && isSoon && !lastAskedMs.has(id)) {
        await jobs.untilEnded(id, AbortSignal.timeout(FIRST_STATUS_WAIT_MS));
        record = await find(access);
      }
      lastAskedMs.set(id, now());
      await keepAlive(record).catch((error) => {
        // On a full disk one can still ask.
        if (!isTemporaryStoreFailure(error)) throw error;
        log.warn({ document: id, err: error }, 'the time of a document cannot be extended now');
      });
      return describe(record);
    },

    async outcome(access, signal) {
      const { id } = await find(access);
      if (jobs.has(id)) await jobs.untilEnded(id, signal);
      return describe(await find(access));
    },

    download: async (access) => downloads.begin(await find(access), access),

    cancel: async (access) => remove((await find(access)).id),

    async start() {
      await sweep();
      await jobs.start();
      sweepLater();
    },

    async stop() {
      isStopped = true;
      clearTimeout(sweeper);
      await jobs.stop();
      await downloads.stop();
    },
  };
};

/** The media type a document is downloaded as. */
const mediaTypeOf = (format: DocumentFormat): string =>
  FORMATS[format].mediaTypes[0] ?? 'application/octet-stream';

/** Sends a translated document chunk by chunk, as its client takes it. */
export const sendDocument = (reply: FastifyReply, download: DocumentDownload): FastifyReply => {
  const { raw } = reply;
  if (raw.destroyed) download.end();
  else raw.once('close', () => download.end());
  return reply
    .type(mediaTypeOf(download.format))
    .header('content-disposition', attachment(download.fileName))
    .header('cache-control', 'no-store')
    .header('content-length', download.byteCount)
    .send(Readable.from(download.chunks, { objectMode: false }));
};
