import type { Command } from 'commander';
import { processEnvironment } from '../platform/configuration/environment.js';
import { collectFlags } from './flags.js';
import { loadConfiguration } from './load.js';
import type { Configuration } from './settings.js';

/** The configuration a command runs with: its own flags over the environment and the file. */
export const configurationOf = (command: Command): Configuration =>
  loadConfiguration({
    ...collectFlags(command),
    environment: processEnvironment(),
    workingDirectory: process.cwd(),
  });
