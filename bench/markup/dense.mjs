import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHealthProbe } from '../load/health-probe.mjs';
import { createHttpClient } from '../load/http-client.mjs';
import { percentile, round } from '../load/percentiles.mjs';
import { spawnDragoman } from '../servers/spawn-dragoman.mjs';

const CLIENTS = 20;
const PAGE_CHARACTERS = 110_000;
const SECONDS = 10;

/** A page of small table cells, others in every request. */
const densePage = (number) => {
  const row = `<tr><td>7</td><td><b>${number}</b></td><td>x<br>house</td></tr>`;
  return `<table>${row.repeat(Math.floor(PAGE_CHARACTERS / row.length))}</table>`;
};

/** How long `/health/live` takes, in milliseconds, while clients send pages of dense markup. */
export const measureDense = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'dragoman-bench-'));
  const server = await spawnDragoman({
    directory,
    settings: {
      DRAGOMAN_ENGINES: 'apertium',
      DRAGOMAN_REQUEST_TIMEOUT_MS: '600000',
      DRAGOMAN_MAX_QUEUED_CHARACTERS: String(2 * CLIENTS * PAGE_CHARACTERS),
    },
  });
  const client = createHttpClient(server.port);
  let number = 0;
  const request = () =>
    server.post(client, '/v2/translate', {
      text: [densePage(number++)],
      source_lang: 'EN',
      target_lang: 'ES',
      tag_handling: 'html',
    });
  try {
    await request();
    const startedCpuSeconds = server.cpuSeconds();
    const endMs = performance.now() + SECONDS * 1000;
    const probe = startHealthProbe(server.port);
    let pages = 0;
    const call = async () => {
      while (performance.now() < endMs) {
        await request();
        pages++;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, call));
    const latenciesMs = await probe.stop();
    return {
      clients: CLIENTS,
      pages,
      healthP99Ms: round(percentile(latenciesMs, 0.99)),
      healthMaxMs: round(Math.max(...latenciesMs)),
      cpuMsPerPage: Math.round((1000 * (server.cpuSeconds() - startedCpuSeconds)) / pages),
    };
  } finally {
    client.close();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
};
