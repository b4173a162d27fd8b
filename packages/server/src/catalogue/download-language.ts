import type { Configuration } from '../platform/configuration/settings.js';
import { type Plan, planDownloads } from './plan-downloads.js';
import { pullModel } from './remote/pull-model.js';
import { readWanted } from './wanted-models.js';

/** Who is told about a download. */
interface DownloadObserver {
  readonly signal: AbortSignal;
  /** Called before the first byte; not called if nothing has to be downloaded. */
  readonly onPlan: (plan: Plan) => void;
  /** Compressed bytes of all models of the plan that are there. */
  readonly onBytes: (doneBytes: number) => void;
}

/**
 * Downloads the models of a language, from and into English, that are not installed.
 *
 * @throws CatalogueError
 */
export const downloadLanguage = async (
  language: string,
  configuration: Configuration,
  { signal, onPlan, onBytes }: DownloadObserver,
): Promise<void> => {
  const plan = await planDownloads([readWanted(language)], configuration, signal);
  if (!plan || plan.sets.length === 0) return;
  onPlan(plan);
  let before = 0;
  for (const set of plan.sets) {
    await pullModel(set, {
      ...plan.options,
      onBytes: (doneBytes) => onBytes(before + doneBytes),
    });
    before += set.downloadBytes;
  }
};
