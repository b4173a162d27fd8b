import { baseOf, type LanguagePair, type LanguageTag } from '@dragoman/contract';
import { madeOnce } from '../made-once.js';

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
    certain: wholeWords(certain),
    possible: wholeWords(`${certain} ${possible}`),
  });

/** `*` stands for any ending. */
const wholeWords = (list: string): RegExp => {
  const alternatives = list
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', '\\s').replaceAll('*', "[\\p{L}']*"));
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${alternatives.join('|')})(?![\\p{L}\\p{M}])`, 'iu');
};

const anywhere =
  (certain: RegExp, possible: RegExp): MakeWords =>
  () => ({ certain, possible });

const NEGATION: Readonly<Record<string, MakeWords>> = {
  en: words(
    "not cannot never nobody nothing nowhere neither hardly_ever scarcely_ever \\p{L}+n['’]t",
    'no none without nor un\\p{L}+ im\\p{L}+ in\\p{L}+ ir\\p{L}+ il\\p{L}+ dis\\p{L}+ non\\p{L}* no-one hardly free fail* refus* lack* \\p{L}+less',
  ),
  de: words(
    'nicht nie niemals niemand* nichts kein keine keinen keinem keiner keines nirgend* weder',
    'ohne nein un\\p{L}+ miss\\p{L}* kaum selten noch_nie fehl* \\p{L}+los \\p{L}+lose \\p{L}+losen \\p{L}*frei',
  ),
  fr: words(
    "jamais rien aucun aucune nulle_part (?:ne|n['’]\\p{L}+)(?:\\s[\\p{L}'’-]+){0,3}?\\spas",
    'pas sans non ni personne im\\p{L}+ in\\p{L}+ ir\\p{L}+ il\\p{L}+ dé\\p{L}+ mal\\p{L}+ manqu* plus guère rarement',
  ),
  es: words(
    'no nunca jamás nadie nada ningún ninguna ninguno tampoco',
    'sin ni im\\p{L}+ in\\p{L}+ des\\p{L}+ ir\\p{L}+ falt* aún_no apenas rara* casi_nunca',
  ),
  it: words(
    'non nessun nessuno nessuna niente nulla neanche nemmeno',
    "né mai senza no im\\p{L}+ in\\p{L}+ ir\\p{L}+ s\\p{L}+ dis\\p{L}+ manc* nessun['’]\\p{L}+ rar* di_rado",
  ),
  pt: words(
    'não nunca jamais ninguém nada nenhum nenhuma tampouco',
    'nem sem im\\p{L}+ in\\p{L}+ des\\p{L}+ ir\\p{L}+ falt*',
  ),
  nl: words(
    'niet geen nooit niemand niets niks nergens noch',
    'zonder nee on\\p{L}+ mis\\p{L}* \\p{L}+loos \\p{L}+loze nimmer nauwelijks zelden',
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

const negationIn = madeOnce(NEGATION, (make) => make());

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
