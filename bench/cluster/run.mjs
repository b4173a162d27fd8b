// Several servers behind nginx: what more of them bring, and what is lost when one of them, or what
// they share, dies.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasPostgres } from '../../packages/server/dist/platform/database/testing/postgres-cluster.js';
import { hasRedis } from '../../packages/server/dist/platform/database/testing/redis-server.js';
import { writeResults } from '../report/files.mjs';
import { machineFacts } from '../report/machine.mjs';
import { measureBulk } from './bulk.mjs';
import { measureFaults, violationsOf } from './faults.mjs';
import { hasNginx } from './nginx.mjs';
import { measurePlacement } from './placement.mjs';
import { measureThroughput } from './throughput.mjs';

/** Times of a whole run, and of one that only shows whether it works. */
const TIMES = {
  whole: { throughputSeconds: 8, secondsBetweenEnds: 10, bulkLines: 1000 },
  brief: { throughputSeconds: 1, secondsBetweenEnds: 1, bulkLines: 200 },
};

/**
 * `npm run bench -- cluster [--brief] [--only throughput]`. Exits with 1 when a request was lost or
 * wrongly billed.
 */
export const run = async (args) => {
  const { values } = parseArgs({
    args,
    options: { brief: { type: 'boolean', default: false }, only: { type: 'string' } },
  });
  if (!hasNginx() || !hasPostgres() || !hasRedis()) {
    throw new Error('install nginx-light, postgresql and redis-server or valkey-server');
  }
  const times = values.brief ? TIMES.brief : TIMES.whole;
  const parts = {
    throughput: (directory) => measureThroughput(directory, times.throughputSeconds),
    faults: (directory) => measureFaults(directory, times.secondsBetweenEnds),
    placement: (directory) => measurePlacement(directory),
    bulk: (directory) => measureBulk(directory, times.bulkLines),
  };
  const results = { machine: machineFacts() };
  for (const [name, measure] of Object.entries(parts)) {
    if (values.only !== undefined && values.only !== name) continue;
    process.stderr.write(`${name}\n`);
    const directory = mkdtempSync(join(tmpdir(), 'dragoman-bench-'));
    try {
      results[name] = await measure(directory);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
  console.log(JSON.stringify(results, null, 2));
  const violations = results.faults ? violationsOf(results.faults) : [];
  for (const violation of violations) process.stderr.write(`${violation}\n`);
  if (violations.length > 0) process.exitCode = 1;
  if (!values.brief && values.only === undefined) writeResults('servers/cluster', results);
};
