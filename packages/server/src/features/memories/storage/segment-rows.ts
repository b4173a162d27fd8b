import { createHash } from 'node:crypto';
import type { TextCode } from '@dragoman/core';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.js';
import type { NewSegment, PostingBucket, StoredSegment, StoredTarget } from '../memory-record.js';

/** Rows of one statement: databases bound the number of parameters. */
const ROWS_PER_STATEMENT = 500;
/** Rows that are deleted at once, which takes some milliseconds. */
const ROWS_PER_PURGE = 1000;

/** Equal forms have equal digests, of 48 bits. */
export const digestOf = (form: string): number =>
  createHash('sha256').update(form).digest().readUIntBE(0, 6);

const toJson = (codes: readonly TextCode[]): string | null =>
  codes.length === 0 ? null : JSON.stringify(codes);

export const fromJson = (codes: string | null): readonly TextCode[] =>
  codes === null ? [] : JSON.parse(codes);

const inPieces = async <Row>(
  rows: readonly Row[],
  work: (piece: readonly Row[]) => Promise<unknown>,
): Promise<void> => {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await work(rows.slice(start, start + ROWS_PER_STATEMENT));
  }
};

export const insertSegments = async (
  trx: Transaction<Schema>,
  memory: number,
  segments: readonly NewSegment[],
): Promise<void> => {
  const sources = segments.map(({ position, text, codes, form }) => ({
    ...{ memory, position, source_text: text, codes: toJson(codes) },
    ...{ form: form === text ? null : form, digest: digestOf(form) },
  }));
  const targets = segments.flatMap(({ position, targets: translations }) =>
    translations.map(({ language, text, codes }) => ({
      ...{ memory, position, language, target_text: text, codes: toJson(codes) },
    })),
  );
  await inPieces(sources, (rows) => trx.insertInto('memory_segments').values(rows).execute());
  await inPieces(targets, (rows) => trx.insertInto('memory_targets').values(rows).execute());
};

export const insertPostings = (
  trx: Transaction<Schema>,
  memory: number,
  postings: readonly PostingBucket[],
): Promise<void> =>
  inPieces(
    postings.map(({ bucket, bytes }) => ({ memory, bucket, bytes: Buffer.from(bytes) })),
    (rows) => trx.insertInto('memory_postings').values(rows).execute(),
  );

/** Segments from a position on, in order, with all their translations. */
export const readSegments = async (
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
export const purgeRows = async (trx: Transaction<Schema>, memory: number): Promise<boolean> => {
  for (const [table, column] of [
    ['memory_postings', 'bucket'],
    ['memory_targets', 'position'],
    ['memory_segments', 'position'],
  ] as const) {
    const { dynamic } = trx;
    const place = dynamic.ref<'memory_segments.position'>(column);
    const { first } = await trx
      .selectFrom(table)
      .select((select) => select.fn.min<number | null>(place).as('first'))
      .where('memory', '=', memory)
      .executeTakeFirstOrThrow();
    if (first === null) continue;
    await trx
      .deleteFrom(table)
      .where('memory', '=', memory)
      .where(place, '<', first + ROWS_PER_PURGE)
      .execute();
    return false;
  }
  return true;
};
