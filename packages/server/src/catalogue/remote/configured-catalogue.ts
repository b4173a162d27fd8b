import { type FetchedCatalogue, fetchCatalogue } from '../../catalogue/remote/fetch-catalogue.js';
import { DEFAULT_TRANSFER_POLICY } from '../../catalogue/remote/transfer/transfer-policy.js';
import type { Configuration } from '../../config/index.js';

/** The catalogue of the configured address. @throws CatalogueError */
export const configuredCatalogue = (
  configuration: Configuration,
  signal: AbortSignal,
): Promise<FetchedCatalogue> =>
  fetchCatalogue(
    {
      catalogueUrl: configuration.catalogueUrl,
      attachmentsUrl: configuration.catalogueAttachmentsUrl,
    },
    { policy: DEFAULT_TRANSFER_POLICY, signal },
  );
