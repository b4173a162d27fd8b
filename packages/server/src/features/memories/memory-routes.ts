import { Readable } from 'node:stream';
import {
  described,
  IMPORT_MEMORY_BODY,
  MEMORY_EXPORT,
  MEMORY_IMPORT,
  MEMORY_JOB,
  MEMORY_LIMITS,
  MEMORY_PAGE_QUERY,
  MEMORY_SEGMENTS,
  SEGMENT_PAGE_QUERY,
  TRANSLATION_MEMORIES,
  TRANSLATION_MEMORY,
  uuid,
  type WireMemories,
  type WireMemory,
  type WireMemoryExport,
  type WireMemoryImport,
  type WireMemoryJob,
  type WireMemorySegments,
} from '@dragoman/contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { callerOf, ownedIdOf, ownerOf } from '../../platform/accounts/caller.js';
import { publicAddressOf } from '../../platform/http/addresses.js';
import { defineRoute, type Route, type RouteTag } from '../../platform/http/define-route.js';
import { onceSent, signalOf } from '../../platform/http/once-sent.js';
import { toIsoTime } from '../../platform/times.js';
import type { MemoryJobRecord } from './memory-record.js';
import { toWireJob, toWireMemory, toWireSegment } from './memory-record.js';

const MEMORIES_TAG: RouteTag = {
  name: 'Translation memories',
  description:
    'Sentences that were translated before; their translations are used instead of the engine where they fit.',
};

const ALL = '/v3/translation_memories';
const ONE = `${ALL}/:translation_memory_id`;
const FILES = { import: `${ALL}/uploads`, export: `${ALL}/downloads` };

const ID = '8b2f5c1e-6d3a-4f70-9c1b-2e4d6f8a0b13';
const JOB_ID = '3c9d1a7e-5b2f-4e68-8a0c-7f1e2d3b4c56';
const TOKEN = 'q3Zs0F1nV7yK2mXw9bTgRjLh5dPcA8eUoI6tNfGkSvE';
const ADDRESS = 'http://127.0.0.1:3030';
const TMX_TYPE = 'application/xml';
const FILE = `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="en"><seg>Good morning!</seg></tuv><tuv xml:lang="es"><seg>¡Buen día!</seg></tuv></tu>
</body></tmx>
`;
const TIME = '2026-11-23T09:00:00.000Z';
const MEMORY = {
  translation_memory_id: ID,
  name: 'Greetings',
  source_language: 'en',
  target_languages: ['es'],
  segment_count: 1,
  creation_time: TIME,
  updated_time: TIME,
};
const SOURCE_FILE = { file_name: 'greetings.tmx', content_length: Buffer.byteLength(FILE) };

const shared = { tag: MEMORIES_TAG, permissions: ['translate'] } as const;
const ofOne = {
  ...shared,
  params: z.object({ translation_memory_id: uuid('The id of the translation memory.', ID) }),
  errors: ['invalid_parameter', 'not_found'],
} as const;
const jobId = described(z.string(), 'The id of the job.', JOB_ID);
/** The address of a file is all that is needed. */
const ofFile = {
  tag: MEMORIES_TAG,
  params: z
    .object({
      job_id: jobId,
      token: described(z.string(), 'The secret part of the address.', TOKEN),
    })
    .transform(({ job_id: id, token }) => ({ id, token })),
} as const;

/** Where the file of a job is sent or downloaded, at the address that the caller knows. */
const fileUrlOf = (request: FastifyRequest, { operation, id, token }: MemoryJobRecord): string =>
  `${publicAddressOf(request)}${FILES[operation]}/${id}/${token}`;

/** The routes of `/v3/translation_memories`. */
export const MEMORY_ROUTES: readonly Route[] = [
  defineRoute({
    ...shared,
    method: 'get',
    url: ALL,
    id: 'listTranslationMemories',
    summary: 'List translation memories',
    query: MEMORY_PAGE_QUERY,
    responses: [
      {
        status: 200,
        description: 'Those of this key, the oldest first.',
        schema: TRANSLATION_MEMORIES,
        example: { translation_memories: [MEMORY], total_count: 1 },
      },
    ],
    errors: ['invalid_parameter'],
    handler: async ({ query, request }, { memories }): Promise<WireMemories> => {
      const listed = await memories.list(ownerOf(request).id, query);
      return {
        translation_memories: listed.memories.map(toWireMemory),
        total_count: listed.total,
      };
    },
  }),
  defineRoute({
    ...ofOne,
    method: 'get',
    url: ONE,
    id: 'getTranslationMemory',
    summary: 'Show a translation memory',
    responses: [
      {
        status: 200,
        description: 'The translation memory.',
        schema: TRANSLATION_MEMORY,
        example: MEMORY,
      },
    ],
    handler: async ({ params, request }, { memories }): Promise<WireMemory> =>
      toWireMemory(await memories.find(ownedIdOf(request, params.translation_memory_id))),
  }),
  defineRoute({
    ...ofOne,
    method: 'get',
    url: `${ONE}/segments`,
    id: 'listTranslationMemorySegments',
    summary: 'List the segments of a translation memory',
    description: 'For the next page, add `page_cursor` with the `next_page_cursor` of this one.',
    query: SEGMENT_PAGE_QUERY,
    responses: [
      {
        status: 200,
        description: 'One page, in the order of the file.',
        schema: MEMORY_SEGMENTS,
        example: {
          segments: [
            {
              source_segment_id: '0',
              source_text: 'Good morning!',
              targets: [
                { target_segment_id: '0-es', target_language: 'es', target_text: '¡Buen día!' },
              ],
            },
          ],
          segment_count: 1,
        },
      },
    ],
    handler: async (
      { params, query, request, reply },
      { memories },
    ): Promise<WireMemorySegments> => {
      const id = ownedIdOf(request, params.translation_memory_id);
      const signal = signalOf(reply.raw);
      const { memory, segments, nextCursor } = await memories.findSegments(id, query, signal);
      return {
        segments: segments.map(toWireSegment),
        segment_count: memory.segmentCount,
        ...(nextCursor !== undefined && { next_page_cursor: nextCursor }),
      };
    },
  }),
  defineRoute({
    ...ofOne,
    method: 'delete',
    url: ONE,
    id: 'deleteTranslationMemory',
    summary: 'Delete a translation memory',
    responses: [{ status: 204, description: 'It is deleted.' }],
    handler: ({ params, request }, { memories }) =>
      memories.remove(callerOf(request), params.translation_memory_id),
  }),
  defineRoute({
    ...shared,
    method: 'post',
    url: `${ALL}/import`,
    id: 'importTranslationMemory',
    summary: 'Create a translation memory from a TMX file',
    description: `Announces the file. Then send it to \`upload_url\` within a day, and ask for the job until it is \`completed\`. A file may have ${MEMORY_LIMITS.importBytes} bytes.`,
    body: {
      schema: IMPORT_MEMORY_BODY,
      example: { source_file: SOURCE_FILE, parameters: { display_name: 'Greetings' } },
    },
    responses: [
      {
        status: 200,
        description: 'The job.',
        schema: MEMORY_IMPORT,
        example: {
          job_id: JOB_ID,
          upload_url: `${ADDRESS}${FILES.import}/${JOB_ID}/${TOKEN}`,
          expires_at: TIME,
        },
      },
    ],
    errors: ['invalid_parameter', 'quota_exceeded', 'too_many_requests'],
    handler: async ({ body, request }, { memoryJobs }): Promise<WireMemoryImport> => {
      const job = await memoryJobs.createImport(ownerOf(request).id, body);
      return {
        job_id: job.id,
        upload_url: fileUrlOf(request, job),
        expires_at: toIsoTime(job.expiresAtMs),
      };
    },
  }),
  defineRoute({
    ...ofFile,
    method: 'put',
    url: `${FILES.import}/:job_id/:token`,
    id: 'uploadTranslationMemoryFile',
    summary: 'Send the file of an import',
    description: 'Works once. The address is all that is needed.',
    file: { mediaType: TMX_TYPE, maxBytes: MEMORY_LIMITS.importBytes, example: FILE },
    responses: [{ status: 204, description: 'The file has arrived, and is being read.' }],
    errors: ['invalid_parameter', 'not_found', 'body_too_large', 'too_many_requests'],
    handler: ({ params, request }, { memoryJobs }) =>
      // It is stored while it arrives, whatever its media type.
      memoryJobs.receive(
        params,
        request.body instanceof Readable ? request.body : Readable.from([]),
      ),
  }),
  defineRoute({
    ...ofOne,
    method: 'post',
    url: `${ONE}/export`,
    id: 'exportTranslationMemory',
    summary: 'Export a translation memory as a TMX file',
    description:
      'The job has the address of the file. An export that waits for its download is returned again, with status 200.',
    responses: [
      {
        status: 202,
        description: 'The job.',
        schema: MEMORY_EXPORT,
        example: { job_id: JOB_ID, parameters: { translation_memory_id: ID } },
      },
    ],
    errors: ['invalid_parameter', 'not_found', 'too_many_requests'],
    handler: async ({ params, request, reply }, { memoryJobs }): Promise<WireMemoryExport> => {
      const { job, isReused } = await memoryJobs.createExport(
        ownedIdOf(request, params.translation_memory_id),
      );
      if (isReused) reply.code(200);
      return { job_id: job.id, parameters: params };
    },
  }),
  defineRoute({
    ...shared,
    method: 'get',
    url: `${ALL}/jobs/:job_id`,
    id: 'getTranslationMemoryJob',
    summary: 'Show an import or an export',
    params: z.object({ job_id: jobId }),
    responses: [
      {
        status: 200,
        description: 'The job.',
        schema: MEMORY_JOB,
        example: {
          job_id: JOB_ID,
          product: 'translation_memory',
          operation: 'import',
          creation_time: TIME,
          updated_time: TIME,
          source_file: { ...SOURCE_FILE, content_type: TMX_TYPE },
          parameters: { display_name: 'Greetings' },
          results: [{ status: 'completed', translation_memory_id: ID, skipped_segment_count: 0 }],
        },
      },
    ],
    errors: ['not_found'],
    handler: async ({ params, request }, { memoryJobs, now }): Promise<WireMemoryJob> => {
      const ownerId = ownerOf(request).id;
      const job = await memoryJobs.find({ ownerId, id: params.job_id.toLowerCase() });
      return toWireJob(job, { fileUrl: fileUrlOf(request, job), nowMs: now() });
    },
  }),
  defineRoute({
    ...ofFile,
    method: 'get',
    url: `${FILES.export}/:job_id/:token`,
    id: 'downloadTranslationMemory',
    summary: 'Download the file of an export',
    description: 'Works once. The address is all that is needed.',
    responses: [{ status: 200, description: 'TMX 1.4 in UTF-8.', mediaType: TMX_TYPE }],
    errors: ['not_found'],
    handler: async ({ params, reply }, { memoryJobs }) => {
      const { memory, content, end } = await memoryJobs.download(params);
      onceSent(reply.raw, end);
      return reply
        .type('application/xml; charset=utf-8')
        .header('content-disposition', `attachment; filename="${memory.id}.tmx"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(content));
    },
  }),
];
