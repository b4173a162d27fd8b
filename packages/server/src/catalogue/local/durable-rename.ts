import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Puts the names within a folder on the disk. Some systems cannot, and do it in time anyhow. */
export const syncDirectory = async (path: string): Promise<void> => {
  const handle = await open(path, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
};

/** A rename that holds when the power fails right after it. The content must be synced already. */
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
