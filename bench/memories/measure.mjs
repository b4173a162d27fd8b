// Imports a translation memory into an embedded database and searches it, in a process of its own,
// so that its memory is only that of the import.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_MEMORY_THRESHOLD } from '@dragoman/contract';
import { charactersOf, memoryKeyOf, similarity } from '@dragoman/core';
import { createFindMemory } from '../../packages/server/dist/features/memories/find-memory.js';
import { importTmx } from '../../packages/server/dist/features/memories/tmx.js';
import { openStores } from '../../packages/server/dist/open-stores.js';
import { percentile, round } from '../load/percentiles.mjs';
import { changedSegment, segmentOf, tmxOf } from './segments.mjs';

const [dataDirectory, segments, searches] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const OWNER = 'bench';
const { signal } = new AbortController();

const mebibytes = (bytes) => round(bytes / 1024 ** 2, 0);
/** What other programs do on the machine does not lengthen CPU time. */
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const formOf = (text) => memoryKeyOf([text]);

/** Texts that are in the memory, texts that are similar enough to one that is, and others. */
const TEXTS = {
  equal: (number) => segmentOf(number),
  similar(number) {
    const changed = changedSegment(number);
    const [one, other] = [changed, segmentOf(number)].map((text) => charactersOf(formOf(text)));
    const isSimilar = similarity(one, other, DEFAULT_MEMORY_THRESHOLD) !== undefined;
    return isSimilar ? changed : this.similar(number + 1);
  },
  other: (number) => segmentOf(segments + number),
};

const search = async (memory, textOf) => {
  const forms = Array.from({ length: searches }, (_, turn) =>
    formOf(textOf(Math.floor((turn * segments) / searches))),
  );
  const times = [];
  let found = 0;
  for (const form of forms) {
    const before = cpuSeconds();
    const [match] = await memory.find([form], signal);
    times.push(1000 * (cpuSeconds() - before));
    if (match) found++;
  }
  return {
    found,
    p50Ms: round(percentile(times, 0.5), 2),
    p99Ms: round(percentile(times, 0.99), 2),
  };
};

const accounts = await openStores({ dataDirectory });
const store = accounts.memoryStore;
const before = process.memoryUsage.rss();
const startSeconds = cpuSeconds();
const { memory } = await importTmx(
  tmxOf(segments),
  { ownerId: OWNER, actor: OWNER, name: 'bench' },
  { store, now: Date.now, signal },
);
const imported = {
  cpuSeconds: round(cpuSeconds() - startSeconds, 0),
  databaseMiB: mebibytes(statSync(join(dataDirectory, 'dragoman.db')).size),
  addedMemoryMiB: mebibytes(process.resourceUsage().maxRSS * 1024 - before),
};
const findMemory = createFindMemory(store);
const request = { translation_memory_id: memory.id, source_lang: 'EN', target_lang: 'ES' };
const languages = { source: 'en', target: { base: 'es', tags: ['es'], label: 'Spanish' } };
const searched = {};
for (const kind of Object.keys(TEXTS)) {
  const found = await findMemory(OWNER, request, languages);
  searched[kind] = await search(found, (number) => TEXTS[kind](number));
}
await accounts.close();
process.send({ segments, searches, imported, searched });
