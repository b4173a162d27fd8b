import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Syncs a folder's entries to the disk. Some systems cannot, but write them soon anyway. */
export const syncDirectory = async (path: string): Promise<void> => {
  const handle = await open(path, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
};

/**
 * A rename that survives a power failure directly afterwards. The content must be synced already.
 */
export const durableRename = async (from: string, to: string): Promise<void> => {
  await rename(from, to);
  await syncDirectory(dirname(to));
};

/** Writes a new file and waits until it is on the disk. */
export const writeDurably = async (path: string, text: string): Promise<void> => {
  const handle = await open(path, 'w', 0o644);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};
