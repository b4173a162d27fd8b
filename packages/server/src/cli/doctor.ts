import type { Command } from 'commander';
import { startServices } from '../services.js';
import { configurationOf } from './configuration-of.js';
import { quiet } from './quiet.js';

/** `dragoman doctor`: says what this installation can do, and what it mended or left out. */
export const runDoctor = async (_options: unknown, command: Command): Promise<void> => {
  const services = await startServices(configurationOf(command), quiet);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  print(`Node ${process.version} on ${process.platform} ${process.arch}`);
  for (const engine of services.engines) {
    const pairs = engine.pairs();
    print(`\nEngine ${engine.id}: ${engine.health().state}, ${pairs.length} direct pairs`);
    for (const pair of pairs) print(`  ${pair.source} > ${pair.target}`);
    for (const note of engine.health().notes) print(`  note: ${note}`);
  }
  if (services.router.sources().size === 0) {
    print('\nNothing can be translated.');
    process.exitCode = 1;
  }
  await services.stop();
};
