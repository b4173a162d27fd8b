import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { offeredModel } from '../testing/offered-model.js';
import { fetchCatalogue } from './fetch-catalogue.js';
import { DEFAULT_TRANSFER_POLICY } from './http-get.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const connection = {
  policy: { ...DEFAULT_TRANSFER_POLICY, wait: async () => {} },
  signal: new AbortController().signal,
};

const RECORDS = '/v1/buckets/main/collections/translations-models-v2/records';
const records = offeredModel().map((file) => file.record);

/** Answers with the JSON of a path; 404 for others. */
const pages =
  (answers: Readonly<Record<string, unknown>>): RequestListener =>
  (request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end();
    else response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  };

const rootWith = (baseUrl: string) => ({ capabilities: { attachments: { base_url: baseUrl } } });

describe('the catalogue', () => {
  it('is read from the collection, and the place of the files from the root', async () => {
    const url = await serve(
      pages({ '/v1/': rootWith('https://files.example/there'), [RECORDS]: { data: records } }),
    );
    for (const catalogueUrl of [url, `${url}/`, `${url}/v1`]) {
      const catalogue = await fetchCatalogue({ catalogueUrl }, connection);
      expect(catalogue.sets.map((set) => set.id)).toEqual(['en-de-tiny-3.0']);
      expect(catalogue.attachmentsUrl).toBe('https://files.example/there/');
    }
  });

  it('takes the place of the files from the setting where there is one', async () => {
    const url = await serve(pages({ [RECORDS]: { data: records } }));
    const address = { catalogueUrl: url, attachmentsUrl: 'http://127.0.0.1:9/files' };
    const catalogue = await fetchCatalogue(address, connection);
    expect(catalogue.attachmentsUrl).toBe('http://127.0.0.1:9/files/');
  });

  it('does not guess where the files are', async () => {
    const url = await serve(pages({ '/v1/': {}, [RECORDS]: { data: records } }));
    await expect(fetchCatalogue({ catalogueUrl: url }, connection)).rejects.toThrow(
      /Set catalogueAttachmentsUrl/,
    );
  });

  it('refuses another kind of address for the files', async () => {
    const url = await serve(
      pages({ '/v1/': rootWith('file:///etc/'), [RECORDS]: { data: records } }),
    );
    await expect(fetchCatalogue({ catalogueUrl: url }, connection)).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  it('goes on where the server answers in pages, on the same server only', async () => {
    let other = '';
    const answers = pages({
      '/v1/': rootWith('https://files.example/'),
      [RECORDS]: { data: records.slice(0, 1) },
      [`${RECORDS}?_token=2`]: { data: records.slice(1) },
    });
    const url = await serve((request, response) => {
      if (request.url === RECORDS) {
        response.setHeader('next-page', `${other || url}${RECORDS}?_token=2`);
      }
      answers(request, response);
    });
    expect((await fetchCatalogue({ catalogueUrl: url }, connection)).sets).toHaveLength(1);
    other = 'http://127.0.0.1:9';
    await expect(fetchCatalogue({ catalogueUrl: url }, connection)).rejects.toThrow(
      /another server/,
    );
  });

  it.each([
    ['text that is not JSON', '<html>'],
    ['JSON of another form', { records: [] }],
    ['more than it may', { data: ['x'.repeat(33 * 1024 * 1024)] }],
  ])('refuses %s', async (_what, answer) => {
    const url = await serve(pages({ [RECORDS]: answer }));
    await expect(fetchCatalogue({ catalogueUrl: url }, connection)).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  it('says when nobody is there', async () => {
    const url = await serve(() => {});
    const [server] = servers.splice(0);
    server?.close();
    await expect(fetchCatalogue({ catalogueUrl: url }, connection)).rejects.toThrow(
      /cannot be reached: ECONNREFUSED/,
    );
  });

  it('stops when it is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('interrupted');
    const url = await serve(() => controller.abort(reason));
    const fetching = fetchCatalogue(
      { catalogueUrl: url },
      { policy: connection.policy, signal: controller.signal },
    );
    await expect(fetching).rejects.toBe(reason);
    servers[0]?.closeAllConnections();
  });
});
