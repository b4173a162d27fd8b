import { type FSWatcher, watch } from 'node:fs';

export interface FolderWatchOptions {
  /** How long the folders must be quiet before the change counts. */
  readonly debounceMs: number;
  /** How often to look anyway: not every file system tells of changes. */
  readonly pollMs: number;
}

/** Watches folders until closed. */
export interface FolderWatch {
  close(): void;
}

/**
 * Calls `onChange` when something in one of the folders may have changed, and every `pollMs` in
 * any case. Folders that cannot be watched, or do not exist yet, are left to the poll. Does not
 * keep the process alive.
 */
export const watchFolders = (
  folders: readonly string[],
  onChange: () => void,
  { debounceMs, pollMs }: FolderWatchOptions,
): FolderWatch => {
  const watchers = new Map<string, FSWatcher>();
  let debounce: NodeJS.Timeout | undefined;

  const announce = (): void => {
    clearTimeout(debounce);
    debounce = setTimeout(onChange, debounceMs);
    debounce.unref();
  };
  const watchMissing = (): void => {
    for (const folder of folders) {
      if (watchers.has(folder)) continue;
      try {
        const watcher = watch(folder, { persistent: false }, announce);
        watcher.on('error', () => {
          watcher.close();
          watchers.delete(folder);
        });
        watchers.set(folder, watcher);
      } catch {
        // Not there, or no watches left: the poll finds out.
      }
    }
  };

  watchMissing();
  const poll = setInterval(() => {
    watchMissing();
    onChange();
  }, pollMs);
  poll.unref();
  return {
    close: () => {
      clearTimeout(debounce);
      clearInterval(poll);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
};
