import {
  type FormalitySign,
  formalitySigns,
  rewriteFormality,
  speaksToReader,
} from '@dragoman/core/formality';
import type { WantedFormality } from '../process/protocol.js';
import type { Chain, Decoding } from './decoding.js';

/** A beginning of a translation that the model is to go on from. */
interface Beginning {
  readonly tokens: readonly number[];
  /** Logarithm of its probability, divided by its length: what comes first is tried first. */
  readonly chance: number;
}

/** A translation with nothing in the other form of address. */
interface Found {
  readonly text: string;
  readonly chance: number;
}

/** Translations that are tried for a sentence, each some milliseconds of one core. */
const MAX_TRIES = 32;
/** Tried at the same time: the engine works on several nearly as fast as on one. */
const TRIES_AT_ONCE = 8;
const SEARCH_WIDTH = 8;
/** Other words that are tried in the place of one. */
const OTHERS = 6;
/** Enough to choose from. */
const ENOUGH = 3;
/** For a translation that does not show the wanted form, but might: in chance for each token. */
const UNSHOWN_LOSS = 0.25;
/** How much less probable than the model's own translation another may be, for each token. */
const MAX_LOSS = 1.6;
/** What is less probable than the best token by more than this seldom fits. */
const MAX_TOKEN_LOSS = 8;

/** Where a rule put words in that the model did not choose. */
const REWRITTEN_LOSS = 0.15;
/** Formal translations often look like ones about somebody else there. */
const HAVE_HIDDEN_FORMAL = /^(?:es|it|pt-PT)\b/;

/** Whether a translation is to be another: it shows the other form, or hides that it has one. */
export const missesFormality = (translation: string, wanted: WantedFormality): boolean => {
  const signs = formalitySigns({ ...wanted, translation });
  if (signs.some(({ form }) => form !== wanted.form)) return true;
  const mayBeHidden = wanted.form === 'more' && HAVE_HIDDEN_FORMAL.test(wanted.target);
  if (signs.length > 0 || mayBeHidden) return false;
  return wanted.source === 'en' && speaksToReader(wanted.text);
};

/**
 * Finds what a model would have written with no word in the other form of address: of the most
 * probable translations, and of what comes out where those words are forbidden one after the other
 * and the model goes on by itself, so that verbs and possessives agree.
 *
 * @returns undefined where there is none that is probable enough
 */
export const findInFormality = async (
  decoding: Decoding,
  translation: string,
  wanted: WantedFormality,
): Promise<string | undefined> => {
  const found: Found[] = [];
  const open: Beginning[] = [];
  const tried = new Set<string>();
  let best = Number.NEGATIVE_INFINITY;
  const look = (chain: Chain): void => {
    if (!chain.isEnded) return;
    const own = chain.tokens.slice(0, -1);
    const text = decoding.decode(own);
    const chance = chain.logProbability(chain.tokens.length) / chain.tokens.length;
    best = Math.max(best, chance);
    if (text === '') return;
    const signs = formalitySigns({ ...wanted, translation: text });
    const wrong = signs.find(({ form }) => form !== wanted.form);
    if (!wrong) {
      const isShown = signs.length > 0;
      if (!missesFormality(text, wanted)) {
        found.push({ text, chance: chance - (isShown ? 0 : UNSHOWN_LOSS) });
        return;
      }
    }
    const rewritten = wrong && rewriteFormality({ ...wanted, translation: text }, wanted.form);
    if (rewritten !== undefined && !missesFormality(rewritten, wanted)) {
      found.push({ text: rewritten, chance: chance - REWRITTEN_LOSS });
    }
    for (const beginning of othersAt(decoding, chain, wrong)) {
      const key = beginning.tokens.join();
      if (tried.has(key)) continue;
      tried.add(key);
      open.push(beginning);
    }
  };
  const own = await decoding.follow([...decoding.encode(translation), decoding.end]);
  for (const chain of [own, ...(await decoding.search(SEARCH_WIDTH))]) look(chain);
  for (let tries = 0; tries < MAX_TRIES && found.length < ENOUGH; tries += TRIES_AT_ONCE) {
    open.sort((one, other) => other.chance - one.chance);
    const next = open.splice(0, TRIES_AT_ONCE);
    if (next.length === 0) break;
    for (const chain of await Promise.all(next.map(({ tokens }) => decoding.continueFrom(tokens))))
      look(chain);
  }
  const [first] = found
    .filter(({ chance }) => best - chance <= MAX_LOSS)
    .toSorted((one, other) => other.chance - one.chance);
  return first?.text;
};

/**
 * The beginnings up to the first word in the other form, or up to the word before it, which may be
 * its verb, with another word there; without such a word, those with another word anywhere.
 */
const othersAt = (
  decoding: Decoding,
  chain: Chain,
  wrong: FormalitySign | undefined,
): readonly Beginning[] => {
  const starts = chain.tokens.slice(0, -1).flatMap((token, length) => {
    if (!decoding.startsWord(token)) return [];
    return { length, from: decoding.decode(chain.tokens.slice(0, length)).length };
  });
  // Between words there is a space, which the word does not begin with.
  const at = wrong && starts.findLastIndex(({ from }) => from <= wrong.start);
  const places = at === undefined ? starts : starts.slice(Math.max(0, at - 1), at + 1);
  return places.flatMap(({ length }) => {
    const own = chain.tokens[length];
    const before = chain.tokens.slice(0, length);
    const chances = [...chain.chancesAfter(length)]
      .filter(([token]) => token !== own && decoding.hasLetters(token))
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, at === undefined ? 2 : OTHERS);
    const [[, most] = [0, 0]] = chances;
    return chances
      .filter(([, chance]) => most - chance <= MAX_TOKEN_LOSS)
      .map(([token, chance]) => ({
        tokens: [...before, token],
        chance: (chain.logProbability(length) + chance) / (length + 1),
      }));
  });
};
