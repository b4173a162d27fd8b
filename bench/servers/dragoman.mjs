import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isTranslation, sentenceOf } from '../load/sentences.mjs';
import { ROOT } from '../report/files.mjs';
import { findFreePort, spawnServer } from './spawn-server.mjs';

/** Starts Dragoman as anyone would, but with its cache off. */
export const startDragoman = async (directory) => {
  const key = randomBytes(24).toString('hex');
  const port = await findFreePort();
  const server = await spawnServer({
    name: 'Dragoman',
    command: process.execPath,
    args: [
      // Extra options for Node, such as --cpu-prof, when looking for what costs time.
      ...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? []),
      join(ROOT, 'packages', 'server', 'bin', 'dragoman.js'),
      'serve',
    ],
    env: {
      DRAGOMAN_HOST: '127.0.0.1',
      DRAGOMAN_PORT: String(port),
      DRAGOMAN_DATA_DIR: join(directory, 'data'),
      DRAGOMAN_AUTH_KEY: key,
      DRAGOMAN_CACHE_MAX_BYTES: '0',
    },
    port,
    readyPath: '/health/ready',
    directory,
  });
  const headers = {
    'content-type': 'application/json',
    authorization: `Service-Auth-Key ${key}`,
  };

  /** One request, whatever the number of sentences. */
  const translate = async (client, numbers) => {
    const body = JSON.stringify({
      text: numbers.map(sentenceOf),
      source_lang: 'EN',
      target_lang: 'ES',
    });
    const answer = await client.send({ method: 'POST', path: '/v2/translate', headers, body });
    const { translations } = JSON.parse(answer);
    for (const [index, number] of numbers.entries()) {
      const text = String(translations[index]?.text);
      if (!isTranslation(text, number)) throw new Error(`"${sentenceOf(number)}" gave "${text}"`);
    }
  };

  return { ...server, translate, hasHealthProbe: true };
};
