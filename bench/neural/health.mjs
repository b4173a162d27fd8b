import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startHealthProbe } from '../load/health-probe.mjs';
import { createHttpClient } from '../load/http-client.mjs';
import { percentile, round } from '../load/percentiles.mjs';
import { ROOT } from '../report/files.mjs';
import { findFreePort, spawnServer } from '../servers/spawn-server.mjs';
import { sentencesOf, take } from './sentences.mjs';

const CALLERS = 6;
const TEXTS_PER_REQUEST = 20;

/** How long `/health/live` of a server takes while every core translates, in milliseconds. */
export const measureHealth = async (modelDirectory, directory, seconds) => {
  const key = randomBytes(24).toString('hex');
  const port = await findFreePort();
  const server = await spawnServer({
    name: 'Dragoman',
    command: process.execPath,
    args: [join(ROOT, 'packages', 'server', 'bin', 'dragoman.js'), 'serve'],
    env: {
      DRAGOMAN_HOST: '127.0.0.1',
      DRAGOMAN_PORT: String(port),
      DRAGOMAN_DATA_DIR: join(directory, 'data'),
      DRAGOMAN_MODELS_DIR: modelDirectory,
      DRAGOMAN_ENGINES: 'bergamot',
      DRAGOMAN_AUTH_KEY: key,
      DRAGOMAN_CACHE_MAX_BYTES: '0',
      DRAGOMAN_REQUEST_TIMEOUT_MS: '600000',
    },
    port,
    readyPath: '/health/ready',
    directory,
  });
  const headers = {
    'content-type': 'application/json',
    authorization: `Service-Auth-Key ${key}`,
  };
  const sentences = sentencesOf(20);
  const client = createHttpClient(port);
  const request = () =>
    client.send({
      method: 'POST',
      path: '/v2/translate',
      headers,
      body: JSON.stringify({
        text: take(sentences, TEXTS_PER_REQUEST),
        source_lang: 'EN',
        target_lang: 'DE',
      }),
    });
  try {
    await Promise.all([request(), request()]);
    const endMs = performance.now() + seconds * 1000;
    const probe = startHealthProbe(port);
    const call = async () => {
      while (performance.now() < endMs) await request();
    };
    await Promise.all(Array.from({ length: CALLERS }, call));
    const latenciesMs = await probe.stop();
    return {
      probes: latenciesMs.length,
      p50Ms: round(percentile(latenciesMs, 0.5)),
      p99Ms: round(percentile(latenciesMs, 0.99)),
    };
  } finally {
    client.close();
    await server.stop();
  }
};
