import type { Configuration } from '../../configuration/settings.js';
import { createMutex } from '../../platform/promises.js';
import { languageNamed } from './wanted-models.js';

/** How far the download of one language is. */
export interface LanguageDownload {
  /** Its tag, also where it was asked for by name: `de`. */
  readonly language: string;
  readonly state: 'waiting' | 'downloading' | 'installed' | 'failed';
  readonly doneBytes: number;
  /** 0 until it is known. */
  readonly totalBytes: number;
  /** For `failed`: what went wrong, and what to do. */
  readonly message?: string;
}

/** Downloads the models of languages in the background, one language after the other. */
export interface LanguageDownloads {
  /**
   * Starts the download of what is missing; a language that is waiting or running is ignored.
   *
   * @param languages codes or names
   */
  add(languages: readonly string[]): void;
  /** All languages that were added, in order. */
  list(): readonly LanguageDownload[];
  /** Cancels what is running. The next download of the language resumes it. */
  stop(): Promise<void>;
}

/** @param onChange called whenever a download begins or ends */
export const createLanguageDownloads = (
  configuration: Configuration,
  onChange: (download: LanguageDownload) => void = () => {},
): LanguageDownloads => {
  const downloads = new Map<string, LanguageDownload>();
  const cancelled = new AbortController();
  const runExclusive = createMutex();

  const set = (language: string, change: Partial<LanguageDownload>): LanguageDownload => {
    const before = downloads.get(language) ?? {
      language,
      state: 'waiting',
      doneBytes: 0,
      totalBytes: 0,
    };
    const after = { ...before, ...change };
    downloads.set(language, after);
    return after;
  };
  const download = async (language: string): Promise<void> => {
    if (cancelled.signal.aborted) return;
    try {
      // Loaded only when something is downloaded, because most servers never do.
      const { downloadLanguage } = await import('./download-models.js');
      await downloadLanguage(language, configuration, {
        signal: cancelled.signal,
        onPlan: ({ downloadBytes: totalBytes }) =>
          onChange(set(language, { state: 'downloading', totalBytes })),
        onBytes: (doneBytes) => set(language, { doneBytes }),
      });
      onChange(set(language, { state: 'installed' }));
    } catch (error) {
      if (cancelled.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      onChange(set(language, { state: 'failed', message }));
    }
  };

  return {
    add(languages) {
      for (const name of languages) {
        const language = languageNamed(name) ?? name;
        const known = downloads.get(language);
        if (known?.state === 'waiting' || known?.state === 'downloading') continue;
        set(language, { state: 'waiting', doneBytes: 0, totalBytes: 0 });
        void runExclusive(() => download(language));
      }
    },
    list: () => [...downloads.values()],
    async stop() {
      cancelled.abort(new Error('the server stops'));
      await runExclusive(async () => {});
    },
  };
};
