// A process that runs commands one after the other, each as `bin/dragoman.js` runs the one that it is started for.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { chooseProgram, loadProgram } from '../../packages/server/dist/cli/choose-program.js';

const program = await loadProgram(await chooseProgram(new URL('../../packages/', import.meta.url)));
// Each command listens to the output.
process.stdout.setMaxListeners(0);

const write = (stream, text) => new Promise((resolve) => stream.write(text, resolve));

process.on('message', async ({ args, folder, environment, end }) => {
  process.chdir(folder);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.exitCode = 0;
  await program.main(args);
  // SQLite keeps files of a closed database open until its statements are collected; the end of a process closes them.
  globalThis.gc();
  await nextTurn();
  await write(process.stderr, end);
  await write(process.stdout, `${process.exitCode}${end}`);
});
