import type { Configuration } from '../platform/configuration/index.js';
import { CatalogueError } from './catalogue-error.js';
import { rememberLanguages } from './known-languages.js';
import { type FetchedCatalogue, fetchCatalogue } from './remote/fetch-catalogue.js';
import { DEFAULT_TRANSFER_POLICY } from './remote/transfer-policy.js';
import { unreachableAdvice } from './remote/unreachable-advice.js';

/**
 * The catalogue of the configured address. Its languages are remembered, so that lists of what can
 * be added show them from then on.
 *
 * @param names what is to be pulled, for the advice if the catalogue cannot be reached
 * @throws CatalogueError
 */
export const configuredCatalogue = async (
  configuration: Configuration,
  signal: AbortSignal,
  names: readonly string[] = [],
): Promise<FetchedCatalogue> => {
  const { catalogueUrl, catalogueAttachmentsUrl: attachmentsUrl } = configuration;
  try {
    const connection = { policy: DEFAULT_TRANSFER_POLICY, signal };
    const catalogue = await fetchCatalogue({ catalogueUrl, attachmentsUrl }, connection);
    await rememberLanguages(configuration, catalogue);
    return catalogue;
  } catch (error) {
    if (!(error instanceof CatalogueError) || error.kind !== 'unreachable') throw error;
    const advised = `${error.message}\n${unreachableAdvice(names)}`;
    throw new CatalogueError('unreachable', advised, { cause: error });
  }
};
