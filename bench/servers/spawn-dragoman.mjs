import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ROOT } from '../report/files.mjs';
import { findFreePort, spawnServer } from './spawn-server.mjs';

/**
 * Starts Dragoman as usual, but with its cache off, on a free port.
 *
 * @param {{ directory: string, settings?: Record<string, string> }} options a folder for its log
 *   and data; further settings, by the names of their variables
 * @returns what `spawnServer` gives, `headers` with the key, and `post(client, path, body)`, which
 *   sends JSON with it
 */
export const spawnDragoman = async ({ directory, settings = {} }) => {
  const key = randomBytes(24).toString('hex');
  const port = await findFreePort();
  const server = await spawnServer({
    name: 'Dragoman',
    command: process.execPath,
    args: [
      // Extra options for Node, such as --cpu-prof, for profiling.
      ...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? []),
      join(ROOT, 'packages', 'server', 'bin', 'dragoman.js'),
      'serve',
    ],
    env: {
      // As `npm start`, the unit and the image set it.
      MALLOC_TRIM_THRESHOLD_: '131072',
      DRAGOMAN_HOST: '127.0.0.1',
      DRAGOMAN_PORT: String(port),
      DRAGOMAN_DATA_DIR: join(directory, 'data'),
      DRAGOMAN_AUTH_KEY: key,
      DRAGOMAN_CACHE_MAX_BYTES: '0',
      ...settings,
    },
    port,
    readyPath: '/health/ready',
    directory,
  });
  const headers = {
    'content-type': 'application/json',
    authorization: `Service-Auth-Key ${key}`,
  };
  const post = (client, path, body) =>
    client.send({ method: 'POST', path, headers, body: JSON.stringify(body) });
  return { ...server, headers, post };
};
