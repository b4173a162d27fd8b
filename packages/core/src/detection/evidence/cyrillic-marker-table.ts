import type { LanguageTag } from '@dragoman/contract';
import type { Markers } from './marker-table.js';

const UNKNOWN_TO_ELD = { neighbours: [], handicap: 2 };
const SLAVIC = 'и в не что это как у на с по і й та що це е със за от към су се';

/** Languages in Cyrillic letters that are not Slavic, which eld takes for Russian or Bulgarian. */
export const CYRILLIC_MARKERS: Readonly<Record<LanguageTag, Markers>> = {
  kk: {
    ...UNKNOWN_TO_ELD,
    own: 'және мен бұл бір үшін бар жоқ деп болып сол қазақ емес қалай сәлем рақмет бүгін ертең',
    foreign: SLAVIC,
    ownSpelling: /[ұғқ]|[әңөү].*і|і.*[әңөү]/u,
    foreignSpelling: /[ҡҙҫєїӣӯҳҷцщ]/u,
  },
  ky: {
    ...UNKNOWN_TO_ELD,
    own: 'жана мен бул бир үчүн бар жок деп болуп ошол кыргыз менен эмес кандай салам бүгүн эртең',
    foreign: SLAVIC,
    ownSpelling: /[ңөү]/u,
    foreignSpelling: /[ғқұіәһҡҙҫєїцщ]/u,
  },
  mn: {
    ...UNKNOWN_TO_ELD,
    handicap: 3,
    own: 'байна энэ бол нь тэр юм гэж би болон монгол биш уу сайн өнөөдөр маргааш баярлалаа бас',
    foreign: SLAVIC,
    ownSpelling: /[өү]|аа|ээ|оо|уу/u,
    foreignSpelling: /[ғқұіәһңҡҙҫєїщђћљњџј]/u,
  },
  tg: {
    ...UNKNOWN_TO_ELD,
    own: 'ва дар аз ба ки ин он бо барои аст тоҷик тоҷикистон мо шумо салом имрӯз фардо нест',
    foreign: SLAVIC,
    ownSpelling: /[ӣӯҳҷғқ]/u,
    foreignSpelling: /[ыцщіәөүңһҡҙҫєї]/u,
  },
  tt: {
    ...UNKNOWN_TO_ELD,
    own: 'һәм бу белән өчен бер татар мин син ул түгел кебек сәлам рәхмәт бүген иртәгә бар юк дип',
    foreign: SLAVIC,
    ownSpelling: /[әөүҗңһ]/u,
    foreignSpelling: /[ғқұіҡҙҫєї]/u,
  },
  ba: {
    ...UNKNOWN_TO_ELD,
    own: 'һәм был менән өсөн бер башҡорт мин һин ул түгел кеүек сәләм рәхмәт бөгөн иртәгә бар юҡ тип',
    foreign: SLAVIC,
    ownSpelling: /[ҡҙҫғ]|[әөүңһ]/u,
    foreignSpelling: /[құіҗєї]/u,
  },
};
