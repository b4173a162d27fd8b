import type { Configuration } from '../platform/configuration/settings/schema.js';
import { configuredCatalogue } from './configured-catalogue.js';
import { modelsDirectoryOf } from './local/models-directory.js';
import { installedPairs, missingDirections, type Plan, planDownloads } from './plan-downloads.js';
import { pullModel } from './remote/pull-model.js';
import { DEFAULT_TRANSFER_POLICY } from './remote/transfer-policy.js';
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
  const missing = missingDirections([readWanted(language)], await installedPairs(configuration));
  if (missing.length === 0) return;
  const catalogue = await configuredCatalogue(configuration, signal, [language]);
  const plan = planDownloads(catalogue, missing);
  if (plan.sets.length === 0) return;
  onPlan(plan);
  let before = 0;
  for (const set of plan.sets) {
    await pullModel(set, {
      modelsDirectory: modelsDirectoryOf(configuration),
      attachmentsUrl: catalogue.attachmentsUrl,
      policy: DEFAULT_TRANSFER_POLICY,
      signal,
      onBytes: (doneBytes) => onBytes(before + doneBytes),
    });
    before += set.downloadBytes;
  }
};
