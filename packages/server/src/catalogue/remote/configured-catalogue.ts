import type { Configuration } from '../../config/index.js';
import { CatalogueError } from '../catalogue-error.js';
import { type FetchedCatalogue, fetchCatalogue } from './fetch-catalogue.js';
import { DEFAULT_TRANSFER_POLICY } from './transfer/transfer-policy.js';
import { unreachableAdvice } from './unreachable-advice.js';

/**
 * The catalogue of the configured address.
 *
 * @param names what is to be pulled, for the advice if the catalogue cannot be reached
 * @throws CatalogueError
 */
export const configuredCatalogue = async (
  { catalogueUrl, catalogueAttachmentsUrl: attachmentsUrl }: Configuration,
  signal: AbortSignal,
  names: readonly string[] = [],
): Promise<FetchedCatalogue> => {
  try {
    const connection = { policy: DEFAULT_TRANSFER_POLICY, signal };
    return await fetchCatalogue({ catalogueUrl, attachmentsUrl }, connection);
  } catch (error) {
    if (!(error instanceof CatalogueError) || error.kind !== 'unreachable') throw error;
    const advised = `${error.message}\n${unreachableAdvice(names)}`;
    throw new CatalogueError('unreachable', advised, { cause: error });
  }
};
