import type { Command } from 'commander';
import { configurationOf } from '../configuration-of.js';
import type { TranslationBackend } from './backend.js';
import { startLocalBackend } from './local-backend.js';

/** Where a command has its translations from: the server it was given, or else this process. */
export const openBackend = async (
  command: Command,
  server: string | undefined,
): Promise<TranslationBackend> => {
  const configuration = configurationOf(command);
  if (server === undefined) return startLocalBackend(configuration);
  throw new Error('not yet');
};
