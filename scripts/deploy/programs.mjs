import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runCommand } from '../common/run-command.mjs';

const TIMEOUT_MS = 1_800_000;

/** Runs a program to its end. @returns what it printed */
export const must = async (program, args, options = {}) => {
  const { code, output } = await runCommand(program, args, { timeoutMs: TIMEOUT_MS, ...options });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}:\n${output.slice(-3000)}`);
  return output.trim();
};

/**
 * Does a test in a folder of its own, which is removed afterwards.
 *
 * @param {{ packages: string[], programs: string[] }} needs Debian packages, and programs of theirs
 * @param test takes the folder
 * @returns what the test returns, or `skipped` with the reason where the machine lacks something
 */
export const testInFolder = async ({ packages, programs }, test) => {
  if (process.getuid?.() !== 0) return { skipped: 'it needs root' };
  if (!hasPrograms(programs)) return { skipped: `install ${packages.join(' ')}` };
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-deploy-'));
  try {
    return await test(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const hasPrograms = (programs) =>
  programs.every((program) =>
    (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program))),
  );
