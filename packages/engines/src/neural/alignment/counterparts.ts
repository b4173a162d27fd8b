import { NEURAL_PLACEHOLDERS } from '@dragoman/core/sentinels';
import type { Range } from './aligned-text.js';
import type { Lexicon, PhraseTranslations, Placing } from './placing.js';
import type { TagNode } from './tagged-text.js';
import { type AlignedWord, indexesWithin } from './units.js';

/** Longer contents are clauses, which come out differently by themselves. */
const MAX_PHRASE_UNITS = 6;
/** Pairs of a sentence whose contents are translated by themselves. */
const MAX_PHRASES = 8;
/** Short words of another phrase that may come between those of one: `politique de la vie privée`. */
const MAX_BETWEEN = 2;
const MAX_SHORT_WORD_LENGTH = 3;
/** Words by which the phrase of a pair may be longer in its sentence than by itself. */
const MAX_REST_UNITS = 2;
const MAX_LINK_CHARACTERS = 5;
/** How much of two words has to be the same for them to be forms of one. */
const STEM_LETTERS = 4;
const STEM_SHARE = 0.7;

const ARTICLES: ReadonlySet<string> = new Set(
  "the der die das den dem des le la les l' l’ el los las lo il i gli het".split(' '),
);
/**
 * Articles and prepositions that no phrase ends with unless its source does. Words that end a clause
 * as parts of its verb (`off`, `mit`, `voor`), or that are a number or a verb in another language
 * (`dos`, `een`, `do`), are not among them; nor are capitals, as in `plan A`.
 */
const NEVER_LAST: ReadonlySet<string> = new Set(
  `the a an of at by for from with der die das den dem des von vom zum zur für beim im les de du d' d’
  aux pour par avec dans el los las del al para por con en il gli di dei degli della delle alla per dal
  nel nella van het met ao com em`.split(/\s+/),
);
const HAS_WORD = new RegExp(`[\\p{L}\\p{N}${NEURAL_PLACEHOLDERS}]`, 'u');
const PLACEHOLDER = new RegExp(`[${NEURAL_PLACEHOLDERS}]`);

/** Has the contents of pairs translated by themselves, for {@link findCounterparts}. */
export const translatePhrases = async (
  bare: string,
  root: TagNode,
  lexicon: Lexicon,
): Promise<PhraseTranslations> => {
  const phrases = new Map<TagNode, string>();
  const visit = (node: TagNode): void => {
    for (const child of node.children) {
      const phrase = bare.slice(child.start, child.end).trim();
      const isWhole = phrase.length >= bare.trim().length;
      if (phrase !== '' && !isWhole && isPhrase(phrase)) phrases.set(child, phrase);
      visit(child);
    }
  };
  visit(root);
  const translated = await Promise.all(
    [...phrases].slice(0, MAX_PHRASES).map(async ([node, phrase]) => {
      const translation = await lexicon.translate(phrase);
      return translation === undefined ? [] : [[node, translation] as const];
    }),
  );
  return new Map(translated.flat());
};

const isPhrase = (text: string): boolean =>
  /\p{L}/u.test(text) && !PLACEHOLDER.test(text) && text.split(/\s+/).length <= MAX_PHRASE_UNITS;

/**
 * Which units of a translation come from a pair's. Where its phrase, translated by itself, stands in
 * the translation in the same words or other forms of them, that is the place. Otherwise it is where
 * the model looked, without what dictionaries say comes from outside of the pair.
 *
 * @param own the units that the pair is around
 * @param attended those of the translation that come from them by what the model looked at
 */
export const findCounterparts = (
  node: TagNode,
  own: readonly number[],
  attended: readonly number[],
  within: Range,
  placing: Placing,
): readonly number[] => {
  const { target, phrases } = placing;
  const phrase = phrases?.get(node);
  const found = phrase === undefined ? undefined : findPhrase(phrase, attended, within, target);
  if (!found) return byWords(own, attended, phrase ?? '', within, placing);
  return withArticle(withRest(found, own, within, placing), own, within, placing);
};

/**
 * With the words beside it that make a longer phrase of it, which the phrase book of the opposite
 * direction has for words of the pair: `dirección de correo` with `electrónico`.
 */
const withRest = (
  found: readonly number[],
  own: readonly number[],
  within: Range,
  placing: Placing,
): readonly number[] => {
  const { target, translateBack } = placing;
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return found;
  const { sideOf } = wordOriginsOf(own, placing);
  const inside = indexesWithin(target, within);
  const isPhraseOfPair = (from: number, to: number): boolean => {
    if (!inside.includes(from) || !inside.includes(to)) return false;
    const text = target.slice(from, to + 1).map((unit) => unit.text);
    return translateBack?.(text.join(' ')) !== undefined && sideOf(from, to) > 0;
  };
  for (let more = MAX_REST_UNITS; more > 0; more--) {
    if (isPhraseOfPair(first, last + more)) return range(first, last + more + 1);
    if (isPhraseOfPair(first - more, last)) return range(first - more, last + 1);
  }
  return found;
};

const isArticle = (text = ''): boolean => ARTICLES.has(text.toLowerCase());

/** With the article that stands before it, where the pair is around one, too. */
const withArticle = (
  found: readonly number[],
  own: readonly number[],
  within: Range,
  { source, target }: Placing,
): readonly number[] => {
  const before = (found[0] ?? 0) - 1;
  const isWanted = isArticle(source[own[0] ?? -1]?.text) && isArticle(target[before]?.text);
  return isWanted && indexesWithin(target, within).includes(before) ? [before, ...found] : found;
};

const wordsIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu), ([word]) => word.toLowerCase());

const isFormOf = (one: string, other: string): boolean => {
  if (one === other) return true;
  const longest = Math.max(one.length, other.length);
  let same = 0;
  while (same < longest && one[same] === other[same]) same++;
  return same >= STEM_LETTERS && same >= longest * STEM_SHARE;
};

/** Whether every word of one list is a form of its own word of the other one. */
const matchesAll = (wanted: readonly string[], words: readonly string[]): boolean => {
  const left = [...words];
  return wanted.every((word) => {
    const exact = left.indexOf(word);
    const at = exact >= 0 ? exact : left.findIndex((other) => isFormOf(word, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
};

/** The run of units that says a phrase; among several the one that the model looked from. */
const findPhrase = (
  phrase: string,
  attended: readonly number[],
  within: Range,
  target: readonly AlignedWord[],
): readonly number[] | undefined => {
  const all = wordsIn(phrase);
  const wanted = all.length > 1 && ARTICLES.has(all[0] ?? '') ? all.slice(1) : all;
  if (wanted.length === 0) return undefined;
  const inside = indexesWithin(target, within);
  const runs: (readonly number[])[] = [];
  for (const [place, first] of inside.entries()) {
    let words: readonly string[] = [];
    for (let count = 1; place + count <= inside.length; count++) {
      const last = inside[place + count - 1] ?? first;
      const added = wordsIn(target[last]?.text ?? '');
      words = [...words, ...added];
      if (count === 1 && !added.some((word) => isWanted(word, wanted))) break;
      if (words.length > wanted.length + MAX_BETWEEN) break;
      if (words.length < wanted.length || !added.some((word) => isWanted(word, wanted))) continue;
      const others = words.filter((word) => !isWanted(word, wanted));
      if (others.some((word) => word.length > MAX_SHORT_WORD_LENGTH)) break;
      if (!matchesAll(wanted, words)) continue;
      runs.push(inside.slice(place, place + count));
      break;
    }
  }
  const overlap = (run: readonly number[]): number =>
    run.filter((index) => attended.includes(index)).length;
  const isShort = wanted.every((word) => word.length <= MAX_SHORT_WORD_LENGTH);
  const [best, second] = runs.toSorted(
    (one, two) => overlap(two) - overlap(one) || one.length - two.length,
  );
  if (!best) return undefined;
  if (overlap(best) > 0) return best;
  // Nothing else speaks for the place: it has to be the only one.
  return isShort || second ? undefined : best;
};

const isWanted = (word: string, wanted: readonly string[]): boolean =>
  wanted.some((one) => isFormOf(one, word));

/** Where words of a translation come from by dictionaries. */
interface WordOrigins {
  /** 1 for words from inside of the pair, -1 from outside, 0 where dictionaries do not say. */
  sideOf(first: number, last?: number): number;
  textOf(index: number | undefined): string;
}

const wordOriginsOf = (
  own: readonly number[],
  { source, target, translateBack }: Placing,
): WordOrigins => {
  const inside = own.flatMap((index) => wordsIn(source[index]?.text ?? ''));
  const outside = source.flatMap((unit, index) => (own.includes(index) ? [] : wordsIn(unit.text)));
  return {
    sideOf(first, last = first) {
      const units = target.slice(first, last + 1);
      const text = units.map((unit) => unit.text).join(' ');
      // A single word that no dictionary has may be the same in both languages.
      const words = wordsIn(translateBack?.(text) ?? (first === last ? text : ''));
      const isIn = words.some((word) => isWanted(word, inside));
      const isOut = words.some((word) => isWanted(word, outside));
      return Number(isIn) - Number(isOut);
    },
    textOf: (index) => target[index ?? -1]?.text ?? '',
  };
};

/**
 * What the model looked from, without edges that have their source outside of the pair, and with the
 * words beside it that come from inside.
 */
const byWords = (
  own: readonly number[],
  attended: readonly number[],
  phrase: string,
  within: Range,
  placing: Placing,
): readonly number[] => {
  const { source, target } = placing;
  const origins = wordOriginsOf(own, placing);
  const { sideOf, textOf } = origins;
  const candidates = indexesWithin(target, within);
  const seeds = attended.length > 0 ? attended : candidates.filter((index) => sideOf(index) > 0);
  const kept = withoutEdges(own, seeds, source, origins);
  const wanted = wordsIn(phrase).filter((word) => word.length > MAX_SHORT_WORD_LENGTH);
  const hasNoArticle = isAfterArticle(own, source);
  const belongs = (index: number): boolean => {
    if (!candidates.includes(index)) return false;
    if (hasNoArticle && isArticle(textOf(index))) return false;
    const side = sideOf(index) || sideOf(index - 1, index);
    const isSaid = wordsIn(textOf(index)).some((word) => isWanted(word, wanted));
    return side > 0 || (side === 0 && isSaid);
  };
  /** The last word of the pair in a direction, over short words between: `manuel d'utilisateur`. */
  const reach = (from: number, direction: 1 | -1): number => {
    for (let steps = 1; steps <= MAX_BETWEEN + 1; steps++) {
      const next = from + direction * steps;
      if (belongs(next)) return reach(next, direction);
      if (textOf(next).length > MAX_LINK_CHARACTERS) break;
    }
    return from;
  };
  const [from, to] = [kept[0], kept.at(-1)];
  if (from === undefined || to === undefined) return kept;
  return [...range(reach(from, -1), from), ...kept, ...range(to + 1, reach(to, 1) + 1)];
};

/** Without signs and words of others at both ends, and without the article of a pair that has none. */
const withoutEdges = (
  own: readonly number[],
  indexes: readonly number[],
  source: readonly AlignedWord[],
  { sideOf, textOf }: WordOrigins,
): readonly number[] => {
  const kept = [...indexes];
  const dropWhile = (isOther: (index: number) => boolean): void => {
    while (kept.length > 1 && isOther(kept[0] ?? -1)) kept.shift();
    while (kept.length > 1 && isOther(kept.at(-1) ?? -1)) kept.pop();
  };
  const hasSigns = own.some((index) => !HAS_WORD.test(source[index]?.text ?? ''));
  if (!hasSigns) dropWhile((index) => !HAS_WORD.test(textOf(index)));
  dropWhile((index) => sideOf(index) < 0);
  if (!NEVER_LAST.has(source[own.at(-1) ?? -1]?.text ?? '')) {
    while (kept.length > 1 && NEVER_LAST.has(textOf(kept.at(-1)))) kept.pop();
  }
  if (isAfterArticle(own, source)) {
    while (kept.length > 1 && isArticle(textOf(kept[0]))) kept.shift();
  }
  return kept;
};

/** Whether the article of a pair's phrase stands before the pair. */
const isAfterArticle = (own: readonly number[], source: readonly AlignedWord[]): boolean => {
  const first = own[0] ?? 0;
  return isArticle(source[first - 1]?.text) && !isArticle(source[first]?.text);
};

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
