import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Stores } from '../../open-stores.js';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createFindMemory, findEqualMatches, findSimilar } from './find-memory.js';
import type { MemoryRecord, MemoryStore } from './memory-record.js';
import { importTmx } from './tmx.js';

const ROOMS = ['kitchen', 'garden', 'office', 'cellar', 'library', 'workshop', 'hall', 'attic'];
const THINGS = ['table', 'window', 'lamp', 'chair', 'carpet', 'mirror', 'shelf', 'clock', 'door'];
const PEOPLE = ['Anna', 'Boris', 'Clara', 'David', 'Emma', 'Felix', 'Greta', 'Hugo', 'Ida'];

/** More than are compared one by one. */
const SENTENCES = PEOPLE.flatMap((person) =>
  ROOMS.flatMap((room) =>
    THINGS.map((thing) => `${person} carried the old ${thing} into the ${room} this morning.`),
  ),
);
const SHORT = ['Save', 'Save as', 'Open file', 'Close window', 'Delete all'];

/** Imports segments from English into some languages. */
const importSegments = async (
  texts: readonly string[],
  store: MemoryStore,
  languages: readonly string[] = ['de'],
): Promise<MemoryRecord> => {
  async function* file() {
    yield Buffer.from('<tmx version="1.4"><header srclang="en"/><body>');
    for (const text of texts) {
      const targets = languages.map(
        (language) => `<tuv xml:lang="${language}"><seg>= ${text}</seg></tuv>`,
      );
      yield Buffer.from(`<tu><tuv xml:lang="en"><seg>${text}</seg></tuv>${targets.join('')}</tu>`);
    }
    yield Buffer.from('</body></tmx>');
  }
  const imported = await importTmx(
    file(),
    { ownerId: 'owner', actor: 'test', name: 'memory' },
    { store, now: Date.now, signal: new AbortController().signal },
  );
  return imported.memory;
};

let accounts: Stores;
let memory: MemoryRecord;
beforeAll(async () => {
  accounts = await openTestStores();
  memory = await importSegments([...SENTENCES, ...SHORT], accounts.memoryStore);
});
afterAll(() => accounts.close());

const nobodyLeaves = new AbortController().signal;
const search = (threshold = 75) => ({
  store: accounts.memoryStore,
  memory,
  language: 'de',
  threshold,
});

it('finds every sentence by one with a letter too many', async () => {
  for (const [index, sentence] of SENTENCES.entries()) {
    if (index % 7 !== 0) continue;
    const place = index % sentence.length;
    const changed = `${sentence.slice(0, place)}q${sentence.slice(place)}`;
    const match = await findSimilar(changed, search(), nobodyLeaves);
    expect(match?.target.text, changed).toBe(`= ${sentence}`);
    expect(match?.similarity).toBeGreaterThan(97);
  }
});

it('finds a sentence of which a word was replaced', async () => {
  const match = await findSimilar(
    'Greta carried the big mirror into the library this morning.',
    search(),
    nobodyLeaves,
  );
  expect(match?.target.text).toBe('= Greta carried the old mirror into the library this morning.');
});

it('finds short texts, too', async () => {
  expect((await findSimilar('Save ass', search(), nobodyLeaves))?.target.text).toBe('= Save as');
  expect((await findSimilar('Opn file', search(), nobodyLeaves))?.target.text).toBe('= Open file');
  expect((await findSimilar('Sve', search(), nobodyLeaves))?.target.text).toBe('= Save');
});

it('finds nothing below the threshold', async () => {
  expect(
    await findSimilar('Nobody has ever seen anything like this.', search(), nobodyLeaves),
  ).toBeUndefined();
  expect(await findSimilar('Save ass', search(90), nobodyLeaves)).toBeUndefined();
  expect(await findSimilar('Save as', search(100), nobodyLeaves)).toBeUndefined();
});

it('stops comparing when nobody waits any more', async () => {
  const left = AbortSignal.abort(new Error('left'));
  await expect(findSimilar('Save ass', search(1), left)).rejects.toThrow('left');
});

it('finds equal texts without a search', async () => {
  const found = await findEqualMatches(['Save', 'save'], search(100));
  expect([...found.keys()]).toEqual(['Save']);
  expect(found.get('Save')).toMatchObject({ similarity: 100, target: { text: '= Save' } });
});

it('reads no more of a memory than it takes to find a text, however many are alike', async () => {
  const store = accounts.memoryStore;
  const alike = Array.from({ length: 10_000 }, (_, number) => `Part ${10_000 + number}`);
  const parts = await importSegments(alike, store);
  let byteCount = 0;
  const counting: typeof store = {
    ...store,
    async readBuckets(...query) {
      const found = await store.readBuckets(...query);
      for (const { length } of found) byteCount += length;
      return found;
    },
  };
  const place = { ...search(), store: counting, memory: parts };
  const match = await findSimilar('Part 17365x', place, nobodyLeaves);
  expect(match?.target.text).toBe('= Part 17365');
  expect(byteCount).toBeLessThan(250_000);
});

it('lets other requests have their turn between texts that are like none of the memory', async () => {
  const request = { translation_memory_id: memory.id, target_lang: 'DE' };
  const find = createFindMemory(accounts.memoryStore);
  const target = { base: 'de', tags: ['de'], label: 'German' };
  const found = await find('owner', request, { source: 'en', target });
  const forms = Array.from({ length: 300 }, (_, number) => `Nothing ${number} like it`);
  let turns = 0;
  let isDone = false;
  const work = found?.find(forms, nobodyLeaves).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await nextTurn();
    turns++;
  }
  expect(await work).toHaveLength(300);
  expect(turns).toBeGreaterThan(300);
});

it('is filled by some texts at a time, whatever the number of languages', async () => {
  const store = accounts.memoryStore;
  const counts: number[] = [];
  const counting: typeof store = {
    ...store,
    addSegments(number, segments, nowMs) {
      counts.push(segments.reduce((sum, { targets }) => sum + 1 + targets.length, 0));
      return store.addSegments(number, segments, nowMs);
    },
  };
  const languages = ['de', 'fr', 'es', 'it', 'nl', 'pl', 'ru', 'cs', 'sv', 'da', 'fi', 'el'];
  await importSegments(SENTENCES.slice(0, 300), counting, languages);
  expect(Math.max(...counts)).toBeLessThan(500);
});

it('is imported in turns, and other requests have theirs between them', async () => {
  const text = SENTENCES.map(
    (sentence) =>
      `<tu><tuv xml:lang="en"><seg>${sentence}</seg></tuv><tuv xml:lang="de"><seg>= ${sentence}</seg></tuv></tu>`,
  );
  async function* file() {
    yield Buffer.from(
      `<tmx version="1.4"><header srclang="en"/><body>${text.join('').repeat(5)}</body></tmx>`,
    );
  }
  let [isDone, turns] = [false, 0];
  const work = importTmx(
    file(),
    { ownerId: 'owner', actor: 'test', name: 'in turns' },
    { store: accounts.memoryStore, now: Date.now, signal: nobodyLeaves },
  ).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await nextTurn();
    turns++;
  }
  expect((await work).memory.segmentCount).toBe(5 * SENTENCES.length);
  // Of 16 KiB or 400 texts each.
  expect(turns).toBeGreaterThan(50);
});
