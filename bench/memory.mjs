import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient } from './load/http-client.mjs';
import { openEverydaySet } from './quality/test-sets.mjs';
import { ROOT, writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { formatTable } from './report/table.mjs';
import { processTree } from './servers/process-tree.mjs';
import { spawnDragoman } from './servers/spawn-dragoman.mjs';

const PAGE = 'docs/guide/running/limits.md';
const SENTENCES = 60;
const REQUESTS_IN_FLIGHT = 4;
const SAMPLE_MS = 500;
/** Programs of Apertium end this soon in the run, so that it need not take minutes. */
const IDLE_STOP_MS = 15_000;
const MEBIBYTE = 1024 * 1024;

/**
 * `npm run bench -- memory`: memory of a server after texts, markup, other wordings, terms, documents
 * and routes through Apertium, in every direction of the starter models at once.
 */
export const run = async () => {
  const directory = mkdtempSync(join(tmpdir(), 'dragoman-memory-'));
  const server = await spawnDragoman({
    directory,
    settings: { DRAGOMAN_APERTIUM_IDLE_STOP_MS: String(IDLE_STOP_MS) },
  });
  const client = createHttpClient(server.port);
  const rows = [];
  const note = (when) => rows.push([when, ...measure(server.pid)]);
  let peak = measure(server.pid);
  const sampler = setInterval(() => {
    const now = measure(server.pid);
    if (now[0] > peak[0]) peak = now;
  }, SAMPLE_MS);
  try {
    note('started');
    const pairs = starterPairs();
    for (const pair of pairs) await translate(server, client, pair, ['Good morning.']);
    note('all starter models loaded');
    await mixedWork(server, client, pairs);
    note('after mixed work');
    rows.push(['the most at any time', ...peak]);
    await sleep(3 * IDLE_STOP_MS);
    note('when unused Apertium programs have ended');
  } finally {
    clearInterval(sampler);
    client.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
  const cells = rows.map(([when, ...numbers]) => [
    when,
    ...numbers.slice(0, -1).map((bytes) => String(Math.round(bytes / MEBIBYTE))),
    String(numbers.at(-1)),
  ]);
  const text = `${formatTable(
    ['', 'in all, MiB', 'server', 'neural engine', 'Apertium', 'programs of Apertium'],
    cells,
  )}

PSS of all processes of a server with its default settings, except that unused Apertium programs end after ${IDLE_STOP_MS / 1000} s; texts, HTML, other wordings, documents and pairs without a model, in all directions of the starter models at once (${describeMachine(machineFacts())}). Printed by \`npm run bench -- memory\`.`;
  writeSection(PAGE, 'memory', text);
  process.stdout.write(`${text}\n`);
};

/** Bytes in all, of the server itself, of the neural engine, of Apertium; and its processes. */
const measure = (pid) => {
  const bytes = { server: 0, neural: 0, apertium: 0 };
  let programs = 0;
  for (const process of processTree(pid)) {
    const kind = kindOf(process.pid, pid);
    bytes[kind] += ownBytesOf(process.pid);
    if (kind === 'apertium') programs++;
  }
  const all = bytes.server + bytes.neural + bytes.apertium;
  return [all, bytes.server, bytes.neural, bytes.apertium, programs];
};

const kindOf = (pid, serverPid) => {
  if (pid === serverPid) return 'server';
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
    return /engine|neural|node/.test(command.split('\0')[0] ?? '') ? 'neural' : 'apertium';
  } catch {
    return 'apertium';
  }
};

const ownBytesOf = (pid) => {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
    return 1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0);
  } catch {
    return 0;
  }
};

const starterPairs = () =>
  readdirSync(join(ROOT, 'models'))
    .map((id) => /^starter-(\w+)-(\w+)$/.exec(id))
    .filter((match) => match !== null)
    .map(([, source, target]) => ({ source, target }));

const translate = (server, client, { source, target }, text, more = {}) =>
  server.post(client, '/v2/translate', {
    text,
    source_lang: source.toUpperCase(),
    target_lang: target.toUpperCase(),
    ...more,
  });

const mixedWork = async (server, client, pairs) => {
  const sets = openEverydaySet(SENTENCES);
  const languages = [...new Set(pairs.map(({ target }) => target))];
  const throughOthers = languages.flatMap((source) =>
    languages
      .filter((target) => target !== source && source !== 'en' && target !== 'en')
      .map((target) => ({ source, target })),
  );
  const jobs = [...pairs, ...throughOthers].flatMap((pair) => {
    const sources = sets.pairsOf(pair.source, pair.target)?.sources ?? [];
    return sources.flatMap((sentence, index) => {
      const html = `<p>${sentence.replace(/(\S+)$/, '<b>$1</b>')}</p>`;
      const wordings = {
        q: sentence,
        source: pair.source,
        target: pair.target,
        alternatives: 3,
      };
      return [
        () => translate(server, client, pair, [sentence]),
        () => translate(server, client, pair, [html], { tag_handling: 'html' }),
        ...(index % 6 === 0 ? [() => server.post(client, '/translate', wordings)] : []),
      ];
    });
  });
  const waiting = jobs.map((job, index) => [
    Math.sin(index) * 1e4 - Math.floor(Math.sin(index) * 1e4),
    job,
  ]);
  waiting.sort(([one], [other]) => one - other);
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      // A 429 under load is an answer, too.
      await next[1]().catch((error) => {
        if (!/status (?:400|429)/.test(error.message)) throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_IN_FLIGHT }, work));
};
