import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from '../common/run-command.mjs';

const TIMEOUT_MS = 1_800_000;

/** Runs a program to its end. @returns what it printed */
export const must = async (program, args, options = {}) => {
  const { code, output } = await runCommand(program, args, { timeoutMs: TIMEOUT_MS, ...options });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}:\n${output.slice(-3000)}`);
  return output.trim();
};

export const hasPrograms = (...programs) =>
  programs.every((program) =>
    (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program))),
  );
