import type { LanguageTag } from '@dragoman/contract';
import { languagesOfCode } from './language-aliases.js';

/**
 * The language pairs that Debian 12 packages as `apertium-A-B`, without those whose output is
 * unusable and those with a language the service does not know. A test compares them with apt.
 */
export const PACKAGED_PAIRS: readonly string[] =
  `afr-nld arg-cat bel-rus br-fr cat-ita dan-nor en-gl eng-cat eng-spa eo-ca eo-en eo-es eo-fr es-gl
  es-pt es-ro eu-en eu-es fr-es fra-cat hbs-slv ind-zlm isl-eng isl-swe mkd-bul mkd-eng
  oc-ca oc-es oci-fra por-cat pt-gl rus-ukr spa-arg spa-cat spa-ita swe-dan swe-nor urd-hin`
    .trim()
    .split(/\s+/);

/**
 * The Debian packages that bring a language, none where Apertium has nothing for it.
 *
 * @param other what it is to be translated from or into: if there are packages with both, only these
 */
export const debianPackagesFor = (
  language: LanguageTag,
  other?: LanguageTag,
): readonly string[] => {
  const pairs = PACKAGED_PAIRS.filter((pair) => isIn(language, pair));
  const direct = pairs.filter((pair) => other !== undefined && isIn(other, pair));
  return (direct.length > 0 ? direct : pairs).map((pair) => `apertium-${pair}`);
};

const isIn = (language: LanguageTag, pair: string): boolean =>
  pair.split('-').some((code) => languagesOfCode(code).includes(language));
