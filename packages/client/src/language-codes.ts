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
