import { watch } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WireMemories, WireMemoryImport, WireMemoryJob } from '@dragoman/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AccountServers, accountServers } from '../support/account-servers.js';
import type { TestServer } from '../support/start-server.js';

const SEGMENTS = 30_000;
const TIMEOUT_MS = 300_000;
const PATH = '/v3/translation_memories';

const FILE = Buffer.from(
  `<tmx version="1.4"><header srclang="en"/><body>${Array.from(
    { length: SEGMENTS },
    (_, index) =>
      `<tu><tuv xml:lang="en"><seg>sentence ${index}</seg></tuv><tuv xml:lang="es"><seg>frase ${index}</seg></tuv></tu>`,
  ).join('')}</body></tmx>`,
);

const call = async <Answer>(server: TestServer, path: string, body?: object): Promise<Answer> => {
  const response = await fetch(`${server.url}${PATH}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Service-Auth-Key ${server.key}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Answer;
};

/** Sends the file. @returns the status, undefined when the connection broke */
const send = (url: string, onHalf: () => void): Promise<number | undefined> =>
  new Promise((resolve) => {
    const sending = request(url, { method: 'PUT', headers: { 'content-length': FILE.length } });
    sending.on('error', () => resolve(undefined));
    sending.on('response', (response) => {
      response.resume().on('close', () => resolve(response.statusCode));
    });
    const half = FILE.length >> 1;
    sending.write(FILE.subarray(0, half), onHalf);
    sending.end(FILE.subarray(half));
  });

describe('an import of 100000 segments, killed in the middle', () => {
  let dataDirectory = '';
  let accounts: AccountServers;
  beforeEach(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-memories-'));
    accounts = accountServers({ DRAGOMAN_DATA_DIR: dataDirectory });
  });
  afterEach(async () => {
    await accounts.stopAll();
    await rm(dataDirectory, { recursive: true });
  });

  const announce = (server: TestServer) => {
    const source_file = { file_name: 'a.tmx', content_length: FILE.length };
    return call<WireMemoryImport>(server, '/import', { source_file });
  };
  const list = (server: TestServer) => call<WireMemories>(server, '');
  const statusOf = async (server: TestServer, id: string) =>
    (await call<WireMemoryJob>(server, `/jobs/${id}`)).results[0]?.status;

  it(
    'leaves nothing while the file arrives, and waits for it again',
    async () => {
      const server = await accounts.start();
      const job = await announce(server);
      const status = await send(job.upload_url, () => void accounts.kill(server));
      expect(status).toBeUndefined();
      const next = await accounts.start();
      expect((await list(next)).total_count).toBe(0);
      expect(await statusOf(next, job.job_id)).toBe('awaiting_input');
    },
    TIMEOUT_MS,
  );

  it(
    'shows nothing of it, and does it again from the start',
    async () => {
      let server = await accounts.start();
      const job = await announce(server);
      expect(await send(job.upload_url, () => {})).toBe(204);
      // Segments are written by then; those of this run are never seen.
      await new Promise<void>((resolve) => {
        let changes = 0;
        const watcher = watch(join(dataDirectory, 'dragoman.db-wal'), () => {
          if (++changes < 100) return;
          watcher.close();
          resolve();
        });
      });
      expect((await list(server)).total_count).toBe(0);
      await accounts.kill(server);
      server = await accounts.start();
      await vi.waitUntil(
        async () => {
          const { translation_memories: memories } = await list(server);
          for (const memory of memories) expect(memory.segment_count).toBe(SEGMENTS);
          return (await statusOf(server, job.job_id)) === 'completed';
        },
        { timeout: TIMEOUT_MS, interval: 200 },
      );
      expect((await list(server)).total_count).toBe(1);
    },
    TIMEOUT_MS,
  );
});
