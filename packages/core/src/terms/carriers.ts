import { baseOf, type LanguageTag } from '@dragoman/contract';
import type { EngineCallOptions, NounDictionary, NounGrammar } from '../engine/engine.js';
import type { Route } from '../routing/route.js';

/** A word that travels in the place of a customer's term, and what a route makes of it. */
export interface Carrier {
  readonly source: string;
  readonly target: string;
}

/**
 * Common nouns that are no other words as well, in the singular and the plural: of all genders, with
 * and without a vowel first.
 */
const NOUNS: Readonly<Record<LanguageTag, string>> = {
  ca: 'museu biblioteca museus biblioteques animal illa animals illes jardí jardins',
  de: 'Museum Bibliothek Museen Bibliotheken Tier Insel Tiere Inseln Garten Gärten',
  en: 'museum library museums libraries animal island animals islands garden gardens',
  es: 'museo biblioteca museos bibliotecas animal isla animales islas jardín jardines',
  fr: 'musée bibliothèque musées bibliothèques animal île animaux îles jardin jardins',
  gl: 'museo biblioteca museos bibliotecas animal illa animais illas xardín xardíns',
  it: 'museo biblioteca musei biblioteche animale isola animali isole giardino giardini',
  nl: 'museum bibliotheek musea bibliotheken dier eiland dieren eilanden tuin tuinen',
  oc: 'musèu bibliotèca musèus bibliotècas animal illa animals illas jardin jardins',
  pt: 'museu biblioteca museus bibliotecas animal ilha animais ilhas jardim jardins',
};

/** Routes beyond this are forgotten again, the oldest first. */
const MAX_ROUTES = 100;

/** Finds words of a source language whose translations have the grammar of given ones. */
export interface CarrierFinder {
  /**
   * @param translate translates words over the route
   * @returns for target terms a word and its translation; nothing for terms where none is known to fit
   */
  find(
    route: Route,
    targets: readonly string[],
    translate: (words: readonly string[]) => Promise<readonly string[]>,
    call: EngineCallOptions,
  ): Promise<ReadonlyMap<string, Carrier>>;
}

/** Carriers by what they have in common with terms; see `keysOf`. */
type Learned = ReadonlyMap<string, Carrier>;

/** A finder that remembers what routes make of its words. */
export const createCarrierFinder = (dictionaries: readonly NounDictionary[]): CarrierFinder => {
  const learned = new Map<string, Promise<Learned>>();

  const learn = async (
    nouns: readonly string[],
    translate: Parameters<CarrierFinder['find']>[2],
    grammarOf: (phrases: readonly string[]) => Promise<readonly (NounGrammar | undefined)[]>,
  ): Promise<Learned> => {
    const translations = await translate(nouns);
    const grammars = await grammarOf(translations);
    const carriers = new Map<string, Carrier>();
    for (const [index, source] of nouns.entries()) {
      const [target = '', grammar] = [translations[index], grammars[index]];
      if (!grammar || !/^[\p{L}\p{M}]+$/u.test(target)) continue;
      for (const key of keysOf(grammar, target)) {
        if (!carriers.has(key)) carriers.set(key, { source, target });
      }
    }
    return carriers;
  };

  const remember = (key: string, learning: Promise<Learned>): Promise<Learned> => {
    const [oldest = ''] = learned.keys();
    if (learned.size >= MAX_ROUTES) learned.delete(oldest);
    learned.set(key, learning);
    return learning;
  };

  return {
    async find(route, targets, translate, call) {
      const pair = pairOf(route);
      const nouns = NOUNS[baseOf(pair.source)]?.split(' ');
      if (!nouns) return new Map();
      const grammarOf = async (phrases: readonly string[]) => {
        for (const dictionary of dictionaries) {
          const found = await dictionary.findNounGrammar(pair, phrases, call);
          if (found) return found;
        }
        return [];
      };
      const grammars = await grammarOf(targets);
      if (!grammars.some(Boolean)) return new Map();
      const key = keyOf(route);
      const relearn = (): Promise<Learned> => remember(key, learn(nouns, translate, grammarOf));
      // Of callers at the same time one learns; where it gave up, each does for itself.
      const carriers = await (learned.get(key)?.catch(relearn) ?? relearn());
      return new Map(
        targets.flatMap((target, index): [string, Carrier][] => {
          const grammar = grammars[index];
          const fitting = grammar && keysOf(grammar, target).map((one) => carriers.get(one));
          const carrier = fitting?.find(Boolean);
          return carrier ? [[target, carrier]] : [];
        }),
      );
    },
  };
};

const pairOf = ({
  legs,
}: Route): { readonly source: LanguageTag; readonly target: LanguageTag } => {
  const last = legs.at(-1);
  return { source: legs[0]?.source ?? '', target: last?.variant ?? last?.target ?? '' };
};

const keyOf = ({ id, modelType, legs }: Route): string =>
  [id, modelType, ...legs.map(({ variant, revision }) => `${variant} ${revision}`)].join('\n');

/** What two nouns have in common, the more of it the better: articles depend on the first letter. */
const keysOf = ({ gender, number }: NounGrammar, noun: string): readonly string[] => {
  const isVowel = /^[aeiouh]/i.test(noun.normalize('NFD'));
  return [`${gender} ${number} ${isVowel}`, `${gender} ${number}`];
};
