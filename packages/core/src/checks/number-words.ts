import { baseOf, type LanguageTag } from '@dragoman/contract';
import { LETTERS_ONLY, wholeWords } from '../characters.js';
import { lazyByKey } from '../lazy-by-key.js';

/** What a language writes for numbers, as alternatives of regular expressions. */
interface Numerals {
  /** From 0 to 12, as cardinals and ordinals. */
  readonly small: readonly string[];
  /** Words for larger numbers, or parts of them, and for quarters and halves of an hour. */
  readonly large: string;
  /** From January to December: names and their abbreviations. */
  readonly months: readonly string[];
}

/** `a b c` as a list. */
const list = (words: string): readonly string[] => words.trim().split(/\s+/);

const NUMERALS: Readonly<Record<string, Numerals>> = {
  en: {
    small: list(
      'zero|no|nil one|first|a|an|once|single two|second|twice|both|double|half three|third|triple four|fourth|quarter five|fifth six|sixth seven|seventh eight|eighth nine|ninth ten|tenth eleven|eleventh twelve|twelfth|dozen|noon|midnight',
    ),
    large:
      'thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)(?:y|ies)|hundreds?|thousands?|millions?|billions?|dozens?|half|quarter',
    months: list(
      'jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? july? aug(?:ust)? sept?(?:ember)? oct(?:ober)? nov(?:ember)? dec(?:ember)?',
    ),
  },
  de: {
    small: list(
      'null|keine?[nmrs]? ein|eins|eine[nmrs]?|erste[nmrs]?|einmal zwei|zweite[nmrs]?|beide[nmrs]?|zweimal|halb\\p{L}* drei|dritte[nmrs]?|dreimal|drittel vier|vierte[nmrs]?|viertel fünf|fünfte[nmrs]? sechs|sechste[nmrs]? sieben|siebte[nmrs]? acht|achte[nmrs]? neun|neunte[nmrs]? zehn|zehnte[nmrs]? elf|elfte[nmrs]? zwölf|zwölfte[nmrs]?|dutzend|mittag|mitternacht',
    ),
    large:
      '\\p{L}*(?:zehn|zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend|million|milliarde)\\p{L}*|dutzend\\p{L}*|halb\\p{L}*|viertel',
    months: list(
      'jan(?:uars?)?|jän(?:ners?)? feb(?:ruars?|ers?)? märz|mär apr(?:ils?)? mai juni?s? juli?s? aug(?:usts?)? sept?(?:embers?)? okt(?:obers?)? nov(?:embers?)? dez(?:embers?)?',
    ),
  },
  es: {
    small: list(
      'cero|ningun[oa]? uno?|una|primer[oa]?|únic[oa] dos|segund[oa]|amb[oa]s|doble|medi[oa] tres|tercer[oa]? cuatro|cuart[oa] cinco|quint[oa] seis|sext[oa] siete|séptim[oa] ocho|octav[oa] nueve|noven[oa] diez|décim[oa] once|undécim[oa] doce|duodécim[oa]|docena|mediodía|medianoche',
    ),
    large:
      'trece|catorce|quince|dieci\\p{L}+|veint\\p{L}+|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien\\p{L}*|\\p{L}*cient[oa]s|mil|miles|millón|millones|docenas?|media|cuarto',
    months: list(
      'ene(?:ro)? feb(?:rero)? mar(?:zo)? abr(?:il)? mayo? jun(?:io)? jul(?:io)? ago(?:sto)? sept?(?:iembre)?|setiembre oct(?:ubre)? nov(?:iembre)? dic(?:iembre)?',
    ),
  },
  fr: {
    small: list(
      'zéro|aucune? une?|premi\\p{L}+|1er deux|second\\p{L}*|deuxième|demi\\p{L}* trois|troisième|tiers quatre|quatrième|quart cinq|cinquième six|sixième sept|septième huit|huitième neuf|neuvième dix|dixième onze|onzième douze|douzième|douzaine|midi|minuit',
    ),
    large:
      'treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante|septante|nonante|cents?|mille|milliers?|millions?|milliards?|douzaines?|demie?|quart',
    months: list(
      'janv(?:ier)? févr?(?:ier)?|fevr?(?:ier)? mars avr(?:il)? mai juin juil(?:let)? août|aout sept(?:embre)? oct(?:obre)? nov(?:embre)? d[ée]c(?:embre)?',
    ),
  },
  nl: {
    small: list(
      'nul|geen een|één|eerste|eenmaal twee|tweede|beide|halve? drie|derde vier|vierde|kwart vijf|vijfde zes|zesde zeven|zevende acht|achtste negen|negende tien|tiende elf|elfde twaalf|twaalfde|dozijn|middag|middernacht',
    ),
    large:
      '\\p{L}*(?:tien|twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig|honderd|duizend)\\p{L}*|miljoen\\p{L}*|miljard\\p{L}*|dozijn\\p{L}*|halve?|kwart',
    months: list(
      'jan(?:uari)? feb(?:ruari)? maart|mrt apr(?:il)? mei juni? juli? aug(?:ustus)? sept?(?:ember)? okt(?:ober)? nov(?:ember)? dec(?:ember)?',
    ),
  },
  it: {
    small: list(
      "zero|nessun\\p{L}* uno?|una|un['’]\\p{L}+|prim[oaie] due|second[oaie]|entramb[ie]|mezz[oa] tre|terz[oa] quattro|quart[oa] cinque|quint[oa] sei|sest[oa] sette|settim[oa] otto|ottav[oa] nove|non[oa] dieci|decim[oa] undici|undicesim[oa] dodici|dodicesim[oa]|dozzina|mezzogiorno|mezzanotte",
    ),
    large:
      'tredici|quattordici|quindici|sedici|diciassette|diciotto|diciannove|vent\\p{L}+|trent\\p{L}+|quarant\\p{L}+|cinquant\\p{L}+|sessant\\p{L}+|settant\\p{L}+|ottant\\p{L}+|novant\\p{L}+|\\p{L}*cento|mill?e|\\p{L}*mila|milion\\p{L}+|miliard\\p{L}+|dozzine|mezza|quarto',
    months: list(
      'gen(?:n(?:aio)?)? feb(?:b(?:raio)?)? mar(?:zo)? apr(?:ile)? mag(?:g(?:io)?)? giu(?:gno)? lug(?:lio)? ago(?:sto)? sett?(?:embre)? ott(?:obre)? nov(?:embre)? dic(?:embre)?',
    ),
  },
  pt: {
    small: list(
      'zero|nenhuma? um|uma|primeir[oa]s?|únic[oa] dois|duas|segund[oa]s?|amb[oa]s|dobro|mei[oa] três|terceir[oa]s?|terço quatro|quart[oa]s? cinco|quint[oa]s? seis|sext[oa]s? sete|sétim[oa]s? oito|oitav[oa]s? nove|non[oa]s? dez|décim[oa]s? onze|undécim[oa] doze|duodécim[oa]|dúzia|meio-dia|meia-noite',
    ),
    large:
      'treze|catorze|quatorze|quinze|dezasseis|dezesseis|dezassete|dezessete|dezoito|dezanove|dezenove|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cem|cento|duzent[oa]s|trezent[oa]s|\\p{L}*cent[oa]s|quinhent[oa]s|mil|milhares|milhão|milhões|bilhão|bilhões|dúzias?|mei[oa]|quarto',
    months: list(
      'jan(?:eiro)? fev(?:ereiro)? mar(?:ço)? abr(?:il)? maio? jun(?:ho)? jul(?:ho)? ago(?:sto)? set(?:embro)? out(?:ubro)? nov(?:embro)? dez(?:embro)?',
    ),
  },
  pl: {
    small: list(
      'zero|żaden|żadn\\p{L}+|brak jeden|jedn(?:[aoeiyą]|ego|ej|emu|ym|ych|ymi)|pierwsz\\p{L}+|raz dwa|dwie|dwó\\p{L}+|dwoma|dwoje|dwu|drug\\p{L}+|oba|obie|oboje|obu|podwójn\\p{L}+|pół|połow\\p{L}+ trzy|trzech|trzem\\p{L}?|troje|trzeci\\p{L}*|potrójn\\p{L}+ cztery|czter\\p{L}+|czworo|czwart\\p{L}+|kwadrans\\p{L}* pięć|pięciu|pięcioro|piąt\\p{L}+ sześć|sześciu|szóst\\p{L}+ siedem|siedmiu|siódm\\p{L}+ osiem|ośmiu|ósm\\p{L}+ dziewięć|dziewięciu|dziewiąt\\p{L}+ dziesięć|dziesięciu|dziesiąt\\p{L}+ jedenaście|jedenast\\p{L}+ dwanaście|dwunast\\p{L}+|tuzin\\p{L}*|południe|północ',
    ),
    large:
      '\\p{L}+(?:naści|nast)\\p{L}+|\\p{L}+(?:dzieści|dziesiąt|dziesięci|dziest)\\p{L}*|sto|stu|setn\\p{L}+|set[ek]\\p{L}*|dwieście|dwustu|\\p{L}+(?:ysta|rysta|set)|tysi\\p{L}+|milion\\p{L}*|miliard\\p{L}*|tuzin\\p{L}*|pół|półtor\\p{L}+|połow\\p{L}+|kwadrans\\p{L}*',
    months: list(
      'sty(?:cz(?:eń|ni\\p{L}+))? lut(?:y|ego|ym)? mar(?:zec|c(?:a|u|em))? kwi(?:ecień|etni\\p{L}+)? maj(?:a|u|em)? cze(?:rw(?:iec|c(?:a|u|em)))? lip(?:iec|c(?:a|u|em))? sie(?:rp(?:ień|ni\\p{L}+))? wrz(?:esień|eśni\\p{L}+)? paź(?:dziernik\\p{L}*)? lis(?:topad\\p{L}*)? gru(?:dzień|dni\\p{L}+)?',
    ),
  },
  ru: {
    small: list(
      'ноль|нол\\p{L}+|нуль|нул\\p{L}+|ни|нет одн\\p{L}+|один|перв\\p{L}+|раз|единственн\\p{L}+ два|две|двух|двум\\p{L}?|двое|двоих|втор\\p{L}+|оба|обе|обоих|обеих|дважды|вдво\\p{L}+|полтора|половин\\p{L}+|пол три|трёх|трех|тр[её]м\\p{L}?|трое|троих|трет\\p{L}+|трижды четыре|четыр\\p{L}+|четверо|четв[её]рт\\p{L}+|четверть\\p{L}* пять|пяти|пятью|пятеро|пят(?:ый|ая|ое|ого|ой|ому|ом|ую|ые|ых|ым|ыми) шесть|шести|шестью|шестеро|шест(?:ой|ая|ое|ого|ому|ом|ую|ые|ых|ым|ыми) семь|семи|семью|семеро|седьм\\p{L}+ восемь|восьми|восемью|восьм(?:ой|ая|ое|ого|ому|ом|ую|ые|ых|ым|ыми) девять|девяти|девятью|девят(?:ый|ая|ое|ого|ой|ому|ом|ую|ые|ых|ым|ыми) десять|десяти|десятью|десят(?:ый|ая|ое|ого|ой|ому|ом|ую|ые|ых|ым|ыми)|десят(?:ок|ки|ков)|декад\\p{L}+ одиннадцат\\p{L}+ двенадцат\\p{L}+|дюжин\\p{L}+|полдень|полдня|полудн\\p{L}+|полночь|полуноч\\p{L}+',
    ),
    large:
      '\\p{L}+надцат\\p{L}+|двадцат\\p{L}+|тридцат\\p{L}+|сорок\\p{L}*|\\p{L}+десят\\p{L}*|девяност\\p{L}+|сто|ста|сотн\\p{L}+|сотен|двести|двухсот\\p{L}*|триста|тр[её]хсот\\p{L}*|\\p{L}+(?:сот|ста)|тысяч\\p{L}*|миллион\\p{L}*|миллиард\\p{L}*|дюжин\\p{L}*|пол|полтор\\p{L}+|половин\\p{L}+|четверт\\p{L}+',
    months: list(
      'янв(?:ар\\p{L}+)? фев(?:рал\\p{L}+)? мар(?:т\\p{L}{0,2})? апр(?:ел\\p{L}+)? ма[йяею]м? июн\\p{L}{0,2} июл\\p{L}{0,2} авг(?:уст\\p{L}*)? сент?(?:ябр\\p{L}+)? окт(?:ябр\\p{L}+)? ноя(?:бр\\p{L}+)? дек(?:абр\\p{L}+)?',
    ),
  },
};

/** Their letters may have marks: where none of those could follow, long words would take quadratic time. */
const anywhere = (alternatives: string): RegExp => {
  const words = alternatives.replaceAll('\\p{L}', `[${LETTERS_ONLY}]`);
  return new RegExp(wholeWords(words, LETTERS_ONLY), 'giu');
};

/**
 * The name of a month: a short one only as in a date, with a number before or after it, since `mar` is
 * the sea, too, and `may` a verb.
 */
const monthName = (name: string): RegExp => {
  const link = "[^\\p{L}\\p{Nd}]{0,3}(?:(?:d|de|del|dell|di|of|do)[\\s’']{1,2})?";
  const before = `\\p{Nd}(?:st|nd|rd|th|er|e)?${link}(?:${name})(?!\\p{L})`;
  const after = `(?<!\\p{L})(?:${name})${link}\\p{Nd}`;
  const long = `(?<!\\p{L})(?=\\p{L}{6})(?:${name})(?!\\p{L})`;
  return new RegExp(`${before}|${after}|${long}`, 'iu');
};

const wordsIn = lazyByKey(NUMERALS, ({ small, large, months }) => ({
  small: small.map(anywhere),
  any: anywhere(`${small.slice(2).join('|')}|${large}`),
  months: months.map(monthName),
}));

/** Whether the words of a language for numbers are known. */
export const knowsNumerals = (language: LanguageTag): boolean =>
  Object.hasOwn(NUMERALS, baseOf(language));

/** How often a text says a number up to twelve in words; any number of times where they are unknown. */
export const countSmall = (text: string, number: number, language: LanguageTag): number => {
  const known = wordsIn(baseOf(language));
  if (!known) return number <= 12 ? Number.POSITIVE_INFINITY : 0;
  const word = known.small[number];
  return word === undefined ? 0 : (text.match(word)?.length ?? 0);
};

/** Whether a text names a month, 1 for January. */
export const saysMonth = (text: string, month: number, language: LanguageTag): boolean =>
  wordsIn(baseOf(language))?.months[month - 1]?.test(text) === true;

/** How many words a text has for numbers; as many as there may be where that is unknown. */
export const countNumerals = (text: string, language: LanguageTag): number => {
  const known = wordsIn(baseOf(language));
  return known ? (text.match(known.any)?.length ?? 0) : Number.POSITIVE_INFINITY;
};

const ROMAN = [
  ...([
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
  ] as const),
  ...([
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as const),
];

/** Of these letters, alone, hardly any is a number: `Vitamin C`, `D` major, size `L`. */
const LONELY = new Set([50, 100, 500, 1000]);

/** Whether a text has a number in Roman numerals, as for centuries and kings. */
export const saysRoman = (text: string, number: number, language: LanguageTag): boolean => {
  if (number < 1 || number > 3999 || LONELY.has(number)) return false;
  if (number === 1 && baseOf(language) === 'en') return false; // `I` is a word.
  let [rest, roman] = [number, ''];
  for (const [value, letters] of ROMAN) {
    for (; rest >= value; rest -= value) roman += letters;
  }
  // Behind a number it is a unit: 12 V.
  return new RegExp(`(?<![\\p{L}\\p{N}]|\\p{N}\\s)${roman}(?![\\p{L}\\p{N}])`, 'u').test(text);
};
