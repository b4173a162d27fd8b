import { Readable } from 'node:stream';
import {
  MEMORY_LIMITS,
  parseMemoryImport,
  type WireMemoryExport,
  type WireMemoryImport,
  type WireMemoryJob,
} from '@dragoman/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { JobFileAccess } from '../../memories/jobs/memory-jobs.js';
import type { MemoryJobRecord } from '../../memories/records/job-record.js';
import { toTime, toWireJob } from '../../memories/wire.js';
import { onceSent } from '../../translation/once-sent.js';
import type { HttpDependencies } from '../request/context.js';
import { ownerOf } from '../request/owner-of.js';
import { MEMORIES, type MemoryRoute, memoryKeyOf } from './memories.js';

interface JobRoute {
  readonly Params: { readonly job_id: string };
}

interface FileRoute {
  readonly Params: { readonly job_id: string; readonly token: string };
}

const FILES = { import: `${MEMORIES}/uploads`, export: `${MEMORIES}/downloads` };

/** Where the file of a job is sent or downloaded, at the address that the caller knows. */
const fileUrlOf = (
  { protocol, host }: FastifyRequest,
  { operation, id, token }: MemoryJobRecord,
): string => `${protocol}://${host}${FILES[operation]}/${id}/${token}`;

const accessOf = ({ params: { job_id: id, token } }: FastifyRequest<FileRoute>): JobFileAccess => ({
  id,
  token,
});

/** The calls that need a key. */
export const registerMemoryJobs = (
  app: FastifyInstance,
  { memoryJobs, now }: Pick<HttpDependencies, 'memoryJobs' | 'now'>,
): void => {
  app.post(`${MEMORIES}/import`, async (request): Promise<WireMemoryImport> => {
    const sent = parseMemoryImport(request.body);
    const job = await memoryJobs.createImport(ownerOf(request).id, sent);
    return {
      job_id: job.id,
      upload_url: fileUrlOf(request, job),
      expires_at: toTime(job.expiresAtMs),
    };
  });

  app.post<MemoryRoute>(`${MEMORIES}/:translation_memory_id/export`, async (request, reply) => {
    const key = memoryKeyOf(request);
    const { job, isReused } = await memoryJobs.createExport(key);
    const created: WireMemoryExport = {
      job_id: job.id,
      parameters: { translation_memory_id: key.id },
    };
    return reply.code(isReused ? 200 : 202).send(created);
  });

  app.get<JobRoute>(`${MEMORIES}/jobs/:job_id`, async (request): Promise<WireMemoryJob> => {
    const id = request.params.job_id.toLowerCase();
    const job = await memoryJobs.find({ ownerId: ownerOf(request).id, id });
    return toWireJob(job, { fileUrl: fileUrlOf(request, job), nowMs: now() });
  });
};

/** The files of jobs, for anyone who knows the address. */
export const registerMemoryFiles = (
  app: FastifyInstance,
  { memoryJobs }: Pick<HttpDependencies, 'memoryJobs'>,
): void => {
  app.register(async (scope) => {
    // A file is stored while it arrives, whatever its media type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (_request: unknown, content: Readable) => content);

    const options = { bodyLimit: MEMORY_LIMITS.importBytes };
    scope.put<FileRoute>(`${FILES.import}/:job_id/:token`, options, async (request, reply) => {
      const content = request.body instanceof Readable ? request.body : Readable.from([]);
      await memoryJobs.receive(accessOf(request), content);
      return reply.code(204).send();
    });

    scope.get<FileRoute>(`${FILES.export}/:job_id/:token`, async (request, reply) => {
      const { memory, content, end } = await memoryJobs.download(accessOf(request));
      onceSent(reply.raw, end);
      return reply
        .type('application/xml; charset=utf-8')
        .header('content-disposition', `attachment; filename="${memory.id}.tmx"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(content));
    });
  });
};
