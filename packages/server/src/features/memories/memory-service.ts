import { createHash } from 'node:crypto';
import {
  invalidParameter,
  type MemoryPage,
  notFoundError,
  type SegmentFilter,
  type SegmentPage,
} from '@dragoman/contract';
import { yieldToLoop } from '@dragoman/core/event-loop';
import { auditEntryOf, type Caller, type OwnedId } from '../../platform/accounts/caller.js';
import { createWorkQueue } from '../../platform/work-queue.js';
import type { MemoryRecord, MemoryStore, StoredSegment } from './memory-record.js';

/** The segments of one page, and where the next one begins. */
interface FoundSegments {
  readonly memory: MemoryRecord;
  readonly segments: readonly StoredSegment[];
  readonly nextCursor: string | undefined;
}

/**
 * The translation memories of all keys. Every method rejects with AppError `not_found` for an id
 * that the key does not have.
 */
export interface MemoryService {
  /** The oldest first. */
  list(
    ownerId: string,
    page: MemoryPage,
  ): Promise<{ readonly memories: readonly MemoryRecord[]; readonly total: number }>;
  find(id: OwnedId): Promise<MemoryRecord>;
  /**
   * @param signal aborts when the caller leaves
   * @throws AppError `invalid_parameter` for a cursor of another filter; the signal's reason
   */
  findSegments(id: OwnedId, page: SegmentPage, signal: AbortSignal): Promise<FoundSegments>;
  remove(caller: Caller, id: string): Promise<void>;
}

/** Segments that a filter looks at before it lets others have their turn, some milliseconds. */
const SEGMENTS_PER_TURN = 500;
/** Segments that a filter looks at for one page; the next page goes on. */
const SEGMENTS_PER_PAGE = 100_000;
/** Turns that run at the same time: keys take them one after the other, however much each filters. */
const FILTER_PLACES = { all: 2, perOwner: 1 };

/** @param now milliseconds since 1970 */
export const createMemoryService = (store: MemoryStore, now: () => number): MemoryService => {
  const filterTurns = createWorkQueue(FILTER_PLACES);
  const find = async (id: OwnedId): Promise<MemoryRecord> => {
    const memory = await store.find(id);
    if (!memory) throw notFoundError('Translation memory');
    return memory;
  };
  return {
    list: (ownerId, { page, pageSize }) =>
      store.list(ownerId, { offset: page * pageSize, limit: pageSize }),
    find,
    async findSegments(id, { pageSize, cursor, filter }, signal) {
      const memory = await find(id);
      const first = cursor === undefined ? 0 : readCursor(cursor, filter);
      const step = filter ? SEGMENTS_PER_TURN : pageSize;
      const accepts = filter ? acceptedBy(filter) : () => true;
      const most = first + (filter ? SEGMENTS_PER_PAGE : pageSize);
      const segments: StoredSegment[] = [];
      let next = first;
      while (next < Math.min(most, memory.segmentCount) && segments.length < pageSize) {
        const readStep = () => store.readSegments(memory.number, next, step);
        const read = await (filter ? filterTurns.run(id, signal, readStep) : readStep());
        if (read.length === 0) throw notFoundError('Translation memory');
        for (const segment of read) {
          next = segment.position + 1;
          if (accepts(segment)) segments.push(segment);
          if (segments.length === pageSize) break;
        }
        if (filter) await yieldToLoop();
      }
      const isLast = next >= memory.segmentCount;
      return { memory, segments, nextCursor: isLast ? undefined : writeCursor(next, filter) };
    },
    async remove(caller, id) {
      const audit = auditEntryOf(caller, 'remove-memory', { memory: id }, now());
      if (!(await store.remove({ ownerId: caller.ownerId, id }, audit)))
        throw notFoundError('Translation memory');
    },
  };
};

const acceptedBy = ({ text, isCaseSensitive }: SegmentFilter) => {
  const fold = (one: string) => (isCaseSensitive ? one : one.toLowerCase());
  const wanted = fold(text);
  return (segment: StoredSegment): boolean =>
    [segment, ...segment.targets].some((one) => fold(one.text).includes(wanted));
};

const digestOf = (filter: SegmentFilter | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(filter ?? null))
    .digest('base64url')
    .slice(0, 12);

/** A cursor belongs to its filter: with another one, it would skip segments. */
const writeCursor = (position: number, filter: SegmentFilter | undefined): string =>
  `${position}.${digestOf(filter)}`;

const readCursor = (cursor: string, filter: SegmentFilter | undefined): number => {
  const [position = '', digest] = cursor.split('.');
  if (/^\d{1,9}$/.test(position) && digest === digestOf(filter)) return Number(position);
  throw invalidParameter('page_cursor', 'It is that of the previous page, with the same filter.');
};
