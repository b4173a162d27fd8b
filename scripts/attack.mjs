// Attacks a server of its own for some minutes and prints counts: `npm run attack [-- NAME…]
// [--minutes N] [--cases N] [--format NAME]`. `npm test` has a sample of each attack in tests/faults,
// tests/api/fidelity and packages/documents/src/conformance.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { spawnDragoman } from '../bench/servers/spawn-dragoman.mjs';
import { attackWithBodies } from './attack/bodies.mjs';
import { attackConnections } from './attack/connections.mjs';
import { damageDocuments } from './attack/documents.mjs';
import { killEngines } from './attack/kills.mjs';
import { translatePages } from './attack/pages.mjs';
import { translatePlaceholders } from './attack/placeholders.mjs';
import { soak } from './attack/soak.mjs';
import { measureTurns } from './attack/turns.mjs';

/** Each returns its counts; `failures` is the number of things that went wrong. */
const ATTACKS = {
  placeholders: translatePlaceholders,
  bodies: attackWithBodies,
  connections: attackConnections,
  kills: killEngines,
  pages: translatePages,
  documents: damageDocuments,
  turns: measureTurns,
  soak,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '1' },
    // Ten times as many as in a test.
    cases: { type: 'string', default: '300' },
    // Of the documents; all of them by default.
    format: { type: 'string' },
  },
});
const { format } = values;
const minutes = Number(values.minutes);
const cases = Number(values.cases);
const unknown = positionals.find((name) => !Object.hasOwn(ATTACKS, name));
const isInRange =
  minutes > 0 && minutes <= 600 && Number.isInteger(cases) && cases > 0 && cases <= 1_000_000;
if (unknown !== undefined || !isInRange) {
  process.stderr.write(
    `npm run attack [-- NAME…] [--minutes 0.1 to 600] [--cases 1 to 1000000] [--format NAME]; names: ${Object.keys(ATTACKS).join(', ')}\n`,
  );
  process.exit(2);
}

/** An answer with its status, whatever it is. */
const postTo =
  ({ port, headers }) =>
  async (body, changedHeaders = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/v2/translate`, {
      method: 'POST',
      headers: { ...headers, ...changedHeaders },
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  };

const directory = await mkdtemp(join(tmpdir(), 'dragoman-attack-'));
let failures = 0;
try {
  for (const name of positionals.length > 0 ? positionals : Object.keys(ATTACKS)) {
    const server = await spawnDragoman({ directory });
    try {
      const counts = await ATTACKS[name]({ server, post: postTo(server), minutes, cases, format });
      const alive = await fetch(`http://127.0.0.1:${server.port}/health/ready`).then(
        ({ status }) => status === 200,
        () => false,
      );
      const all = { ...counts, failures: counts.failures + (alive ? 0 : 1) };
      failures += all.failures;
      const shown = Object.entries(all).map(([what, count]) => `${what} ${count}`);
      process.stdout.write(`${name}: ${shown.join(', ')}${alive ? '' : '; the server is gone'}\n`);
    } finally {
      await server.stop();
    }
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;
