import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runDragoman } from '../support/run-command.js';

it('`dragoman migrate --plan` changes nothing, and then there is nothing more to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-migrate-'));
  try {
    const settings = { DRAGOMAN_DATA_DIR: folder };
    const plan = await runDragoman(['migrate', '--plan'], settings);
    expect(plan).toMatch(/^2026-11-25-token-budgets +expand +when a server starts$/m);
    expect(await readdir(folder)).toEqual([]);
    expect(await runDragoman(['migrate'], settings)).toContain('executed: 2026-11-21-accounts');
    const left = JSON.parse(await runDragoman(['migrate', '--plan', '--json'], settings));
    expect(left).toEqual({ executed: [], pending: [], newer: [] });
  } finally {
    await rm(folder, { recursive: true });
  }
});
