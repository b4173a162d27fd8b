import { ArgumentError } from './errors.js';

/**
 * Languages for which a target needs a variant. Spanish is not among them: `ES` is a separate
 * target from `ES-419`.
 */
const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  EN: ['EN-US', 'EN-GB'],
  PT: ['PT-BR', 'PT-PT'],
  ZH: ['ZH-HANS', 'ZH-HANT'],
};

const CODE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/;

/**
 * Validates a target language. The service would accept a base language and choose a variant, which
 * is rarely what was meant.
 *
 * @throws ArgumentError if it is not a code, or the variant is missing
 */
export const readTargetLanguage = (code: string): string => {
  const read = readCode('targetLanguage', code);
  const variants = VARIANTS[read];
  if (variants) {
    throw new ArgumentError(
      'targetLanguage',
      `The target language ${read} has variants: use ${variants.join(' or ')}.`,
    );
  }
  return read;
};

/**
 * Validates a source language; undefined if it is to be detected.
 *
 * @throws ArgumentError if it is not a code, or has a variant
 */
export const readSourceLanguage = (code: string | null | undefined): string | undefined => {
  if (code === null || code === undefined) return undefined;
  const read = readCode('sourceLanguage', code);
  const [base] = read.split('-', 1);
  if (base !== read) {
    throw new ArgumentError(
      'sourceLanguage',
      `A source language has no variant: use ${base} instead of ${read}.`,
    );
  }
  return read;
};

const readCode = (parameter: string, code: string): string => {
  if (typeof code !== 'string' || !CODE.test(code)) {
    throw new ArgumentError(parameter, `${parameter} must be a language code such as ES or PT-BR.`);
  }
  return code.toUpperCase();
};

/** Source languages of the contract; a server may have fewer. */
export const SOURCE_CODES = [
  'AF',
  'AN',
  'AR',
  'AS',
  'AY',
  'AZ',
  'BA',
  'BE',
  'BG',
  'BN',
  'BR',
  'BS',
  'CA',
  'CS',
  'CY',
  'DA',
  'DE',
  'EL',
  'EN',
  'EO',
  'ES',
  'ET',
  'EU',
  'FA',
  'FI',
  'FR',
  'GA',
  'GL',
  'GN',
  'GU',
  'HA',
  'HE',
  'HI',
  'HR',
  'HT',
  'HU',
  'HY',
  'ID',
  'IG',
  'IS',
  'IT',
  'JA',
  'JV',
  'KA',
  'KK',
  'KO',
  'KY',
  'LA',
  'LB',
  'LN',
  'LT',
  'LV',
  'MG',
  'MI',
  'MK',
  'ML',
  'MN',
  'MR',
  'MS',
  'MT',
  'MY',
  'NB',
  'NE',
  'NL',
  'OC',
  'OM',
  'PA',
  'PL',
  'PS',
  'PT',
  'QU',
  'RO',
  'RU',
  'SA',
  'SK',
  'SL',
  'SQ',
  'SR',
  'ST',
  'SU',
  'SV',
  'SW',
  'TA',
  'TE',
  'TG',
  'TH',
  'TK',
  'TL',
  'TN',
  'TR',
  'TS',
  'TT',
  'UK',
  'UR',
  'UZ',
  'VI',
  'WO',
  'XH',
  'YI',
  'ZH',
  'ZU',
  'ACE',
  'BHO',
  'CEB',
  'CKB',
  'GOM',
  'KMR',
  'LMO',
  'MAI',
  'PAG',
  'PAM',
  'PRS',
  'SCN',
  'YUE',
] as const;

/** Languages whose targets need a variant. */
const BASES_WITH_VARIANTS = ['EN', 'PT', 'ZH'] as const;

/** Targets that are variants. */
export const TARGET_VARIANTS = [
  'DE-CH',
  'EN-GB',
  'EN-US',
  'ES-419',
  'FR-CA',
  'PT-BR',
  'PT-PT',
  'ZH-HANS',
  'ZH-HANT',
] as const;

type Code = (typeof SOURCE_CODES)[number];
type Target =
  | Exclude<Code, (typeof BASES_WITH_VARIANTS)[number]>
  | (typeof TARGET_VARIANTS)[number];

/** Any other text is accepted, too: a newer server may have more languages. */
type OrAnyText = string & {};

/** Code of a language to translate from, in upper or lower case: `en`, `DE`. */
export type SourceLanguageCode = Code | Lowercase<Code> | OrAnyText;

/** Code of a language or variant to translate into, in upper or lower case: `es`, `EN-GB`. */
export type TargetLanguageCode = Target | Lowercase<Target> | OrAnyText;
