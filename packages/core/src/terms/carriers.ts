import { baseOf, type LanguageTag } from '@dragoman/contract';
import type { EngineCallOptions, NounDictionary, NounGrammar } from '../engine.js';
import type { Route } from '../routing/route.js';

/** A word that travels in the place of a customer's term, and what a route makes of it. */
export interface Carrier {
  readonly source: string;
  readonly target: string;
  /**
   * What to add to the term where the carrier comes back in another case: of `Gartens`, the `s`. In small
   * letters.
   */
  readonly endings: ReadonlyMap<string, string>;
}

/**
 * Common nouns that are no other words as well, in the singular and the plural: of all genders, with
 * and without a vowel first. The last one gets the endings of German `Kunde`.
 */
const NOUNS: Readonly<Record<LanguageTag, string>> = {
  ca: 'museu biblioteca museus biblioteques arbre illa arbres illes animal animals jardí jardins president',
  de: 'Museum Bibliothek Museen Bibliotheken Baum Insel Bäume Inseln Tier Tiere Garten Gärten Präsident',
  en: 'tree island trees islands animal animals garden door gardens doors library libraries museum museums president',
  es: 'museo biblioteca museos bibliotecas árbol isla árboles islas animal animales jardín jardines presidente',
  fr: 'musée bibliothèque musées bibliothèques arbre île arbres îles animal animaux jardin jardins président',
  gl: 'museo biblioteca museos bibliotecas árbore illa árbores illas animal animais xardín xardíns presidente',
  it: 'museo biblioteca musei biblioteche albero isola alberi isole animale animali giardino giardini presidente',
  nl: 'museum bibliotheek musea bibliotheken boom eiland bomen eilanden dier dieren tuin tuinen president',
  oc: 'musèu bibliotèca musèus bibliotècas arbre illa arbres illas animal animals jardin jardins president',
  pt: 'museu biblioteca museus bibliotecas árvore ilha árvores ilhas animal animais jardim jardins presidente',
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

/** A word, and what a route makes of it. */
interface LearnedNoun {
  readonly source: string;
  readonly target: string;
  readonly grammar: NounGrammar;
}

/** By what they have in common with terms. */
type Learned = ReadonlyMap<string, readonly LearnedNoun[]>;

/** A finder that remembers what routes make of its words. */
export const createCarrierFinder = (
  dictionaries: readonly Partial<NounDictionary>[],
): CarrierFinder => {
  const learned = new Map<string, Promise<Learned>>();

  const learn = async (
    nouns: readonly string[],
    translate: Parameters<CarrierFinder['find']>[2],
    grammarOf: (phrases: readonly string[]) => Promise<readonly (NounGrammar | undefined)[]>,
  ): Promise<Learned> => {
    const translations = await translate(nouns);
    const grammars = await grammarOf(translations);
    const nounsByKey = new Map<string, readonly LearnedNoun[]>();
    for (const [index, source] of nouns.entries()) {
      const [target = '', grammar] = [translations[index], grammars[index]];
      if (!grammar || !/^[\p{L}\p{M}]+$/u.test(target)) continue;
      const key = keyOf(grammar);
      nounsByKey.set(key, [...(nounsByKey.get(key) ?? []), { source, target, grammar }]);
    }
    return nounsByKey;
  };

  const remember = (key: string, learning: Promise<Learned>): Promise<Learned> => {
    const [oldest = ''] = learned.keys();
    if (!learned.has(key) && learned.size >= MAX_ROUTES) learned.delete(oldest);
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
          const found = await dictionary.findNounGrammar?.(pair, phrases, call);
          if (found) return found;
        }
        return [];
      };
      const grammars = await grammarOf(targets);
      if (!grammars.some(Boolean)) return new Map();
      const key = routeKeyOf(route);
      const relearn = (): Promise<Learned> => remember(key, learn(nouns, translate, grammarOf));
      // Of callers at the same time one learns; where it gave up, each does for itself.
      const nounsByKey = await (learned.get(key)?.catch(relearn) ?? relearn());
      return new Map(
        targets.flatMap((target, index): [string, readonly Carrier[]][] => {
          const grammar = grammars[index];
          const fitting = grammar && nounsByKey.get(keyOf(grammar));
          if (!fitting) return [];
          const carriers = likestFirst(fitting, target).map((noun) => ({
            source: noun.source,
            target: noun.target,
            endings: endingsOf(target, grammar, noun),
          }));
          return [[target, carriers]];
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

const keyOf = ({ gender, number, declension }: NounGrammar): string =>
  `${gender} ${number} ${declension ?? ''}`;

/** What cases add to a term, by the forms of the noun that stands in its place. */
const endingsOf = (
  term: string,
  { cases: ownCases = new Map() }: NounGrammar,
  { grammar: { cases = new Map() } }: LearnedNoun,
): ReadonlyMap<string, string> =>
  new Map(
    [...cases].flatMap(([form, name]): [string, string][] => {
      const [own = ''] = [...ownCases].find(([, other]) => other === name) ?? [];
      return own.startsWith(term) ? [[form.toLowerCase(), own.slice(term.length)]] : [];
    }),
  );

/**
 * Those that begin with a vowel before the others, or after them, because articles depend on it. Before
 * that, those whose cases can be told from each other.
 */
const likestFirst = (nouns: readonly LearnedNoun[], term: string): readonly LearnedNoun[] => {
  const isLike = ({ target }: LearnedNoun): boolean =>
    startsWithVowel(target) === startsWithVowel(term);
  const isClear = ({ target, grammar }: LearnedNoun): boolean => !grammar.cases?.has(target);
  const sorted = [...nouns.filter(isLike), ...nouns.filter((noun) => !isLike(noun))];
  return [...sorted.filter(isClear), ...sorted.filter((noun) => !isClear(noun))];
};

const startsWithVowel = (noun: string): boolean => /^[aeiouh]/i.test(noun.normalize('NFD'));
