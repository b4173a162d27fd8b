import { type FSWatcher, watch } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasPostgres } from '../../packages/server/dist/platform/database/testing/postgres-cluster.js';
import { type AccountServers, accountServers } from '../support/account-servers.js';
import { usePostgresAccounts } from '../support/postgres-accounts.js';
import type { TestServer } from '../support/start-server.js';

const ENTRIES = 30_000;
const TIMEOUT_MS = 300_000;
const PAIR = { source_lang: 'en', target_lang: 'de' };

/** How far an import is when the server is killed. */
type Moment =
  | 'half of the body is sent'
  | 'the body is sent'
  | 'the database changes'
  | 'it is done';

const tsvOf = (round: string): string =>
  Array.from({ length: ENTRIES }, (_, index) => `term ${index}\tWort ${index} ${round}`).join('\n');

const dictionary = (tsv: string) => ({ ...PAIR, entries: tsv, entries_format: 'tsv' });

const authorization = ({ key }: TestServer) => ({ authorization: `Service-Auth-Key ${key}` });

/** Sends a large body. @returns the status, undefined when the connection broke */
const send = (
  server: TestServer,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: object },
  onMoment: (moment: Moment) => void,
): Promise<number | undefined> =>
  new Promise((resolve) => {
    const bytes = Buffer.from(JSON.stringify(body));
    const half = bytes.length >> 1;
    const headers = {
      ...authorization(server),
      'content-type': 'application/json',
      'content-length': bytes.length,
    };
    const sending = request(`${server.url}${path}`, { method, headers });
    sending.on('error', () => resolve(undefined));
    sending.on('response', (response) => {
      onMoment('it is done');
      response.resume().on('close', () => resolve(response.statusCode));
    });
    sending.write(bytes.subarray(0, half), () => onMoment('half of the body is sent'));
    sending.end(bytes.subarray(half), () => onMoment('the body is sent'));
  });

const get = async (server: TestServer, path: string) =>
  (await fetch(`${server.url}${path}`, { headers: authorization(server) })).json();

const entriesOf = async (server: TestServer, id: string): Promise<string> => {
  const answer = (await get(
    server,
    `/v3/glossaries/${id}/entries?${new URLSearchParams(PAIR)}`,
  )) as { readonly dictionaries: readonly { readonly entries: string }[] };
  return answer.dictionaries[0]?.entries ?? '';
};

interface Listed {
  readonly glossary_id: string;
  readonly name: string;
  readonly dictionaries: readonly { readonly entry_count: number }[];
}

const list = async (server: TestServer): Promise<readonly Listed[]> =>
  ((await get(server, '/v3/glossaries')) as { readonly glossaries: readonly Listed[] }).glossaries;

/** Kills servers in the middle of imports; whatever is there afterwards is there as a whole. */
const expectWholeOrNothing = async (
  accounts: AccountServers,
  moments: readonly Moment[],
  watchDatabase: (onChange: () => void) => FSWatcher | undefined,
): Promise<void> => {
  let server = await accounts.start();
  const created = await fetch(`${server.url}/v3/glossaries`, {
    method: 'POST',
    headers: { ...authorization(server), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Old', dictionaries: [{ ...PAIR, entries: 'a\tb' }] }),
  });
  const { glossary_id: id } = (await created.json()) as Listed;
  let entries = 'a\tb';
  for (const moment of moments) {
    const [replacing, creating] = [tsvOf(`replacing, ${moment}`), tsvOf(`creating, ${moment}`)];
    let death: Promise<void> | undefined;
    const killAt = (reached: Moment) => {
      if (reached === moment) death ??= accounts.kill(server);
    };
    const watcher = watchDatabase(() => killAt('the database changes'));
    const [replaced, added] = await Promise.all([
      send(
        server,
        { method: 'PUT', path: `/v3/glossaries/${id}/dictionaries`, body: dictionary(replacing) },
        killAt,
      ),
      send(
        server,
        {
          method: 'POST',
          path: '/v3/glossaries',
          body: { name: moment, dictionaries: [dictionary(creating)] },
        },
        () => {},
      ),
    ]);
    watcher?.close();
    expect(death).toBeDefined();
    await death;
    server = await accounts.start();

    const now = await entriesOf(server, id);
    if (replaced === 200) expect(now === replacing).toBe(true);
    expect(now === replacing || now === entries, moment).toBe(true);
    entries = now;
    const found = (await list(server)).filter(({ name }) => name === moment);
    if (added === 201) expect(found).toHaveLength(1);
    for (const { glossary_id: newId, dictionaries } of found) {
      expect(dictionaries).toEqual([{ ...PAIR, entry_count: ENTRIES }]);
      expect((await entriesOf(server, newId)) === creating).toBe(true);
    }
  }
};

describe('an import of 100000 entries, killed in the middle', () => {
  let dataDirectory = '';
  let accounts: AccountServers;
  beforeEach(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-glossaries-'));
    accounts = accountServers({ DRAGOMAN_DATA_DIR: dataDirectory });
  });
  afterEach(async () => {
    await accounts.stopAll();
    await rm(dataDirectory, { recursive: true });
  });

  it(
    'is whole or has not happened, in the embedded database',
    async () => {
      const moments: readonly Moment[] = [
        'half of the body is sent',
        'the body is sent',
        'the database changes',
        'it is done',
      ];
      await expectWholeOrNothing(accounts, moments, (onChange) =>
        watch(join(dataDirectory, 'dragoman.db-wal'), onChange),
      );
    },
    TIMEOUT_MS,
  );
});

describe.runIf(hasPostgres())('the same with PostgreSQL', () => {
  const fixtures = usePostgresAccounts();

  it(
    'is whole or has not happened',
    async () => {
      const moments: readonly Moment[] = [
        'half of the body is sent',
        'the body is sent',
        'it is done',
      ];
      await expectWholeOrNothing(fixtures.accounts, moments, () => undefined);
    },
    TIMEOUT_MS,
  );
});
