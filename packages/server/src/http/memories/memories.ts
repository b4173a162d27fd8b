import {
  invalidParameter,
  isUuid,
  parseMemoryPage,
  parseSegmentPage,
  type WireMemories,
  type WireMemory,
  type WireMemorySegments,
} from '@dragoman/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MemoryKey } from '../../memories/records/memory-record.js';
import { toWireMemory, toWireSegment } from '../../memories/wire.js';
import type { HttpDependencies } from '../request/context.js';
import { callerOf, ownerOf } from '../request/owner-of.js';

/** A route for one translation memory. */
export interface MemoryRoute {
  readonly Params: { readonly translation_memory_id: string };
}

export const MEMORIES = '/v3/translation_memories';

/** @throws AppError `invalid_parameter` for a malformed id */
export const memoryKeyOf = (request: FastifyRequest<MemoryRoute>): MemoryKey => {
  const { translation_memory_id: id } = request.params;
  if (!isUuid(id)) throw invalidParameter('translation_memory_id', 'It is a UUID.');
  return { ownerId: ownerOf(request).id, id: id.toLowerCase() };
};

/** The calls for the memories that are there. */
export const registerMemories = (
  app: FastifyInstance,
  { memories }: Pick<HttpDependencies, 'memories'>,
): void => {
  app.get<MemoryRoute>(
    `${MEMORIES}/:translation_memory_id`,
    async (request): Promise<WireMemory> => toWireMemory(await memories.find(memoryKeyOf(request))),
  );

  app.delete<MemoryRoute>(`${MEMORIES}/:translation_memory_id`, async (request, reply) => {
    await memories.remove(callerOf(request), memoryKeyOf(request).id);
    return reply.code(204).send();
  });

  app.get<MemoryRoute>(
    `${MEMORIES}/:translation_memory_id/segments`,
    async (request): Promise<WireMemorySegments> => {
      const key = memoryKeyOf(request);
      const page = parseSegmentPage(request.query);
      const { memory, segments, nextCursor } = await memories.findSegments(key, page);
      return {
        segments: segments.map(toWireSegment),
        segment_count: memory.segmentCount,
        ...(nextCursor !== undefined && { next_page_cursor: nextCursor }),
      };
    },
  );
};

/** The list. */
export const registerMemoryList = (
  app: FastifyInstance,
  { memories }: Pick<HttpDependencies, 'memories'>,
): void => {
  app.get(MEMORIES, async (request): Promise<WireMemories> => {
    const page = parseMemoryPage(request.query);
    const listed = await memories.list(ownerOf(request).id, page);
    return {
      translation_memories: listed.memories.map(toWireMemory),
      total_count: listed.total,
    };
  });
};
