import { isSamePair, type LanguagePair, showPair } from '@dragoman/contract';
import { CatalogueError } from '../catalogue-error.js';
import { readPair } from '../model-language.js';
import type { WantedModels } from '../wanted-models.js';
import type { Architecture, Catalogue, ModelSet } from './model-sets.js';

/** The catalogue's pairs with these languages, for the message about a missing pair. */
const near = (sets: readonly ModelSet[], { source, target }: LanguagePair): string => {
  const others = [...new Set(sets.map((set) => showPair(set.pair)))].filter((name) => {
    const pair = readPair(name);
    const languages = [source, target].filter((language) => language !== 'en');
    return pair && languages.some((code) => code === pair.source || code === pair.target);
  });
  if (others.length === 0) return ' Run `dragoman models available` to list all models.';
  const english =
    source !== 'en' && target !== 'en' ? ' Texts can be translated through English.' : '';
  return ` Available: ${others.join(', ')}.${english}`;
};

/** The models to download for a word of the command line. */
interface ChosenModels {
  readonly sets: readonly ModelSet[];
  /** Directions of a language that the catalogue does not have: `en-vi`. */
  readonly missing: readonly string[];
}

/**
 * The models for a language or pair: the best ones for a desktop, or those of the requested
 * architecture. Of a language, one direction is enough; if only one is wanted, the other one is
 * installed already.
 *
 * @throws CatalogueError `unknown` with the available alternatives
 */
export const chooseSets = (
  { sets }: Catalogue,
  { text, kind, directions }: WantedModels,
  architecture?: Architecture,
): ChosenModels => {
  const chosen: ModelSet[] = [];
  const missing: string[] = [];
  for (const direction of directions) {
    const offered = direction.find((pair) => sets.some((set) => isSamePair(set.pair, pair)));
    const [wanted] = direction;
    if (wanted && (offered || kind === 'pair')) {
      chosen.push(chooseOfPair(sets, offered ?? wanted, architecture));
    } else if (wanted) missing.push(showPair(wanted));
  }
  const isPartlyInstalled = kind === 'language' && directions.length === 1;
  if (chosen.length > 0 || isPartlyInstalled) return { sets: chosen, missing };
  throw new CatalogueError(
    'unknown',
    `The catalogue has no model for ${text}. Run \`dragoman models available\` to list all models.`,
  );
};

const chooseOfPair = (
  sets: readonly ModelSet[],
  pair: LanguagePair,
  architecture: Architecture | undefined,
): ModelSet => {
  const ofPair = sets.filter((set) => isSamePair(set.pair, pair));
  if (ofPair.length === 0) {
    throw new CatalogueError(
      'unknown',
      `The catalogue has no model ${showPair(pair)}.${near(sets, pair)}`,
    );
  }
  const chosen =
    architecture === undefined
      ? ofPair.find((set) => set.isForDesktop)
      : ofPair.find((set) => set.architecture === architecture);
  if (chosen) return chosen;
  const there = ofPair.map((set) => set.architecture).join(', ');
  throw new CatalogueError(
    'unknown',
    `The catalogue has no ${architecture} model for ${showPair(pair)}. Available: ${there}.`,
  );
};
