import type { LanguageTag } from '@dragoman/contract';

/**
 * Letters beyond a to z that ordinary words of a language have, its common loan words included; for
 * Cyrillic all of them.
 */
const LETTERS: Readonly<Record<LanguageTag, string>> = {
  af: 'áèéêëíîïóôöúû',
  an: 'áéíóúñüçàèò',
  az: 'çəğıöşü',
  be: 'абвгдеёжзійклмнопрстуўфхцчшыьэюя',
  bg: 'абвгдежзийклмнопрстуфхцчшщъьюя',
  br: 'âêîôûùüñé',
  bs: 'čćđšž',
  ca: 'àèéíïòóúüç',
  cs: 'áčďéěíňóřšťúůýžöü',
  cy: 'âêîôûŵŷáéíóúẃýàèìòùäëïöüẅÿ',
  da: 'æøåéáóöäü',
  de: 'äöüßéàè',
  en: 'éèêïñöçâ',
  eo: 'ĉĝĥĵŝŭ',
  es: 'áéíóúñü',
  et: 'äõöüšž',
  eu: 'ñçü',
  fi: 'äöåšž',
  fr: 'àâæçéèêëîïôœùûüÿ',
  ga: 'áéíóú',
  gl: 'áéíóúñü',
  hr: 'čćđšž',
  hu: 'áéíóöőúüű',
  id: 'é',
  is: 'áðéíóúýþæö',
  it: 'àèéìíòóùú',
  ku: 'çêîşû',
  lb: 'äëéöüèêïôçàâûîß',
  lt: 'ąčęėįšųūž',
  lv: 'āčēģīķļņšūž',
  mk: 'абвгдѓежзѕијклљмнњопрстќуфхцчџшѐѝ',
  ms: 'é',
  mt: 'ċġħżàèìòù',
  nb: 'æøåéèêóòâôäöü',
  nl: 'áéëïóöüúíèêçàâä',
  oc: 'áàéèíïóòúüç',
  pl: 'ąćęłńóśźż',
  pt: 'áâãàçéêíóôõúüè',
  ro: 'ăâîșțşţ',
  ru: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  sk: 'áäčďéíĺľňóôŕšťúýžö',
  sl: 'čšž',
  sq: 'çë',
  sr: 'čćđšžабвгдђежзијклљмнњопрстћуфхцчџш',
  sv: 'åäöéàüè',
  sw: '',
  tl: 'ñáàâéíóú',
  tr: 'çğıöşüâîû',
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  vi: 'àáâãèéêìíòóôõùúýăđĩũơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ',
  yo: 'áàéèẹíìóòọúùṣńǹ',
};

const alphabets = new Map(
  Object.entries(LETTERS).map(([language, letters]) => [language, new Set(letters)]),
);

const BEYOND_ASCII = /[\p{Script=Latin}\p{Script=Cyrillic}](?<!\p{ASCII})/gu;

/** The distinct Latin and Cyrillic letters of words that are not plain a to z. */
export const specialLettersOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.join('').match(BEYOND_ASCII));

/** How many of these letters no ordinary word of the language has; 0 for languages not listed. */
export const countForeignLetters = (
  language: LanguageTag,
  letters: ReadonlySet<string>,
): number => {
  const alphabet = alphabets.get(language);
  if (!alphabet) return 0;
  let count = 0;
  for (const letter of letters) if (!alphabet.has(letter)) count++;
  return count;
};
