import { baseOf, type LanguageTag } from '@dragoman/contract';

// Ingredients of recipes, `200 g flour`, are no sentences: small models make `200 farines de g` of them, or lose
// the unit. Where the phrase book knows the thing, tables know the rest.

type Measure = 'teaspoon' | 'tablespoon' | 'pinch' | 'cup';

/** How a language writes an ingredient. */
interface IngredientLanguage {
  /** Between the unit and the thing. */
  readonly of: string;
  /** Before a vowel, or what counts as one. */
  readonly elided?: readonly [before: RegExp, written: string];
  /** For one and for more. */
  readonly measures: Readonly<Record<Measure, readonly [one: string, more: string]>>;
}

/** Without Polish and Russian: there the thing is in the genitive, which phrase books do not have. */
const INGREDIENTS: Readonly<Record<string, IngredientLanguage>> = {
  de: {
    of: '',
    measures: {
      teaspoon: ['TL', 'TL'],
      tablespoon: ['EL', 'EL'],
      pinch: ['Prise', 'Prisen'],
      cup: ['Tasse', 'Tassen'],
    },
  },
  es: {
    of: 'de ',
    measures: {
      teaspoon: ['cucharadita', 'cucharaditas'],
      tablespoon: ['cucharada', 'cucharadas'],
      pinch: ['pizca', 'pizcas'],
      cup: ['taza', 'tazas'],
    },
  },
  fr: {
    of: 'de ',
    elided: [/^(?:[aeiouyàâéèêëîïôûœ]|h(?:erbe|uile|uître))/iu, "d'"],
    measures: {
      teaspoon: ['cuillère à café', 'cuillères à café'],
      tablespoon: ['cuillère à soupe', 'cuillères à soupe'],
      pinch: ['pincée', 'pincées'],
      cup: ['tasse', 'tasses'],
    },
  },
  it: {
    of: 'di ',
    measures: {
      teaspoon: ['cucchiaino', 'cucchiaini'],
      tablespoon: ['cucchiaio', 'cucchiai'],
      pinch: ['pizzico', 'pizzichi'],
      cup: ['tazza', 'tazze'],
    },
  },
  nl: {
    of: '',
    measures: {
      teaspoon: ['theelepel', 'theelepels'],
      tablespoon: ['eetlepel', 'eetlepels'],
      pinch: ['snufje', 'snufjes'],
      cup: ['kop', 'koppen'],
    },
  },
  pt: {
    of: 'de ',
    measures: {
      teaspoon: ['colher de chá', 'colheres de chá'],
      tablespoon: ['colher de sopa', 'colheres de sopa'],
      pinch: ['pitada', 'pitadas'],
      cup: ['xícara', 'xícaras'],
    },
  },
};
const SHORT_MEASURES: Readonly<Record<string, Measure>> = { tsp: 'teaspoon', tbsp: 'tablespoon' };

const MAX_CHARACTERS = 60;
const AMOUNT = String.raw`(?:\d{1,4}(?:[.,/]\d{1,2})?(?: ?[½¼¾])?|[½¼¾])(?: ?[-–] ?\d{1,4})?`;
const INGREDIENT = new RegExp(
  `^(${AMOUNT}) ?(?:(kg|g|mg|ml|cl|dl|l)|(tsp|tbsp|teaspoon|tablespoon|pinch|cup)(?:e?s)?\\.?) (?:of )?(\\p{L}[\\p{L} '-]*)$`,
  'u',
);
const ONE = /^(?:1|½|¼|¾|1\/\d)$/;

/**
 * Translates an English line such as `200 g flour`; undefined for what is none, or names what the phrase book
 * does not know.
 *
 * @param find looks into the phrase book
 */
export const translateIngredient = (
  line: string,
  {
    source,
    target,
    find,
  }: {
    readonly source: LanguageTag;
    readonly target: LanguageTag;
    find(phrase: string): string | undefined;
  },
): string | undefined => {
  const own = line.trim();
  const words = INGREDIENTS[baseOf(target)];
  if (!words || baseOf(source) !== 'en' || line.length > MAX_CHARACTERS) return undefined;
  const [, amount = '', metric, measure = '', thing = ''] = INGREDIENT.exec(own) ?? [];
  const translated = thing === '' ? undefined : find(thing.toLowerCase());
  if (translated === undefined) return undefined;
  const name = SHORT_MEASURES[measure] ?? (measure as Measure);
  const unit = metric ?? words.measures[name][ONE.test(amount) ? 0 : 1];
  const of = words.elided?.[0].test(translated) ? words.elided[1] : words.of;
  return line.replace(own, () => `${amount} ${unit} ${of}${translated}`);
};
