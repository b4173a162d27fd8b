import { resolve } from 'node:path';
import type { Command } from 'commander';
import { backUpDatabase } from '../store/database/backup.js';
import { configurationOf } from './common/configuration-of.js';
import { remark } from './common/output.js';

/** `dragoman backup` */
export const backupCommand = async (
  file: string,
  _options: unknown,
  command: Command,
): Promise<void> => {
  await backUpDatabase(configurationOf(command), resolve(file));
  remark(`written: ${resolve(file)}`);
};
