import autocannon from 'autocannon';
import { runDragoman } from './run-command.js';
import { postTranslate, startTestServer, type TestServer } from './start-server.js';

/** 11 Unicode code points, 12 units of UTF-16. */
export const TEXT = 'The house 😀';
export const BODY = { text: [TEXT], source_lang: 'EN', target_lang: 'ES' };

/** Servers with the fake engine that share one database, and the commands for its keys. */
export interface AccountServers {
  start(environment?: Readonly<Record<string, string | undefined>>): Promise<TestServer>;
  /** Kills one, like a power failure. */
  kill(server: TestServer): Promise<void>;
  keys(...args: readonly string[]): Promise<string>;
  /** Makes a key of the free plan. @returns the key itself */
  makeKey(name: string, ...options: readonly string[]): Promise<string>;
  /** Characters of this month in the database. */
  usedBy(name: string): Promise<number>;
  stopAll(): Promise<void>;
}

/** @param database settings that name the database, for servers and commands alike */
export const accountServers = (
  database: { readonly DRAGOMAN_DATA_DIR: string } | { readonly DRAGOMAN_DATABASE_URL: string },
): AccountServers => {
  let servers: TestServer[] = [];
  const keys: AccountServers['keys'] = (...args) => runDragoman(['keys', ...args], database);
  return {
    async start(environment = {}) {
      const server = await startTestServer({
        ...('DRAGOMAN_DATA_DIR' in database && { dataDirectory: database.DRAGOMAN_DATA_DIR }),
        environment: {
          DRAGOMAN_ENGINES: 'fake',
          DRAGOMAN_LOG_LEVEL: 'warn',
          ...database,
          ...environment,
        },
      });
      servers.push(server);
      return server;
    },
    async kill(server) {
      servers = servers.filter((other) => other !== server);
      await server.stop('SIGKILL');
    },
    keys,
    makeKey: (name, ...options) => keys('create', '--name', name, '--plan', 'free', ...options),
    usedBy: async (name) => JSON.parse(await keys('show', name, '--json')).characters_this_month,
    async stopAll() {
      await Promise.all(servers.splice(0).map((server) => server.stop()));
    },
  };
};

export const statusOf = async (url: string, key: string): Promise<number> =>
  (await postTranslate({ url, key }, BODY)).status;

export const usageOf = async (url: string, key: string) =>
  (
    await fetch(`${url}/v2/usage`, { headers: { authorization: `Service-Auth-Key ${key}` } })
  ).json();

/** Many concurrent clients with the timeout of existing client libraries: five seconds. */
export const hammer = (
  url: string,
  key: string,
  options: Pick<autocannon.Options, 'amount' | 'duration' | 'overallRate'>,
) =>
  autocannon({
    url: `${url}/v2/translate`,
    method: 'POST',
    headers: { authorization: `Service-Auth-Key ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(BODY),
    connections: 8,
    timeout: 5,
    ...options,
  });
