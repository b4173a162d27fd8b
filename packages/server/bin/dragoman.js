#!/usr/bin/env node
import { readFileSync } from 'node:fs';

/** Node opens all modules of the program at once. */
const MIN_OPEN_FILES = 512;

/** Format: proc(5), /proc/pid/limits. Unknown outside of Linux. */
const readLimits = () => {
  try {
    return readFileSync('/proc/self/limits', 'latin1');
  } catch {
    return '';
  }
};

const maxOpenFiles = Number(/^Max open files +(\d+)/m.exec(readLimits())?.[1] ?? MIN_OPEN_FILES);
if (maxOpenFiles < MIN_OPEN_FILES) {
  process.stderr.write(
    `dragoman: this process may open only ${maxOpenFiles} files and connections, but needs at least ${MIN_OPEN_FILES}; raise the limit (ulimit -n, or LimitNOFILE= of systemd).\n`,
  );
  process.exitCode = 1;
} else {
  const { main } = await import('../dist/cli/main.js');
  await main(process.argv.slice(2));
}
