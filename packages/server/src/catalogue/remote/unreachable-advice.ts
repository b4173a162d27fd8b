/**
 * What to do when the catalogue cannot be reached: a proxy, a mirror, or a file made elsewhere.
 *
 * @param names what was to be pulled, as on the command line
 */
export const unreachableAdvice = (names: readonly string[]): string => {
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
