import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/database/schema.js';
import type { Candidate } from '../memory-record.js';
import { digestOf, fromJson } from './segment-rows.js';

/** The translations of a memory into one language. */
interface Place {
  readonly number: number;
  readonly language: string;
}

/** Values of one statement: databases bound the number of parameters. */
const VALUES_PER_STATEMENT = 1000;

const inPieces = async <Value, Row>(
  values: readonly Value[],
  read: (piece: readonly Value[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (let start = 0; start < values.length; start += VALUES_PER_STATEMENT) {
    rows.push(...(await read(values.slice(start, start + VALUES_PER_STATEMENT))));
  }
  return rows;
};

const candidates = (db: Kysely<Schema>, { number, language }: Place) =>
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

const toCandidate = (row: CandidateRow): Candidate => ({
  form: row.form ?? row.source_text,
  source: { text: row.source_text, codes: fromJson(row.source_codes) },
  target: { text: row.target_text, codes: fromJson(row.target_codes) },
});

/** The segments with one of these texts, in order. */
export const findEqual = async (
  db: Kysely<Schema>,
  place: Place,
  forms: readonly string[],
): Promise<readonly Candidate[]> => {
  const wanted = new Set(forms);
  const rows = await inPieces([...wanted].map(digestOf), (digests) =>
    candidates(db, place).where('s.digest', 'in', digests).execute(),
  );
  // Sorted here: SQLite would read the whole memory in order instead of using its index.
  const inOrder = rows.toSorted((one, other) => one.position - other.position);
  return inOrder.map(toCandidate).filter(({ form }) => wanted.has(form));
};

/** The segments at these places, in the order of the places. */
export const readCandidates = async (
  db: Kysely<Schema>,
  place: Place,
  positions: readonly number[],
): Promise<readonly Candidate[]> => {
  const rows = await inPieces(positions, (piece) =>
    candidates(db, place).where('s.position', 'in', piece).execute(),
  );
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return positions.flatMap((position) => {
    const row = byPosition.get(position);
    return row ? [toCandidate(row)] : [];
  });
};

/** The postings of buckets. */
export const readBuckets = async (
  db: Kysely<Schema>,
  number: number,
  buckets: readonly number[],
): Promise<readonly Uint8Array[]> => {
  const rows = await inPieces(buckets, (piece) =>
    db
      .selectFrom('memory_postings')
      .select('bytes')
      .where('memory', '=', number)
      .where('bucket', 'in', piece)
      .execute(),
  );
  // libsql returns an ArrayBuffer, PostgreSQL a Buffer.
  return rows.map(({ bytes }) => new Uint8Array(bytes));
};
