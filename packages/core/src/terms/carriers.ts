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
  ca: 'museu biblioteca museus biblioteques animal illa animals illes jardí jardins arbre arbres',
  de: 'Museum Bibliothek Museen Bibliotheken Tier Insel Tiere Inseln Garten Gärten Baum Bäume',
  en: 'museum library museums libraries animal island animals islands garden gardens tree trees',
  es: 'museo biblioteca museos bibliotecas animal isla animales islas jardín jardines árbol árboles',
  fr: 'musée bibliothèque musées bibliothèques animal île animaux îles jardin jardins arbre arbres',
  gl: 'museo biblioteca museos bibliotecas animal illa animais illas xardín xardíns árbore árbores',
  it: 'museo biblioteca musei biblioteche animale isola animali isole giardino giardini albero alberi',
  nl: 'museum bibliotheek musea bibliotheken dier eiland dieren eilanden tuin tuinen boom bomen',
  oc: 'musèu bibliotèca musèus bibliotècas animal illa animals illas jardin jardins arbre arbres',
  pt: 'museu biblioteca museus bibliotecas animal ilha animais ilhas jardim jardins árvore árvores',
};

/** Routes beyond this are forgotten again, the oldest first. */
const MAX_ROUTES = 100;

/** Finds words of a source language whose translations have the grammar of given ones. */
export interface CarrierFinder {
  /**
   * @param translate translates words over the route
   * @returns for target terms words with their translations, the best one first; nothing for terms where
   *   none is known to fit
   */
  find(
    route: Route,
    targets: readonly string[],
    translate: (words: readonly string[]) => Promise<readonly string[]>,
    call: EngineCallOptions,
  ): Promise<ReadonlyMap<string, readonly Carrier[]>>;
}

/** Carriers by their gender and number. */
type Learned = ReadonlyMap<string, readonly Carrier[]>;

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
    const carriers = new Map<string, readonly Carrier[]>();
    for (const [index, source] of nouns.entries()) {
      const [target = '', grammar] = [translations[index], grammars[index]];
      if (!grammar || !/^[\p{L}\p{M}]+$/u.test(target)) continue;
      const key = keyOf(grammar);
      carriers.set(key, [...(carriers.get(key) ?? []), { source, target }]);
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
      const key = routeKeyOf(route);
      const relearn = (): Promise<Learned> => remember(key, learn(nouns, translate, grammarOf));
      // Of callers at the same time one learns; where it gave up, each does for itself.
      const carriers = await (learned.get(key)?.catch(relearn) ?? relearn());
      return new Map(
        targets.flatMap((target, index): [string, readonly Carrier[]][] => {
          const grammar = grammars[index];
          const fitting = grammar && carriers.get(keyOf(grammar));
          return fitting ? [[target, likestFirst(fitting, target)]] : [];
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

const routeKeyOf = ({ id, modelType, legs }: Route): string =>
  [id, modelType, ...legs.map(({ variant, revision }) => `${variant} ${revision}`)].join('\n');

const keyOf = ({ gender, number }: NounGrammar): string => `${gender} ${number}`;

/** Those that begin with a vowel before the others, or after them: articles depend on it. */
const likestFirst = (carriers: readonly Carrier[], target: string): readonly Carrier[] => {
  const isLike = (carrier: Carrier): boolean =>
    startsWithVowel(carrier.target) === startsWithVowel(target);
  return [...carriers.filter(isLike), ...carriers.filter((carrier) => !isLike(carrier))];
};

const startsWithVowel = (noun: string): boolean => /^[aeiouh]/i.test(noun.normalize('NFD'));
