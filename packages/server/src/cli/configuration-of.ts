import type { Command } from 'commander';
import {
  type Configuration,
  collectFlags,
  loadConfiguration,
  processEnvironment,
} from '../platform/configuration/index.js';

/** The configuration a command runs with: its own flags over the environment and the file. */
export const configurationOf = (command: Command): Configuration =>
  loadConfiguration({
    ...collectFlags(command),
    environment: processEnvironment(),
    workingDirectory: process.cwd(),
  });
