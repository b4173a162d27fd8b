import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { hasPostgres } from '../../packages/server/dist/platform/database/testing/postgres-cluster.js';
import {
  askDocument,
  documentForm,
  untilEnded,
  untilTranslating,
  upload,
} from '../support/documents.js';
import { usePostgresAccounts } from '../support/postgres-accounts.js';

vi.setConfig({ testTimeout: 180_000 });

/** A word that nothing but the document can bring into the database. */
const TRACE = 'Vandermolenbrug';
const LINES = 500;
/** Takes the engine a while, so that its server can be killed meanwhile. */
const LONG = Array.from(
  { length: LINES },
  (_, index) => `The house ${index} of ${TRACE} is big.\n`,
).join('');

describe.skipIf(!hasPostgres())('servers that share a PostgreSQL database', () => {
  const shared = usePostgresAccounts();
  const documentKey = randomBytes(32).toString('hex');
  const start = (environment: Readonly<Record<string, string>> = {}) =>
    shared.accounts.start({
      DRAGOMAN_ENGINES: 'apertium',
      DRAGOMAN_DOCUMENT_KEY: documentKey,
      DRAGOMAN_DOCUMENT_KEEP_MS: '0',
      ...environment,
    });

  const query = async (sql: string): Promise<readonly Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: shared.databaseUrl });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };

  /** How often each document was begun. */
  const attempts = async () =>
    (await query('select attempts::int as attempts from documents')).map((row) => row.attempts);

  it('translate, show and deliver the documents of each other', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    const handle = await upload(one, documentForm(`The house of ${TRACE}.`, `${TRACE}.txt`));
    expect(await untilEnded(two, handle)).toMatchObject({ status: 'done', billed_characters: 29 });
    const answers = await Promise.all(
      [one, two].map((server) => askDocument(server, handle, '/result')),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toContain(200);
    const sent = answers.filter(({ status }) => status === 200);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers.get('content-disposition')).toContain(`${TRACE}.txt`);
    expect(await sent[0]?.text()).toContain(TRACE);
    await vi.waitUntil(async () => (await askDocument(one, handle)).status === 404, {
      timeout: 20_000,
    });
    expect(await query('select * from document_files')).toEqual([]);
    await shared.accounts.stopAll();
    expect(await query('select sum(documents)::int as documents from document_days')).toEqual([
      { documents: 1 },
    ]);
  });

  it('take over what a frozen one and a killed one were translating', async () => {
    const frozen = await start();
    const first = await upload(frozen, documentForm(LONG, 'first.txt'));
    await untilTranslating(frozen, first);
    frozen.process.kill('SIGSTOP');
    try {
      const killed = await start();
      const second = await upload(killed, documentForm(LONG, 'second.txt'));
      await untilTranslating(killed, second);
      await shared.accounts.kill(killed);
      const heir = await start();
      await vi.waitUntil(async () => (await attempts()).join() === '2,2', {
        timeout: 90_000,
        interval: 500,
      });
      // Awake again, it finds that it has lost the document.
      frozen.process.kill('SIGCONT');
      for (const handle of [first, second]) {
        expect(await untilEnded(heir, handle)).toMatchObject({ status: 'done' });
      }
      expect(await attempts()).toEqual([2, 2]);
      for (const handle of [first, second]) {
        const result = await (await askDocument(heir, handle, '/result')).text();
        expect(result.split('\n')).toHaveLength(LINES + 1);
      }
    } finally {
      frozen.process.kill('SIGCONT');
    }
  });

  it('go on with what an orderly stop interrupts', async () => {
    const one = await start();
    const handle = await upload(one, documentForm(LONG, 'long.txt'));
    await untilTranslating(one, handle);
    await one.stop();
    const two = await start();
    expect(await untilEnded(two, handle)).toMatchObject({ status: 'done' });
    expect(await attempts()).toEqual([1]);
  });

  it('leave nothing readable in the database', async () => {
    const one = await start();
    const handle = await upload(one, documentForm(LONG, `${TRACE}.txt`));
    await untilTranslating(one, handle);
    const rows = await query('select bytes from document_files');
    expect(rows.length).toBeGreaterThanOrEqual(3);
    for (const { bytes } of rows) {
      expect((bytes as Buffer).includes(TRACE)).toBe(false);
      expect((bytes as Buffer).toString('hex')).not.toContain(handle.document_key.toLowerCase());
    }
    const others = await query(
      'select documents::text as text from documents union all select job::text from dragoman_jobs.job',
    );
    for (const { text } of others) {
      expect(text).not.toContain(TRACE);
      expect(text).not.toContain(handle.document_key);
    }
  });

  it('with different keys deliver, but do not translate, the documents of each other', async () => {
    const one = await start();
    const handle = await upload(one, documentForm('The house.', 'a.txt'));
    const two = await start({ DRAGOMAN_DOCUMENT_KEY: randomBytes(32).toString('hex') });
    expect(await untilEnded(two, handle)).toMatchObject({ status: 'done' });
    expect((await askDocument(two, handle, '/result')).status).toBe(200);
    const queues = await query("select 1 from dragoman_jobs.queue where name like 'documents-%'");
    // Each has one for small documents, one for first large ones of owners, and one for further ones.
    expect(queues).toHaveLength(6);
  });
});
