import { join } from 'node:path';
import { createHttpClient } from '../load/http-client.mjs';
import { percentile, round } from '../load/percentiles.mjs';
import { writeRandomModel } from '../neural/fixture.mjs';
import { residentBytesOf } from '../servers/process-tree.mjs';
import { startCluster } from './cluster.mjs';
import { headersWith, KEY } from './servers.mjs';

const SERVERS = 3;
const TARGETS = ['de', 'fr', 'it', 'nl', 'pt', 'pl'];
/** So often each pair is asked for: enough that every server has met all that it will meet. */
const ROUNDS = 12;
const MEBIBYTE = 1024 ** 2;

/** Memory and latencies of three servers with six models, with and without a server for each pair. */
export const measurePlacement = async (directory) => {
  const models = join(directory, 'models');
  for (const [index, target] of TARGETS.entries()) {
    await writeRandomModel(models, {
      id: `random-en-${target}`,
      source: 'en',
      target,
      seed: index,
    });
  }
  return {
    models: TARGETS.length,
    servers: SERVERS,
    anyServer: await measureWith('nginx.conf', models, directory),
    oneServerForEachPair: await measureWith('nginx-pools.conf', models, directory),
  };
};

const measureWith = async (configuration, models, directory) => {
  const settings = { DRAGOMAN_ENGINES: 'neural', DRAGOMAN_MODELS_DIR: models };
  const place = { directory, count: SERVERS, settings, configuration };
  const { servers, port, stop } = await startCluster(place);
  try {
    const client = createHttpClient(port);
    const latenciesMs = [];
    for (let turn = 0; turn < ROUNDS; turn++) {
      // In another order each time: otherwise taking turns would place the pairs as well.
      for (let index = 0; index < TARGETS.length; index++) {
        const target = TARGETS[(index + turn) % TARGETS.length];
        latenciesMs.push(await translate(client, target, turn));
      }
    }
    client.close();
    const loading = latenciesMs.slice(0, TARGETS.length);
    const bytes = servers.map(({ pid }) => residentBytesOf(pid));
    return {
      memoryMiB: Math.round(bytes.reduce((sum, value) => sum + value, 0) / MEBIBYTE),
      memoryOfEachMiB: bytes.map((value) => Math.round(value / MEBIBYTE)),
      firstRequestOfAPairMs: round(percentile(loading, 0.5)),
      p50Ms: round(percentile(latenciesMs, 0.5)),
      p90Ms: round(percentile(latenciesMs, 0.9)),
      slowerThanHalfOfFirstRequest: latenciesMs.filter((ms) => ms > percentile(loading, 0.5) / 2)
        .length,
      requests: latenciesMs.length,
    };
  } finally {
    await stop();
  }
};

const translate = async (client, target, number) => {
  const startedMs = performance.now();
  await client.send({
    method: 'POST',
    path: '/v2/translate',
    headers: { ...headersWith(KEY), 'dragoman-pair': `en-${target}` },
    body: JSON.stringify({
      text: [`House ${number}.`],
      source_lang: 'EN',
      target_lang: target === 'pt' ? 'PT-PT' : target.toUpperCase(),
    }),
  });
  return performance.now() - startedMs;
};
