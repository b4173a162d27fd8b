import { resolve } from 'node:path';
import type { Command } from 'commander';
import { backUpDatabase } from '../platform/database/backup.js';
import { configurationOf } from './configuration-of.js';
import { remark } from './output.js';

/** `dragoman backup` */
export const backupCommand = async (
  file: string,
  _options: unknown,
  command: Command,
): Promise<void> => {
  await backUpDatabase(configurationOf(command), resolve(file));
  remark(`written: ${resolve(file)}`);
};
