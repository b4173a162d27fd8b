import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Stores } from '../../open-stores.js';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createTestApp } from '../../testing/test-app.js';

let accounts: Stores;
let app: FastifyInstance;
let dataDirectory = '';
let owner = '';
let stranger = '';
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-memories-'));
  accounts = await openTestStores();
  app = await createTestApp({
    accounts,
    settings: { dataDirectory, trustedProxies: ['10.0.0.0/8'] },
  });
});
afterAll(async () => {
  await app.close();
  await accounts.close();
  await rm(dataDirectory, { recursive: true });
});
// Every test has its own key, and so no memories of another test.
beforeEach(async () => {
  owner = (await accounts.keyManager.create('test', { name: 'owner', isNumbered: true })).secret;
  stranger = (await accounts.keyManager.create('test', { name: 'stranger', isNumbered: true }))
    .secret;
});

const MEMORIES = '/v3/translation_memories';
const UNKNOWN_ID = 'b5f2c0de-1111-4222-8333-444455556666';

type Method = NonNullable<InjectOptions['method']>;

const call = async (method: Method, url: string, payload?: object, key = owner) => {
  const answer = await app.inject({
    method,
    url,
    headers: { authorization: `Service-Auth-Key ${key}` },
    ...(payload !== undefined && { payload }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? '' : answer.json() };
};

const unit = (source: string, target: string, language = 'de-DE') =>
  `<tu><tuv xml:lang="en-US"><seg>${source}</seg></tuv><tuv xml:lang="${language}"><seg>${target}</seg></tuv></tu>`;

const tmx = (...units: readonly string[]) =>
  `<?xml version="1.0"?><tmx version="1.4"><header srclang="en-US"/><body>${units.join('')}</body></tmx>`;

const FILE = tmx(
  unit('Good morning', 'Guten Morgen'),
  unit('Press <ph x="1">&lt;Enter&gt;</ph>', '<ph x="1">&lt;Enter&gt;</ph> drücken'),
  unit('Thank you', 'Obrigado', 'pt-BR'),
  '<tu><tuv xml:lang="fr"><seg>Bonjour</seg></tuv></tu>',
);

/** The path of an address at this server. */
const pathOf = (url: string) => new URL(url).pathname;

const announce = async (file: string, displayName?: string) => {
  const { status, body } = await call('POST', `${MEMORIES}/import`, {
    source_file: { file_name: 'words.tmx', content_length: Buffer.byteLength(file) },
    ...(displayName !== undefined && { parameters: { display_name: displayName } }),
  });
  expect(status).toBe(200);
  return body as { readonly job_id: string; readonly upload_url: string };
};

const upload = async (url: string, file: string): Promise<number> => {
  const answer = await app.inject({
    method: 'PUT',
    url: pathOf(url),
    headers: { 'content-type': 'application/xml' },
    payload: file,
  });
  return answer.statusCode;
};

/** A job when it is done. */
const outcomeOf = async (jobId: string) => {
  for (;;) {
    const { body } = await call('GET', `${MEMORIES}/jobs/${jobId}`);
    const [result] = body.results;
    if (result.status !== 'processing') return { job: body, result };
    await nextTurn();
  }
};

const importFile = async (file: string, displayName?: string) => {
  const { job_id, upload_url } = await announce(file, displayName);
  expect(await upload(upload_url, file)).toBe(204);
  return outcomeOf(job_id);
};

const createMemory = async (file = FILE): Promise<string> =>
  (await importFile(file)).result.translation_memory_id;

describe('an import', () => {
  it('waits for its file, and becomes a memory', async () => {
    const { job_id, upload_url } = await announce(FILE);
    const waiting = (await call('GET', `${MEMORIES}/jobs/${job_id}`)).body;
    expect(waiting).toMatchObject({
      job_id,
      product: 'translation_memory',
      operation: 'import',
      source_file: { file_name: 'words.tmx', content_type: 'application/xml' },
      parameters: { display_name: 'words.tmx' },
      results: [{ status: 'awaiting_input', status_metadata: { required_action: 'upload_file' } }],
    });
    expect((await call('GET', MEMORIES)).body.total_count).toBe(0);
    expect(await upload(upload_url, FILE)).toBe(204);
    const { result } = await outcomeOf(job_id);
    const id = result.translation_memory_id;
    expect(result).toEqual({
      status: 'completed',
      translation_memory_id: id,
      skipped_segment_count: 1,
    });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const memory = {
      translation_memory_id: id,
      name: 'words.tmx',
      source_language: 'en',
      target_languages: ['de', 'pt-br'],
      segment_count: 3,
      creation_time: time,
      updated_time: time,
    };
    expect((await call('GET', `${MEMORIES}/${id}`)).body).toEqual(memory);
    expect((await call('GET', MEMORIES)).body).toEqual({
      translation_memories: [memory],
      total_count: 1,
    });
  });

  it.each([
    ['on the way here', {}, 'http://api.example.com'],
    ['by a proxy that decrypts', { 'x-forwarded-proto': 'https' }, 'https://api.example.com'],
    [
      'by two proxies, below a path',
      { 'x-forwarded-proto': 'https, http', 'x-forwarded-prefix': '/translate/' },
      'https://api.example.com/translate',
    ],
    [
      'with a prefix that is no path',
      { 'x-forwarded-prefix': '//evil?' },
      'http://api.example.com',
    ],
    [
      'by another name',
      { 'x-forwarded-host': 'translate.example.com' },
      'http://translate.example.com',
    ],
  ])('names the address that its caller knows: %s', async (_way, headers, address) => {
    const answer = await app.inject({
      method: 'POST',
      remoteAddress: '10.0.0.1',
      url: `${MEMORIES}/import`,
      headers: { authorization: `Service-Auth-Key ${owner}`, host: 'api.example.com', ...headers },
      payload: { source_file: { file_name: 'words.tmx', content_length: 100 } },
    });
    expect(answer.json().upload_url).toMatch(
      new RegExp(`^${address}/v3/translation_memories/uploads/[^/]+/[^/]+$`),
    );
  });

  it('believes nobody else about its address', async () => {
    const answer = await app.inject({
      method: 'POST',
      remoteAddress: '192.0.2.1',
      url: `${MEMORIES}/import`,
      headers: {
        authorization: `Service-Auth-Key ${owner}`,
        host: 'api.example.com',
        'x-forwarded-for': '10.0.0.1',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-prefix': '/evil',
      },
      payload: { source_file: { file_name: 'words.tmx', content_length: 100 } },
    });
    expect(answer.json().upload_url).toMatch(/^http:\/\/api\.example\.com\/v3\//);
  });

  it('takes its file once', async () => {
    const { job_id, upload_url } = await announce(FILE);
    expect(await upload(`${upload_url}x`, FILE)).toBe(404);
    expect(await upload(upload_url, FILE)).toBe(204);
    expect(await upload(upload_url, FILE)).toBe(404);
    await outcomeOf(job_id);
    expect(await upload(upload_url, FILE)).toBe(404);
  });

  it('takes no file of another size, and goes on waiting', async () => {
    const { job_id, upload_url } = await announce(FILE);
    expect(await upload(upload_url, `${FILE} `)).toBe(413);
    expect(await upload(upload_url, FILE.slice(1))).toBe(400);
    expect(await upload(upload_url, FILE)).toBe(204);
    expect((await outcomeOf(job_id)).result.status).toBe('completed');
  });

  it('has the name that was asked for', async () => {
    const { result } = await importFile(FILE, ' My words ');
    const { body } = await call('GET', `${MEMORIES}/${result.translation_memory_id}`);
    expect(body.name).toBe('My words');
  });

  it.each([
    ['no TMX', '<html></html>', 'not a TMX file'],
    ['an entity', FILE.replace('Good', '&good;'), 'undefined entity'],
    ['declarations', FILE.replace('<tmx', '<!DOCTYPE tmx [<!ENTITY a "b">]><tmx'), 'declarations'],
    ['cut off', FILE.slice(0, -10), 'line 1'],
    ['no known language', tmx(unit('a', 'b', 'qq')), 'known languages'],
    ['no units', tmx(), 'known languages'],
  ])('of a file that is not usable fails and leaves nothing: %s', async (_what, file, message) => {
    const { result } = await importFile(file);
    expect(result.status).toBe('failed');
    expect(result.error.message).toContain(message);
    expect((await call('GET', MEMORIES)).body.total_count).toBe(0);
  });

  it.each([
    [{}, 'source_file'],
    [{ source_file: 'a' }, 'source_file'],
    [{ source_file: { content_length: 1 } }, 'file_name'],
    [{ source_file: { file_name: 'a' } }, 'content_length'],
    [{ source_file: { file_name: 'a', content_length: 0 } }, 'content_length'],
    [{ source_file: { file_name: 'a', content_length: 1.5 } }, 'content_length'],
    [{ source_file: { file_name: 'a', content_length: 1, content_type: 1 } }, 'content_type'],
    [
      {
        source_file: { file_name: 'a', content_length: 1 },
        parameters: { display_name: 'a\nb' },
      },
      'display_name',
    ],
  ])('needs a description of the file: %j', async (payload, parameter) => {
    const { status, body } = await call('POST', `${MEMORIES}/import`, payload);
    expect([status, body.parameter]).toEqual([400, parameter]);
  });

  it('of a file that is too large is refused', async () => {
    const source_file = { file_name: 'a', content_length: 2 ** 31 };
    expect((await call('POST', `${MEMORIES}/import`, { source_file })).status).toBe(413);
  });

  it('is seen by its owner only', async () => {
    const { job_id } = await announce(FILE);
    const path = `${MEMORIES}/jobs/${job_id}`;
    expect((await call('GET', path, undefined, stranger)).status).toBe(404);
    expect((await call('GET', `${MEMORIES}/jobs/${UNKNOWN_ID}`)).status).toBe(404);
    expect((await call('GET', `${MEMORIES}/jobs/x`)).status).toBe(404);
  });

  it('is one of a limited number', async () => {
    for (let count = 0; count < 100; count++) await announce(FILE);
    const source_file = { file_name: 'a', content_length: 1 };
    expect((await call('POST', `${MEMORIES}/import`, { source_file })).status).toBe(429);
  });
});

describe('a memory', () => {
  it('shows its segments page by page', async () => {
    const id = await createMemory();
    const path = `${MEMORIES}/${id}/segments`;
    const { body } = await call('GET', `${path}?page_size=2`);
    expect(body.segment_count).toBe(3);
    expect(body.segments).toEqual([
      {
        source_segment_id: '0',
        source_text: 'Good morning',
        targets: [
          { target_segment_id: '0-de', target_language: 'de', target_text: 'Guten Morgen' },
        ],
      },
      expect.objectContaining({ source_text: 'Press <Enter>' }),
    ]);
    const rest = (await call('GET', `${path}?page_cursor=${body.next_page_cursor}`)).body;
    expect(rest.segments[0].targets[0]).toEqual({
      target_segment_id: '2-pt-br',
      target_language: 'pt-br',
      target_text: 'Obrigado',
    });
    expect(rest).not.toHaveProperty('next_page_cursor');
  });

  it('finds segments by a text in any of their languages', async () => {
    const id = await createMemory();
    const find = async (query: string) => {
      const { body } = await call('GET', `${MEMORIES}/${id}/segments?${query}`);
      expect(body.segment_count).toBe(3);
      return body.segments.map((segment: { source_text: string }) => segment.source_text);
    };
    expect(await find('filter_text=DRÜCK')).toEqual(['Press <Enter>']);
    expect(await find('filter_text=DRÜCK&filter_case_sensitive=true')).toEqual([]);
  });

  it('goes on with the next page of the same filter only', async () => {
    const id = await createMemory();
    const path = `${MEMORIES}/${id}/segments?page_size=1`;
    const { body } = await call('GET', `${path}&filter_text=en`);
    const cursor = body.next_page_cursor;
    expect(body.segments[0].source_text).toBe('Good morning');
    const next = await call('GET', `${path}&filter_text=en&page_cursor=${cursor}`);
    expect(next.body.segments[0].source_text).toBe('Press <Enter>');
    expect((await call('GET', `${path}&page_cursor=${cursor}`)).body.parameter).toBe('page_cursor');
  });

  it.each([
    ['segments?page_size=0', 'page_size'],
    ['segments?page_size=101', 'page_size'],
    ['segments?filter_text=a', 'filter_text'],
    ['segments?page_cursor=1.x', 'page_cursor'],
    ['segments?filter_text=ab&filter_case_sensitive=maybe', 'filter_case_sensitive'],
  ])('refuses what cannot be meant: %s', async (query, parameter) => {
    const id = await createMemory();
    const { status, body } = await call('GET', `${MEMORIES}/${id}/${query}`);
    expect([status, body.parameter]).toEqual([400, parameter]);
  });

  it.each([
    ['page=-1', 'page'],
    ['page=a', 'page'],
    ['page_size=26', 'page_size'],
    ['page_size=0', 'page_size'],
  ])('is in a list with pages of some size: %s', async (query, parameter) => {
    const { status, body } = await call('GET', `${MEMORIES}?${query}`);
    expect([status, body.parameter]).toEqual([400, parameter]);
  });

  it('is gone when it was deleted', async () => {
    const id = await createMemory();
    expect((await call('DELETE', `${MEMORIES}/${id}`, undefined, stranger)).status).toBe(404);
    expect(await call('DELETE', `${MEMORIES}/${id}`)).toEqual({ status: 204, body: '' });
    for (const path of [id, `${id}/segments`]) {
      expect((await call('GET', `${MEMORIES}/${path}`)).status).toBe(404);
    }
    expect((await call('DELETE', `${MEMORIES}/${id}`)).status).toBe(404);
    expect((await call('POST', `${MEMORIES}/${id}/export`)).status).toBe(404);
    const actions = (await accounts.accountStore.listAudit(2)).map(({ action }) => action);
    expect(actions).toEqual(['remove-memory', 'create-memory']);
  });

  it('has an id that is a UUID', async () => {
    const { status, body } = await call('GET', `${MEMORIES}/x`);
    expect([status, body.parameter]).toEqual([400, 'translation_memory_id']);
    expect((await call('GET', `${MEMORIES}/${UNKNOWN_ID}`)).status).toBe(404);
  });
});

describe('an export', () => {
  const download = (url: string) => app.inject({ method: 'GET', url: pathOf(url) });

  it('is a TMX file that can be downloaded once', async () => {
    const id = await createMemory();
    const created = await call('POST', `${MEMORIES}/${id.toUpperCase()}/export`);
    expect(created).toEqual({
      status: 202,
      body: { job_id: expect.any(String), parameters: { translation_memory_id: id } },
    });
    expect((await call('POST', `${MEMORIES}/${id}/export`)).status).toBe(200);
    const { job, result } = await outcomeOf(created.body.job_id);
    expect(job.operation).toBe('export');
    const file = await download(result.download_url);
    expect(file.headers['content-type']).toContain('application/xml');
    expect(file.body).toContain('<tuv xml:lang="EN"><seg>Good morning</seg></tuv>');
    expect(file.body).toContain('<seg><ph x="1">&lt;Enter&gt;</ph> drücken</seg>');
    const copyId = await createMemory(file.body);
    const segments = async (one: string) =>
      (await call('GET', `${MEMORIES}/${one}/segments`)).body.segments;
    expect(await segments(copyId)).toEqual(await segments(id));

    expect((await download(result.download_url)).statusCode).toBe(404);
    const after = (await outcomeOf(created.body.job_id)).result;
    expect(after).toEqual({ status: 'downloaded', translation_memory_id: id });
    expect((await call('POST', `${MEMORIES}/${id}/export`)).status).toBe(202);
  });

  it('is for those who know the whole address', async () => {
    const id = await createMemory();
    const { body } = await call('POST', `${MEMORIES}/${id}/export`);
    const { result } = await outcomeOf(body.job_id);
    expect((await download(`${result.download_url}x`)).statusCode).toBe(404);
    expect((await call('POST', `${MEMORIES}/${id}/export`, undefined, stranger)).status).toBe(404);
  });
});

it('a key without the permission to translate sees no memory, and no list of them', async () => {
  const { secret } = await accounts.keyManager.create('test', {
    name: 'usage',
    permissions: ['usage'],
  });
  expect((await call('GET', MEMORIES, undefined, secret)).status).toBe(403);
  expect((await call('GET', `${MEMORIES}/${UNKNOWN_ID}`, undefined, secret)).status).toBe(403);
});
