import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from './programs.mjs';

/** Its database lacks the budgets of tokens, so that an upgrade has something to migrate. */
export const OLDER_COMMIT = 'a8f09f1';

/** Unpacks an older version of the product. @returns its folder */
export const unpackOlderVersion = async (root, folder) => {
  const source = join(folder, 'older');
  await mkdir(source);
  const archive = join(folder, 'older.tar');
  await must('git', ['-C', root, 'archive', '--output', archive, OLDER_COMMIT]);
  await must('tar', ['--extract', '--file', archive, '--directory', source]);
  return source;
};
