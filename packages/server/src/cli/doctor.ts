import { availableParallelism, totalmem } from 'node:os';
import type { Engine } from '@dragoman/core';
import type { Command } from 'commander';
import { startServices } from '../services.js';
import { configurationOf } from './configuration-of.js';
import { quiet } from './quiet.js';

/** `dragoman doctor`: says what this installation can do, and what it mended or left out. */
export const runDoctor = async (_options: unknown, command: Command): Promise<void> => {
  const services = await startServices(configurationOf(command), quiet);
  const lines = [
    `Node ${process.version} on ${process.platform} ${process.arch}, ${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 2)} MiB of memory`,
    ...services.engines.flatMap(describeEngine),
  ];
  if (services.router.sources().size === 0) {
    lines.push('', 'Nothing can be translated.');
    process.exitCode = 1;
  }
  await services.stop();
  process.stdout.write(`${lines.join('\n')}\n`);
};

const describeEngine = (engine: Engine): readonly string[] => {
  const { state, notes, details = {} } = engine.health();
  const targets = new Map<string, string[]>();
  for (const { source, target } of engine.pairs()) {
    targets.set(source, [...(targets.get(source) ?? []), target]);
  }
  return [
    '',
    `Engine ${engine.id}: ${state}, ${engine.pairs().length} direct pairs`,
    ...Object.entries(details).map(([name, value]) => `  ${name}: ${value}`),
    ...[...targets].map(([source, into]) => `  ${source} > ${into.join(', ')}`),
    ...notes.map((note) => `  note: ${note}`),
  ];
};
