import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const COMMAND = fileURLToPath(new URL('../../packages/server/bin/dragoman.js', import.meta.url));
const run = promisify(execFile);

/** Runs `dragoman …` to the end and returns its output. Rejects when it fails. */
export const runDragoman = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> => {
  const { stdout } = await run(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    timeout: 30_000,
  });
  return stdout.trim();
};
