import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** Limits what a running process may open, to the given number of files in addition to its own. */
export const limitOpenFiles = (pid: number, more: number): void => {
  const open = readdirSync(`/proc/${pid}/fd`)
    .map(Number)
    .sort((left, right) => left - right);
  // The limit is one of numbers: each new file gets the lowest free one below it.
  let limit = 0;
  for (let free = 0; free < more; limit++) if (!open.includes(limit)) free++;
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${limit}:`]);
};

/** Takes the limit back. */
export const unlimitOpenFiles = (pid: number): void => {
  execFileSync('prlimit', ['--pid', String(pid), '--nofile=4096:']);
};
