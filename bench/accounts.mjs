// The cost of keys, limits and metering, compared with the same server without them, on the fake
// engine.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import {
  hasPostgres,
  startPostgres,
} from '../packages/server/dist/platform/database/testing/postgres-cluster.js';
import { writeResults } from './report/files.mjs';
import { machineFacts } from './report/machine.mjs';

const ROUNDS = 12;
const SECONDS = 3;
const SERVER = fileURLToPath(new URL('accounts/server.mjs', import.meta.url));

const body = JSON.stringify({
  text: ['The house is big, and the garden is small.'],
  source_lang: 'EN',
  target_lang: 'ES',
});

const measure = async ({ url, key }) => {
  const result = await autocannon({
    url: `${url}/v2/translate`,
    method: 'POST',
    headers: { authorization: `Service-Auth-Key ${key}`, 'content-type': 'application/json' },
    body,
    connections: 8,
    duration: SECONDS,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error('some requests failed');
  return result.requests.total / result.duration;
};

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * Requests per second of every variant of the server, and their cost compared with the one without.
 */
const measureWith = async (databaseUrl) => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-bench-'));
  const server = fork(SERVER, [folder, ...(databaseUrl ? [databaseUrl] : [])]);
  try {
    const ended = once(server, 'exit').then(() => Promise.reject(new Error('the server ended')));
    ended.catch(() => {});
    const [variants] = await Promise.race([once(server, 'message'), ended]);
    const names = Object.keys(variants);
    const rates = Object.fromEntries(names.map((name) => [name, []]));
    for (const name of names) await measure(variants[name]);
    for (let round = 0; round < ROUNDS; round++) {
      // The order rotates each round, so that other load on the machine affects all equally.
      const order = round % 2 === 0 ? names : names.toReversed();
      for (const name of order) rates[name].push(await measure(variants[name]));
    }
    const cost = (name) =>
      median(rates[name].map((rate, round) => 1 - rate / rates.without[round])) * 100;
    return {
      requestsPerSecond: Object.fromEntries(
        names.map((name) => [name, Math.round(median(rates[name]))]),
      ),
      costPercent: {
        plain: Number(cost('plain').toFixed(1)),
        limited: Number(cost('limited').toFixed(1)),
      },
    };
  } finally {
    server.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
};

const measureWithPostgres = async () => {
  // With fsync, like a real database.
  const cluster = await startPostgres({ fsync: 'on' });
  try {
    return await measureWith(await cluster.createDatabase());
  } finally {
    await cluster.remove();
  }
};

/** `npm run bench -- accounts`, or with the address of an empty PostgreSQL database to try that. */
export const run = async ([databaseUrl]) => {
  if (databaseUrl) {
    console.log(JSON.stringify(await measureWith(databaseUrl), null, 2));
    return;
  }
  const results = {
    machine: machineFacts(),
    rounds: ROUNDS,
    secondsEach: SECONDS,
    databases: {
      libsql: await measureWith(undefined),
      ...(hasPostgres() && { postgresql: await measureWithPostgres() }),
    },
  };
  console.log(JSON.stringify(results, null, 2));
  writeResults('servers/accounts', results);
};
