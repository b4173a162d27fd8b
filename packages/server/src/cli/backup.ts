import { resolve } from 'node:path';
import type { Command } from 'commander';
import { backUpDatabase } from '../platform/database/backup.js';
import { remark } from './output.js';
import { configurationOf } from './server-access.js';

/** `dragoman backup` */
export const backupCommand = async (
  file: string,
  _options: unknown,
  command: Command,
): Promise<void> => {
  await backUpDatabase(configurationOf(command), resolve(file));
  remark(`written: ${resolve(file)}`);
};
