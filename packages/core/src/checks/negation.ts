import { baseOf, type LanguagePair, type LanguageTag } from '@dragoman/contract';
import { LETTERS_ONLY, wholeWords } from '../characters.js';
import { lazyByKey } from '../lazy-by-key.js';

/**
 * Words that negate, by language. `certain` ones negate wherever they stand, so that a translation
 * without any negation has lost it; `possible` ones are accepted as a negation in a translation. All
 * are matched as whole words in lower case; those of scripts without spaces anywhere.
 */
interface NegationWords {
  readonly certain: RegExp;
  readonly possible: RegExp;
}

type MakeWords = () => NegationWords;

const words =
  (certain: string, possible = ''): MakeWords =>
  () => ({
    certain: wordsOf(certain),
    possible: wordsOf(`${certain} ${possible}`),
  });

/** Not that of `\p{L}*`. */
const ANY_ENDING = /(?<!\})\*/g;

/** `*` stands for any ending. */
const wordsOf = (list: string): RegExp => {
  const alternatives = list
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', '\\s').replaceAll(ANY_ENDING, "[\\p{L}']*"));
  return new RegExp(wholeWords(alternatives.join('|'), LETTERS_ONLY), 'iu');
};

/** Words with a prefix that may negate, without those in which it never does; `*` stands for any ending. */
const prefixed = (prefix: string, others: string): string =>
  `(?!(?:${others.split(' ').join('|')})(?![\\p{L}\\p{M}]))${prefix}\\p{L}+`;

const anywhere =
  (certain: RegExp, possible: RegExp): MakeWords =>
  () => ({ certain, possible });

const NEGATION: Readonly<Record<string, MakeWords>> = {
  en: words(
    "not cannot never nobody nothing nowhere neither hardly_ever scarcely_ever \\p{L}+n['’]t",
    [
      'no none without nor ir\\p{L}+ il\\p{L}+ non\\p{L}* no-one hardly free fail* refus* lack* \\p{L}+less',
      prefixed('un', 'until uncle* under* uni*'),
      prefixed('im', 'image* imagin* immediate* impact* import* impress* improv*'),
      prefixed(
        'in',
        'inch* includ* income increas* indeed indic* indust* inform* inhab* inn* ins* int* inv*',
      ),
      prefixed('dis', 'disc* dish* display* dist*'),
    ].join(' '),
  ),
  de: words(
    'nicht nie niemals niemand* nichts kein keine keinen keinem keiner keines nirgend* weder',
    `${prefixed('un', 'und ungefähr uni* uns unser* unten unter*')} ohne nein miss\\p{L}* kaum selten noch_nie fehl* \\p{L}+los \\p{L}+lose \\p{L}+losen \\p{L}*frei`,
  ),
  fr: words(
    "jamais rien aucun aucune nulle_part (?:ne|n['’]\\p{L}+)(?:\\s[\\p{L}'’-]+){0,3}?\\spas",
    [
      'pas sans non ni personne ir\\p{L}+ ill\\p{L}+ mal\\p{L}+ manqu* plus guère rarement',
      prefixed('im', 'image* imagin* immeuble* immédiat* import* impression*'),
      prefixed('in', 'inclu* indi* indust* inform* ins* int* invest* invit*'),
      prefixed(
        'dé',
        'début* décembre décid* déclar* découv* décri* déjeuner* déjà départ* dépend*',
      ),
    ].join(' '),
  ),
  es: words(
    'no nunca jamás nadie nada ningún ninguna ninguno tampoco',
    [
      'sin ni irr\\p{L}+ falt* aún_no apenas rara* casi_nunca',
      prefixed('im', 'imag* import* impres*'),
      prefixed('in', 'inclu* indic* indust* inform* ingl* inici* ins* int* inv*'),
      prefixed('des', 'desarroll* desayun* descans* describ* desde dese* despert* después destin*'),
    ].join(' '),
  ),
  it: words(
    'non nessun nessuno nessuna niente nulla neanche nemmeno',
    [
      "né mai senza no irr\\p{L}+ manc* nessun['’]\\p{L}+ rar* di_rado",
      'scontent* sfortun* sconosciut* scomod* spiacevol* sleal* sgradit* sfavorevol* sconsigl*',
      prefixed('im', 'immagin* impar* import* impress*'),
      prefixed('in', 'incontr* indic* indust* inform* ingles* iniz* insieme ins* int* inv*'),
      prefixed('dis', 'discus* disco* dispo* dist*'),
    ].join(' '),
  ),
  pt: words(
    'não nunca jamais ninguém nada nenhum nenhuma tampouco',
    [
      'nem sem irr\\p{L}+ falt*',
      prefixed('im', 'imag* import* impress*'),
      prefixed('in', 'inclu* indic* indúst* inform* ingl* iníci* inici* ins* int* inv*'),
      prefixed('des', 'descans* descri* desde dese* desenvolv* despert* dest* dessa* desse*'),
    ].join(' '),
  ),
  nl: words(
    'niet geen nooit niemand niets niks nergens noch',
    `${prefixed('on', 'onder* ons onze ontbijt* ontmoet* ontvang* ontwikkel*')} zonder nee mis\\p{L}* \\p{L}+loos \\p{L}+loze nimmer nauwelijks zelden`,
  ),
  pl: words(
    'nie nigdy nikt nikogo nikomu nic niczego nigdzie żaden żadna żadne żadnego żadnej',
    'bez ani nie\\p{L}+ brak*',
  ),
  ru: words(
    'не нет никогда никто никого никому ничего ничто нигде никак нельзя',
    'без ни не\\p{L}+ бес\\p{L}+ без\\p{L}+',
  ),
  ja: anywhere(
    /ない|なかった|ません|ぬ(?![\p{L}])|ずに/u,
    /な[いかくけし]|ません|ず|ぬ|無|不|未|非|否|いいえ/u,
  ),
  zh: anywhere(/没有|不是|不能|不会|不要|从不|从未/u, /[不没沒无無未非别別莫勿否]/u),
};

const negationIn = lazyByKey(NEGATION, (make) => make());

/** Negative in form, but not in meaning, or in a way that other languages put otherwise. */
const IDIOMS: Readonly<Record<string, RegExp>> = {
  en: /\b(?:why (?:not|don['’]t)|not only|if not|whether or not|not to mention|no wonder|(?:is|are|was|were|do|does|did|has|have|had|wo|would|ca|could|should)n['’]t (?:it|he|she|they|we|you|I)\?|nothing but|never ?mind|can(?:no|['’])t help|not until|whatnot|notwithstanding)/iu,
  de: /(?:nicht (?:nur|wahr|zuletzt)|nichts als|gar nicht so|warum nicht|ob oder nicht)/iu,
  fr: /(?:n['’]est-ce pas|ne \p{L}+ que|n['’]\p{L}+ que|rien que|à moins que|avant que|de peur que|plus \p{L}+ que)/iu,
  es: /(?:no (?:sólo|solo|obstante)|¿no\?|nada más|por qué no)/iu,
  it: /(?:non (?:solo|appena|ostante)|perché non|niente male|finché non)/iu,
  pt: /(?:não (?:só|obstante|apenas)|por que não|nada mais)/iu,
  nl: /(?:niet (?:alleen|waar)|waarom niet|niets dan)/iu,
  pl: /(?:nie tylko|dlaczego nie|nic dziwnego|póki nie)/iu,
  ja: /(?:なければ|なくては|ないと|しか|ない[かの]|ませんか|じゃない)/u,
  zh: /(?:有没有|是不是|能不能|会不会|要不要|不得不|不客气|对不起)/u,
  ru: /(?:не только|почему бы не|пока не|ничего себе)/iu,
};

/** Whether a text negates something beyond doubt; false in a language without a table. */
export const isNegated = (text: string, language: LanguageTag): boolean => {
  const base = baseOf(language);
  return negationIn(base)?.certain.test(text) === true && IDIOMS[base]?.test(text) !== true;
};

/**
 * Whether a translation still negates what its source negates. Only a negation that leaves no doubt
 * counts in the source, and anything that may be one in the translation; so may everything in a
 * language without a table.
 *
 * @returns false where a negation was lost: "I do not know." → "Ich weiß."
 */
export const keepsNegation = (
  source: string,
  translated: string,
  { source: from, target: to }: LanguagePair,
): boolean => {
  const wanted = negationIn(baseOf(to));
  return !wanted || !isNegated(source, from) || wanted.possible.test(translated);
};
