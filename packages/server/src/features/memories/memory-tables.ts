import { createHash } from 'node:crypto';
import { notFoundError } from '@dragoman/contract';
import type { TextCode } from '@dragoman/core';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { OwnedId } from '../../platform/accounts/caller.js';
import type { Schema, SqlDatabase } from '../../platform/database/schema.js';
import { inChunks, lockOwner, writeAudit } from '../../platform/database/shared-queries.js';
import { withOutages } from '../../platform/database/store-error.js';
import { changeJob } from './memory-job-tables.js';
import type {
  Candidate,
  ImportJob,
  MemoryQuota,
  MemoryQuotaPart,
  MemoryRecord,
  MemoryStore,
  NewSegment,
  PostingBucket,
  StoredSegment,
  StoredTarget,
} from './memory-record.js';

type Writing = Transaction<Schema>;

const toRecord = (row: Selectable<Schema['translation_memories']>): MemoryRecord => ({
  id: row.id,
  number: row.number,
  ownerId: row.owner_id,
  name: row.name,
  sourceLanguage: row.source_language,
  targetLanguages: row.target_languages.split(','),
  segmentCount: row.segment_count,
  bucketBits: row.bucket_bits,
  createdAtMs: row.created_at,
});

const readyMemories = (db: Kysely<Schema>, ownerId: string) =>
  db
    .selectFrom('translation_memories')
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'ready');

/** Notes that an import gets further. @returns whether it still may */
const touch = async (trx: Writing, number: number, nowMs: number): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('translation_memories')
    .set({ touched_at: nowMs })
    .where('number', '=', number)
    .where('state', '=', 'importing')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

const findExceeded = async (
  db: Kysely<Schema>,
  ownerId: string,
  added: number,
  quota: MemoryQuota,
): Promise<MemoryQuotaPart | undefined> => {
  const { memories, segments } = await readyMemories(db, ownerId)
    .select((select) => [
      select.fn.countAll<number | string>().as('memories'),
      select.fn.sum<number | string | null>('segment_count').as('segments'),
    ])
    .executeTakeFirstOrThrow();
  if (Number(memories) >= quota.memories) return 'memories';
  return Number(segments ?? 0) + added > quota.segments ? 'segments' : undefined;
};

const completeJob = (
  trx: Writing,
  { id, skippedCount }: ImportJob,
  memoryId: string,
  updatedAtMs: number,
): Promise<boolean> =>
  changeJob(trx, id, 'processing', { state: 'completed', memoryId, skippedCount, updatedAtMs });

const setRemoved = async (db: Kysely<Schema>, { ownerId, id }: OwnedId): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('translation_memories')
    .set({ state: 'removed' })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The translations of a memory into one language. */
interface MemoryLanguage {
  readonly number: number;
  readonly language: string;
}

/** Values of a list that one statement looks for. */
const VALUES_PER_STATEMENT = 1000;

const candidates = (db: Kysely<Schema>, { number, language }: MemoryLanguage) =>
  db
    .selectFrom('memory_segments as s')
    .innerJoin('memory_targets as t', (join) =>
      join.onRef('t.memory', '=', 's.memory').onRef('t.position', '=', 's.position'),
    )
    .select(['s.position', 's.source_text', 's.codes as source_codes', 's.form'])
    .select(['t.target_text', 't.codes as target_codes'])
    .where('s.memory', '=', number)
    .where('t.language', '=', language);

type CandidateRow = Awaited<ReturnType<ReturnType<typeof candidates>['execute']>>[number];

const ROWS_PER_STATEMENT = 500;
/** Rows that are deleted at once, which takes some milliseconds. */
const ROWS_PER_PURGE = 1000;

/** Segments with the same text that are read to find the last one that fits. */
const MAX_EQUAL = 50;

/** Equal forms have equal digests, of 48 bits. */
const digestOf = (form: string): number =>
  createHash('sha256').update(form).digest().readUIntBE(0, 6);

const toJson = (codes: readonly TextCode[]): string | null =>
  codes.length === 0 ? null : JSON.stringify(codes);

const fromJson = (codes: string | null): readonly TextCode[] =>
  codes === null ? [] : JSON.parse(codes);

const insertSegments = async (
  trx: Transaction<Schema>,
  memory: number,
  segments: readonly NewSegment[],
): Promise<void> => {
  const sources = segments.map(({ position, text, codes, form }) => ({
    memory,
    position,
    source_text: text,
    codes: toJson(codes),
    form: form === text ? null : form,
    digest: digestOf(form),
  }));
  const targets = segments.flatMap(({ position, targets: translations }) =>
    translations.map(({ language, text, codes }) => ({
      memory,
      position,
      language,
      target_text: text,
      codes: toJson(codes),
    })),
  );
  await inChunks(sources, ROWS_PER_STATEMENT, (rows) =>
    trx.insertInto('memory_segments').values(rows).execute(),
  );
  await inChunks(targets, ROWS_PER_STATEMENT, (rows) =>
    trx.insertInto('memory_targets').values(rows).execute(),
  );
};

const insertPostings = async (
  trx: Transaction<Schema>,
  memory: number,
  postings: readonly PostingBucket[],
): Promise<void> => {
  const rows = postings.map(({ bucket, bytes }) => ({ memory, bucket, bytes: Buffer.from(bytes) }));
  await inChunks(rows, ROWS_PER_STATEMENT, (chunk) =>
    trx.insertInto('memory_postings').values(chunk).execute(),
  );
};

/** Segments from a position on, in order, with all their translations. */
const readSegments = async (
  db: Kysely<Schema>,
  memory: number,
  from: number,
  limit: number,
): Promise<readonly StoredSegment[]> => {
  const sources = await db
    .selectFrom('memory_segments')
    .select(['position', 'source_text', 'codes'])
    .where('memory', '=', memory)
    .where('position', '>=', from)
    .orderBy('position')
    .limit(limit)
    .execute();
  const last = sources.at(-1);
  if (!last) return [];
  const targets = await db
    .selectFrom('memory_targets')
    .select(['position', 'language', 'target_text', 'codes'])
    .where('memory', '=', memory)
    .where('position', '>=', from)
    .where('position', '<=', last.position)
    .orderBy('position')
    .orderBy('language')
    .execute();
  const byPosition = new Map<number, StoredTarget[]>();
  for (const { position, language, target_text: text, codes } of targets) {
    const known = byPosition.get(position) ?? [];
    known.push({ language, text, codes: fromJson(codes) });
    byPosition.set(position, known);
  }
  return sources.map(({ position, source_text: text, codes }) => ({
    position,
    text,
    codes: fromJson(codes),
    targets: byPosition.get(position) ?? [],
  }));
};

/** Deletes some rows of a memory. @returns whether there were none left */
const purgeRows = async (trx: Transaction<Schema>, memory: number): Promise<boolean> => {
  for (const [table, name] of [
    ['memory_postings', 'bucket'],
    ['memory_targets', 'position'],
    ['memory_segments', 'position'],
  ] as const) {
    const { dynamic } = trx;
    const column = dynamic.ref<'memory_segments.position'>(name);
    const { first } = await trx
      .selectFrom(table)
      .select((select) => select.fn.min<number | null>(column).as('first'))
      .where('memory', '=', memory)
      .executeTakeFirstOrThrow();
    if (first === null) continue;
    await trx
      .deleteFrom(table)
      .where('memory', '=', memory)
      .where(column, '<', first + ROWS_PER_PURGE)
      .execute();
    return false;
  }
  return true;
};

const toCandidate = (row: CandidateRow): Candidate => ({
  form: row.form ?? row.source_text,
  source: { text: row.source_text, codes: fromJson(row.source_codes) },
  target: { text: row.target_text, codes: fromJson(row.target_codes) },
});

/** The digests that many segments have. */
const findFrequent = async (
  db: Kysely<Schema>,
  number: number,
  digests: readonly number[],
): Promise<readonly number[]> => {
  const rows = await db
    .selectFrom('memory_segments')
    .select('digest')
    .where('memory', '=', number)
    .where('digest', 'in', digests)
    .groupBy('digest')
    .having((having) => having.fn.countAll(), '>', MAX_EQUAL)
    .execute();
  return rows.map(({ digest }) => digest);
};

/** Of the segments with a text, the last ones. */
const lastEqual = async (
  db: Kysely<Schema>,
  within: MemoryLanguage,
  digest: number,
): Promise<readonly CandidateRow[]> => {
  const rows = await db
    .selectFrom('memory_segments')
    .select('position')
    .where('memory', '=', within.number)
    .where('digest', '=', digest)
    .orderBy('position', 'desc')
    .limit(MAX_EQUAL)
    .execute();
  const positions = rows.map(({ position }) => position);
  return candidates(db, within).where('s.position', 'in', positions).execute();
};

/** The segments with one of these texts, in order. */
const findEqual = async (
  db: Kysely<Schema>,
  within: MemoryLanguage,
  forms: readonly string[],
): Promise<readonly Candidate[]> => {
  const wanted = new Set(forms);
  const rows = await inChunks([...wanted].map(digestOf), VALUES_PER_STATEMENT, async (digests) => {
    const frequent = await findFrequent(db, within.number, digests);
    const others = digests.filter((digest) => !frequent.includes(digest));
    const found: CandidateRow[] = [];
    if (others.length > 0) {
      found.push(...(await candidates(db, within).where('s.digest', 'in', others).execute()));
    }
    for (const digest of frequent) found.push(...(await lastEqual(db, within, digest)));
    return found;
  });
  // Sorted here: SQLite would read the whole memory in order instead of using its index.
  const inOrder = rows.toSorted((one, other) => one.position - other.position);
  return inOrder.map(toCandidate).filter(({ form }) => wanted.has(form));
};

/** The segments at these places, in the order of the places. */
const readCandidates = async (
  db: Kysely<Schema>,
  within: MemoryLanguage,
  positions: readonly number[],
): Promise<readonly Candidate[]> => {
  const rows = await inChunks(positions, VALUES_PER_STATEMENT, (chunk) =>
    candidates(db, within).where('s.position', 'in', chunk).execute(),
  );
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return positions.flatMap((position) => {
    const row = byPosition.get(position);
    return row ? [toCandidate(row)] : [];
  });
};

/** The postings of buckets, the smallest first: at most `maxBytes` of them. */
const readBuckets = async (
  db: Kysely<Schema>,
  number: number,
  buckets: readonly number[],
  maxBytes: number,
): Promise<readonly Uint8Array[]> => {
  const read = (chunk: readonly number[]) =>
    db.selectFrom('memory_postings').where('memory', '=', number).where('bucket', 'in', chunk);
  // The databases know the length of a value without reading it.
  const sizes = await inChunks(buckets, VALUES_PER_STATEMENT, (chunk) =>
    read(chunk)
      .select(['bucket', sql<number>`length(bytes)`.as('size')])
      .execute(),
  );
  const chosen: number[] = [];
  let byteCount = 0;
  for (const { bucket, size } of sizes.toSorted((one, other) => one.size - other.size)) {
    byteCount += size;
    if (byteCount > maxBytes) break;
    chosen.push(bucket);
  }
  const rows = await inChunks(chosen, VALUES_PER_STATEMENT, (chunk) =>
    read(chunk).select('bytes').execute(),
  );
  // libsql returns an ArrayBuffer, PostgreSQL a Buffer.
  return rows.map(({ bytes }) => new Uint8Array(bytes));
};

const createSqlMemoryStore = (db: SqlDatabase): MemoryStore => ({
  async begin({ id, number, ownerId, name, createdAtMs }) {
    await db
      .insertInto('translation_memories')
      .values({
        number,
        id,
        owner_id: ownerId,
        name,
        state: 'importing',
        source_language: '',
        target_languages: '',
        segment_count: 0,
        bucket_bits: 0,
        created_at: createdAtMs,
        touched_at: createdAtMs,
      })
      .execute();
  },
  addSegments: (number, segments, nowMs) =>
    db.transaction().execute(async (trx) => {
      if (!(await touch(trx, number, nowMs))) return false;
      await insertSegments(trx, number, segments);
      return true;
    }),
  addPostings: (number, postings, nowMs) =>
    db.transaction().execute(async (trx) => {
      if (!(await touch(trx, number, nowMs))) return false;
      await insertPostings(trx, number, postings);
      return true;
    }),
  finish: ({ id, number, ownerId }, finished, quota, { audit, job }) =>
    db.transaction().execute(async (trx) => {
      await lockOwner(trx, ownerId);
      const exceeded = await findExceeded(trx, ownerId, finished.segmentCount, quota);
      if (exceeded) return exceeded;
      const { numUpdatedRows } = await trx
        .updateTable('translation_memories')
        .set({
          state: 'ready',
          source_language: finished.sourceLanguage,
          target_languages: finished.targetLanguages.join(','),
          segment_count: finished.segmentCount,
          bucket_bits: finished.bucketBits,
        })
        .where('number', '=', number)
        .where('state', '=', 'importing')
        .executeTakeFirst();
      // It was given up meanwhile.
      if (numUpdatedRows === 0n) throw notFoundError('Translation memory');
      // Another server that shares the folder was faster.
      if (job && !(await completeJob(trx, job, id, audit.atMs)))
        throw notFoundError('Translation memory');
      await writeAudit(trx, audit);
      return undefined;
    }),
  async list(ownerId, { offset, limit }) {
    const rows = await readyMemories(db, ownerId)
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await readyMemories(db, ownerId)
      .select((select) => select.fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow();
    return { memories: rows.map(toRecord), total: Number(total) };
  },
  async find({ ownerId, id }) {
    const row = await readyMemories(db, ownerId)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toRecord(row);
  },
  readSegments: (number, from, limit) => readSegments(db, number, from, limit),
  findEqual: (number, language, forms) => findEqual(db, { number, language }, forms),
  readBuckets: (number, buckets, maxBytes) => readBuckets(db, number, buckets, maxBytes),
  readCandidates: (number, language, positions) =>
    readCandidates(db, { number, language }, positions),
  remove: (id, audit) =>
    db.transaction().execute(async (trx) => {
      if (!(await setRemoved(trx, id))) return false;
      await writeAudit(trx, audit);
      return true;
    }),
  async abandon(number) {
    await db
      .updateTable('translation_memories')
      .set({ state: 'removed' })
      .where('number', '=', number)
      .where('state', '=', 'importing')
      .execute();
  },
  async listRemoved(idleSinceMs) {
    const rows = await db
      .selectFrom('translation_memories')
      .select('number')
      .where(({ or, and, eb }) =>
        or([
          eb('state', '=', 'removed'),
          and([eb('state', '=', 'importing'), eb('touched_at', '<', idleSinceMs)]),
        ]),
      )
      .execute();
    return rows.map(({ number }) => number);
  },
  purge: (number) =>
    db.transaction().execute(async (trx) => {
      const isEmpty = await purgeRows(trx, number);
      if (isEmpty) {
        await trx.deleteFrom('translation_memories').where('number', '=', number).execute();
      }
      return isEmpty;
    }),
});

/** The translation memories in a database. Its outages are thrown as `DatabaseOutage`. */
export const createMemoryStore = (db: SqlDatabase): MemoryStore =>
  withOutages(createSqlMemoryStore(db));
