import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Accounts } from '../../open-accounts.js';
import { openTestAccounts } from '../../platform/database/testing/test-accounts.js';
import { findEqual, findSimilar } from './find-memory.js';
import { importTmx } from './import-tmx.js';
import type { MemoryRecord } from './memory-record.js';

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

let accounts: Accounts;
let memory: MemoryRecord;
beforeAll(async () => {
  accounts = await openTestAccounts();
  async function* file() {
    yield Buffer.from('<tmx version="1.4"><header srclang="en"/><body>');
    for (const text of [...SENTENCES, ...SHORT]) {
      yield Buffer.from(
        `<tu><tuv xml:lang="en"><seg>${text}</seg></tuv><tuv xml:lang="de"><seg>= ${text}</seg></tuv></tu>`,
      );
    }
    yield Buffer.from('</body></tmx>');
  }
  const imported = await importTmx(
    file(),
    { ownerId: 'owner', actor: 'test', name: 'memory' },
    { store: accounts.memoryStore, now: Date.now, signal: new AbortController().signal },
  );
  memory = imported.memory;
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
  const found = await findEqual(['Save', 'save'], search(100));
  expect([...found.keys()]).toEqual(['Save']);
  expect(found.get('Save')).toMatchObject({ similarity: 100, target: { text: '= Save' } });
});
