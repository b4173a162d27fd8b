import { servedSources, servedTargets } from '@dragoman/core';
import type { Command } from 'commander';
import { startServices } from '../services.js';
import { configurationOf } from './configuration-of.js';
import { quiet } from './quiet.js';

/** `dragoman languages`: what can be translated now. */
export const listLanguages = async (_options: unknown, command: Command): Promise<void> => {
  const services = await startServices(configurationOf(command), quiet);
  const line = ({ code, name }: { code: string; name: string }) => `  ${code.padEnd(8)}${name}`;
  process.stdout.write(
    [
      'From:',
      ...servedSources(services.router).map(line),
      'Into:',
      ...servedTargets(services.router).map(line),
      '',
    ].join('\n'),
  );
  await services.stop();
};
