import type { Configuration } from '../../configuration/settings.js';
import { CatalogueError } from './catalogue-error.js';
import { rememberLanguages } from './known-languages.js';
import { type FetchedCatalogue, fetchCatalogue } from './remote/fetch-catalogue.js';
import { DEFAULT_TRANSFER_POLICY } from './remote/http-get.js';

/**
 * What to do when the catalogue cannot be reached: a proxy, a mirror, or a file made elsewhere.
 *
 * @param names what was to be pulled, as on the command line
 */
const unreachableAdvice = (names: readonly string[]): string => {
  const pulled = names.length > 0 ? names.join(' ') : 'de';
  return [
    'If this machine reaches the internet through a proxy:',
    '  export HTTPS_PROXY=http://proxy.example:8080    # and NO_PROXY for exceptions',
    '  export NODE_EXTRA_CA_CERTS=/path/to/ca.pem      # if the proxy has its own certificates',
    'With a mirror of the catalogue: --catalogue-url https://mirror.example, or DRAGOMAN_CATALOGUE_URL.',
    'Without a network, make a file on another machine and import it here:',
    `  npx dragoman models pull ${pulled} && npx dragoman models export models.tar    # there`,
    '  npx dragoman models import models.tar    # here',
  ].join('\n');
};

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
