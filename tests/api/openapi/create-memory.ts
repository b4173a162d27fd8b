import type { WireMemoryExport, WireMemoryImport, WireMemoryJob } from '@dragoman/contract';
import { expect, vi } from 'vitest';
import { MEMORY_ROUTES } from '../../../packages/server/dist/features/memories/memory-routes.js';

type Call = (path: string, init?: RequestInit) => Promise<Response>;

const PATH = '/v3/translation_memories';

const FILE = MEMORY_ROUTES.find(({ file }) => file)?.file?.example ?? '';

/** The job and the secret in an address such as `…/uploads/{job_id}/{token}`. */
const partsOf = (url = ''): Readonly<Record<string, string>> => {
  const [job_id = '', token = ''] = new URL(url).pathname.split('/').slice(-2);
  return { job_id, token };
};

/** Creates a translation memory from the file of the examples. */
export const createMemory = async (
  call: Call,
  operation: string,
): Promise<Readonly<Record<string, string>>> => {
  const post = async (path: string, body?: object) => {
    const response = await call(path, {
      method: 'POST',
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    return response.json();
  };
  const jobOf = async (id: string) =>
    (await (await call(`${PATH}/jobs/${id}`)).json()) as WireMemoryJob;

  const source_file = { file_name: 'greetings.tmx', content_length: Buffer.byteLength(FILE) };
  const announced = (await post(`${PATH}/import`, { source_file })) as WireMemoryImport;
  if (operation === 'uploadTranslationMemoryFile') return partsOf(announced.upload_url);
  expect((await fetch(announced.upload_url, { method: 'PUT', body: FILE })).status).toBe(204);
  const memoryId = await vi.waitUntil(
    async () => (await jobOf(announced.job_id)).results[0]?.translation_memory_id,
    { timeout: 20_000 },
  );
  const own = { translation_memory_id: memoryId, job_id: announced.job_id };
  if (operation !== 'downloadTranslationMemory') return own;
  const exported = (await post(`${PATH}/${memoryId}/export`)) as WireMemoryExport;
  return partsOf((await jobOf(exported.job_id)).results[0]?.download_url);
};
