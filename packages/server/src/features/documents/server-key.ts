import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileOnce, makeFolder } from '../../platform/files.js';

const KEY_FORM = /^[0-9a-f]{64}$/;

/**
 * The key under which the keys of waiting documents are kept, from `document-key` in the data
 * directory; made there at the first use, readable by its owner only.
 *
 * @throws Error when the file cannot be read or written, or holds no key
 */
export const loadServerKey = async (dataDirectory: string): Promise<Buffer> => {
  makeFolder(dataDirectory, 0o700);
  const path = join(dataDirectory, 'document-key');
  await createFileOnce(path, randomBytes(32).toString('hex'), { mode: 0o600 });
  const text = (await readFile(path, 'utf8')).trim();
  if (!KEY_FORM.test(text)) throw new Error(`${path} holds no key: delete it to have one made.`);
  return Buffer.from(text, 'hex');
};
