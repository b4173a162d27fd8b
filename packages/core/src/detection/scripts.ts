import type { LanguageTag } from '@dragoman/contract';

/** ISO 15924 codes of the scripts distinguished, with `Kana` for both Japanese syllabaries. */
export type Script =
  | 'Latn'
  | 'Cyrl'
  | 'Grek'
  | 'Arab'
  | 'Hebr'
  | 'Hani'
  | 'Kana'
  | 'Hang'
  | 'Thai'
  | 'Laoo'
  | 'Armn'
  | 'Geor'
  | 'Ethi'
  | 'Deva'
  | 'Beng'
  | 'Guru'
  | 'Gujr'
  | 'Orya'
  | 'Taml'
  | 'Telu'
  | 'Knda'
  | 'Mlym'
  | 'Sinh'
  | 'Mymr'
  | 'Khmr';

/** Blocks in ascending order: first and last code point. Letters only where it matters. */
const BLOCKS: readonly (readonly [first: number, last: number, script: Script])[] = [
  [0x41, 0x5a, 'Latn'],
  [0x61, 0x7a, 'Latn'],
  [0xaa, 0xaa, 'Latn'],
  [0xba, 0xba, 'Latn'],
  [0xc0, 0xd6, 'Latn'],
  [0xd8, 0xf6, 'Latn'],
  [0xf8, 0x24f, 'Latn'],
  [0x250, 0x2af, 'Latn'],
  [0x370, 0x3ff, 'Grek'],
  [0x400, 0x52f, 'Cyrl'],
  [0x531, 0x588, 'Armn'],
  [0x5d0, 0x5f2, 'Hebr'],
  [0x620, 0x64a, 'Arab'],
  [0x66e, 0x6d5, 'Arab'],
  [0x6ee, 0x6ef, 'Arab'],
  [0x6fa, 0x6ff, 'Arab'],
  [0x750, 0x77f, 'Arab'],
  [0x8a0, 0x8ff, 'Arab'],
  [0x900, 0x963, 'Deva'],
  [0x971, 0x97f, 'Deva'],
  [0x980, 0x9e3, 'Beng'],
  [0x9f0, 0x9ff, 'Beng'],
  [0xa01, 0xa5e, 'Guru'],
  [0xa70, 0xa76, 'Guru'],
  [0xa80, 0xae3, 'Gujr'],
  [0xb00, 0xb63, 'Orya'],
  [0xb80, 0xbd7, 'Taml'],
  [0xc00, 0xc63, 'Telu'],
  [0xc80, 0xce3, 'Knda'],
  [0xd00, 0xd63, 'Mlym'],
  [0xd80, 0xdf3, 'Sinh'],
  [0xe01, 0xe3a, 'Thai'],
  [0xe40, 0xe4e, 'Thai'],
  [0xe80, 0xecd, 'Laoo'],
  [0xedc, 0xedf, 'Laoo'],
  [0x1000, 0x103f, 'Mymr'],
  [0x1050, 0x108f, 'Mymr'],
  [0x10a0, 0x10ff, 'Geor'],
  [0x1100, 0x11ff, 'Hang'],
  [0x1200, 0x135f, 'Ethi'],
  [0x1780, 0x17d3, 'Khmr'],
  [0x1c80, 0x1c8f, 'Cyrl'],
  [0x1c90, 0x1cbf, 'Geor'],
  [0x1e00, 0x1eff, 'Latn'],
  [0x1f00, 0x1fff, 'Grek'],
  [0x2de0, 0x2dff, 'Cyrl'],
  [0x3005, 0x3007, 'Hani'],
  [0x3041, 0x309f, 'Kana'],
  [0x30a1, 0x30fa, 'Kana'],
  [0x30fc, 0x30ff, 'Kana'],
  [0x3131, 0x318e, 'Hang'],
  [0x31f0, 0x31ff, 'Kana'],
  [0x3400, 0x4dbf, 'Hani'],
  [0x4e00, 0x9fff, 'Hani'],
  [0xa640, 0xa69f, 'Cyrl'],
  [0xa720, 0xa7ff, 'Latn'],
  [0xaa60, 0xaa7f, 'Mymr'],
  [0xac00, 0xd7a3, 'Hang'],
  [0xf900, 0xfaff, 'Hani'],
  [0xfb00, 0xfb06, 'Latn'],
  [0xfb1d, 0xfb4f, 'Hebr'],
  [0xfb50, 0xfdff, 'Arab'],
  [0xfe70, 0xfefc, 'Arab'],
  [0xff21, 0xff3a, 'Latn'],
  [0xff41, 0xff5a, 'Latn'],
  [0xff66, 0xff9d, 'Kana'],
  [0x20000, 0x323af, 'Hani'],
];

/** The script of a code point, or undefined for digits, punctuation, symbols and rare scripts. */
const scriptOf = (codePoint: number): Script | undefined => {
  if (codePoint < 0x80)
    return (codePoint | 0x20) >= 0x61 && (codePoint | 0x20) <= 0x7a ? 'Latn' : undefined;
  let low = 0;
  let high = BLOCKS.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last, script] = BLOCKS[middle] as (typeof BLOCKS)[number];
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return script;
  }
  return undefined;
};

/** Letters of each script in the pieces of one text. */
export const countScripts = (pieces: readonly string[]): ReadonlyMap<Script, number> => {
  const counts = new Map<Script, number>();
  for (const piece of pieces) {
    for (const character of piece) {
      const script = scriptOf(character.codePointAt(0) ?? 0);
      if (script) counts.set(script, (counts.get(script) ?? 0) + 1);
    }
  }
  return counts;
};

/**
 * The script that decides. A Han character weighs two letters, and any share of kana makes a text
 * Japanese unless Latin letters clearly outnumber it: product names are common in Asian text.
 */
export const dominantScript = (counts: ReadonlyMap<Script, number>): Script | undefined => {
  const kana = counts.get('Kana') ?? 0;
  const han = counts.get('Hani') ?? 0;
  const latin = counts.get('Latn') ?? 0;
  if (kana > 0 && (kana + han) * 2 >= latin) return 'Kana';
  if (han > 0 && han * 2 >= latin) return 'Hani';
  let best: Script | undefined;
  let most = 0;
  for (const [script, count] of counts) {
    if (count > most) {
      most = count;
      best = script;
    }
  }
  return best;
};

const words = (list: string): ReadonlySet<LanguageTag> => new Set(list.split(' '));

/** Which languages are usually written in a script other than Latin. */
const LANGUAGES_BY_SCRIPT: Readonly<Partial<Record<Script, ReadonlySet<LanguageTag>>>> = {
  Cyrl: words('ba be bg kk ky mk mn ru sr tg tt uk'),
  Grek: words('el'),
  Arab: words('ar ckb fa ku prs ps ur'),
  Hebr: words('he yi'),
  Hani: words('zh ja yue'),
  Kana: words('ja'),
  Hang: words('ko'),
  Thai: words('th'),
  Laoo: words('lo'),
  Armn: words('hy'),
  Geor: words('ka'),
  Ethi: words('am ti'),
  Deva: words('bho gom hi mai mr ne sa'),
  Beng: words('as bn'),
  Guru: words('pa'),
  Gujr: words('gu'),
  Orya: words('or'),
  Taml: words('ta'),
  Telu: words('te'),
  Knda: words('kn'),
  Mlym: words('ml'),
  Sinh: words('si'),
  Mymr: words('my'),
  Khmr: words('km'),
};

const notLatin = new Set(Object.values(LANGUAGES_BY_SCRIPT).flatMap((languages) => [...languages]));

/** Every language that has a script of its own among the ones distinguished. */
export const scriptLanguages = (): ReadonlySet<LanguageTag> => notLatin;

/** Serbian is written in both alphabets. */
const inLatinToo = words('sr');

/** Whether a language is usually written in a script. */
export const isWrittenIn = (language: LanguageTag, script: Script): boolean =>
  script === 'Latn'
    ? !notLatin.has(language) || inLatinToo.has(language)
    : (LANGUAGES_BY_SCRIPT[script]?.has(language) ?? false);

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
