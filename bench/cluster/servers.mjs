import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../report/files.mjs';
import { findFreePort, spawnServer } from '../servers/spawn-server.mjs';

/** For servers without a database in common. */
export const KEY = 'bench-key-0123456789';

/**
 * Starts a server that may only use one core; with more servers than cores some share one.
 *
 * @param {{ directory: string, index: number, port?: number, settings?: Record<string, string> }}
 *   options which of the servers; a port, so that it comes back where it was
 */
export const startServer = async ({ directory, index, port, settings = {} }) => {
  const own = port ?? (await findFreePort());
  const folder = join(directory, `server-${own}`);
  mkdirSync(folder, { recursive: true });
  return spawnServer({
    name: 'Dragoman',
    command: 'taskset',
    args: [
      '--cpu-list',
      String(index % availableParallelism()),
      process.execPath,
      join(ROOT, 'packages', 'server', 'bin', 'dragoman.js'),
      'serve',
    ],
    env: {
      DRAGOMAN_HOST: '127.0.0.1',
      DRAGOMAN_PORT: String(own),
      DRAGOMAN_DATA_DIR: join(folder, 'data'),
      DRAGOMAN_AUTH_KEY: KEY,
      DRAGOMAN_CACHE_MAX_BYTES: '0',
      DRAGOMAN_NEURAL_THREADS: '1',
      DRAGOMAN_LOG_LEVEL: 'warn',
      DRAGOMAN_PAGE: 'off',
      ...settings,
    },
    port: own,
    readyPath: '/health/ready',
    directory: folder,
  });
};

/** The headers of a request with a key. */
export const headersWith = (key) => ({
  'content-type': 'application/json',
  authorization: `Service-Auth-Key ${key}`,
});
