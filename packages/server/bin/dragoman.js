#!/usr/bin/env node
import { chooseProgram, loadProgram } from '../dist/cli/choose-program.js';
import { maxOpenFiles } from '../dist/platform/files.js';

/** Node opens all modules of the program at once. */
const MIN_OPEN_FILES = 512;

if (maxOpenFiles() < MIN_OPEN_FILES) {
  process.stderr.write(
    `dragoman: this process may open only ${maxOpenFiles()} files and connections, but needs at least ${MIN_OPEN_FILES}; raise the limit (ulimit -n, or LimitNOFILE= of systemd).\n`,
  );
  process.exitCode = 1;
} else {
  const program = await loadProgram(await chooseProgram(new URL('../../', import.meta.url)));
  await program.main(process.argv.slice(2));
}
