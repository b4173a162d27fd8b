import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../platform/make-folder.js';

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
  // Written aside and linked into place, so that nobody ever reads a key that is half there.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  const text = (await readFile(path, 'utf8')).trim();
  if (!KEY_FORM.test(text)) throw new Error(`${path} holds no key: delete it to have one made.`);
  return Buffer.from(text, 'hex');
};

/** Tells whether two servers have the same key; says nothing about the key. */
export const fingerprintOf = (serverKey: Buffer): string =>
  createHash('sha256').update('dragoman server key').update(serverKey).digest('hex').slice(0, 16);
