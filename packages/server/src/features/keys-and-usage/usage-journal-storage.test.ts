import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@dragoman/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUsageJournal } from './usage-journal-storage.js';

const DAY_MS = 86_400_000;
const USED = { ownerId: 'a', day: '2026-11-30', characters: 7, tag: 'shop' };

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'dragoman-journal-')), 'usage');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** A server that looks at the folder some time from now. */
const journalIn = (laterMs = 0) =>
  createUsageJournal(folder, { log: silentLogger, now: () => Date.now() + laterMs });

describe('the journal of usage', () => {
  it('gives what a server has left to one other, once that has been silent for ten seconds', () => {
    const killed = journalIn();
    killed.note('batch', USED);
    killed.note('batch', { ...USED, characters: 8 });
    expect(journalIn(9000).takeOrphaned()).toEqual([]);
    const [one, other] = [journalIn(11_000), journalIn(11_000)];
    expect(one.takeOrphaned()).toEqual([
      { id: 'batch', requests: [USED, { ...USED, characters: 8 }] },
    ]);
    expect(other.takeOrphaned()).toEqual([]);
  });

  it('gives it again as long as nobody has reported it', () => {
    journalIn().note('batch', USED);
    expect(journalIn(11_000).takeOrphaned()).toHaveLength(1);
    const next = journalIn(22_000);
    expect(next.takeOrphaned()).toHaveLength(1);
    next.forget('batch');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves the batches of servers alone that are still there, and its own', () => {
    const busy = journalIn();
    busy.note('batch', USED);
    const later = journalIn(11_000);
    later.note('own', USED);
    const [file = ''] = readdirSync(folder).filter((name) => name.startsWith('batch'));
    utimesSync(join(folder, file), 0, 0);
    busy.keep();
    expect(Date.now() - statSync(join(folder, file)).mtimeMs).toBeLessThan(60_000);
    expect(journalIn(5000).takeOrphaned()).toEqual([]);
    expect(later.takeOrphaned().map(({ id }) => id)).toEqual(['batch']);
  });

  it('has nothing of a batch that was reported', () => {
    const journal = journalIn();
    journal.note('batch', USED);
    journal.forget('batch');
    journal.forget('never written');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('drops a line that a full disk has cut, and batches that the database may have forgotten', () => {
    journalIn().note('cut', USED);
    const [file = ''] = readdirSync(folder);
    appendFileSync(join(folder, file), '{"ownerId":"a","da');
    expect(journalIn(11_000).takeOrphaned()).toEqual([{ id: 'cut', requests: [USED] }]);
    journalIn().note('old', USED);
    expect(journalIn(DAY_MS).takeOrphaned()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('drops lines that are no requests', () => {
    journalIn().note('other', USED);
    const [file = ''] = readdirSync(folder);
    const others = [5, null, {}, { ...USED, characters: -1 }, { ...USED, day: 'today' }];
    for (const other of others) appendFileSync(join(folder, file), `${JSON.stringify(other)}\n`);
    expect(journalIn(11_000).takeOrphaned()).toEqual([{ id: 'other', requests: [USED] }]);
  });

  it('says how much it drops', () => {
    journalIn().note('old', USED);
    const said: object[] = [];
    const log = { ...silentLogger, error: (fields: object) => void said.push(fields) };
    createUsageJournal(folder, { log, now: () => Date.now() + DAY_MS }).takeOrphaned();
    expect(said).toMatchObject([{ characters: 7 }]);
  });

  it.runIf(canMount)(
    'says what a full disk does not take, and goes on with a line of its own',
    () => {
      const disk = join(folder, '..', 'disk');
      mkdirSync(disk);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', disk]);
      try {
        const journal = createUsageJournal(disk, { log: silentLogger });
        const filler = join(disk, 'filler');
        writeFileSync(filler, Buffer.alloc(4096));
        let written = 0;
        while (journal.note('batch', { ...USED, tag: 'a'.repeat(100) })) written++;
        rmSync(filler);
        expect(journal.note('batch', USED)).toBe(true);
        const [left] = createUsageJournal(disk, {
          log: silentLogger,
          now: () => Date.now() + 11_000,
        }).takeOrphaned();
        expect(left?.requests).toHaveLength(written + 1);
      } finally {
        execFileSync('umount', ['--lazy', disk]);
      }
    },
  );

  it('never stops a request: where it cannot write, it does without', () => {
    const journal = journalIn();
    rmSync(folder, { recursive: true });
    expect(journal.note('batch', USED)).toBe(false);
    const nowhere = createUsageJournal('/proc/nope', { log: silentLogger });
    expect(journal.takeOrphaned()).toEqual([]);
    nowhere.note('batch', USED);
    expect(nowhere.takeOrphaned()).toEqual([]);
  });
});
