import { ArgumentError } from '../connection/errors.js';

/**
 * Languages of which a target must say the variant. Spanish is not among them: `ES` is a target of
 * its own beside `ES-419`.
 */
const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  EN: ['EN-US', 'EN-GB'],
  PT: ['PT-BR', 'PT-PT'],
  ZH: ['ZH-HANS', 'ZH-HANT'],
};

const CODE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/;

/**
 * A target language fit to be sent. The service would take a base language and choose a variant by
 * itself, which is seldom what was meant.
 *
 * @throws ArgumentError when it is no code, or lacks the variant
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
 * A source language fit to be sent, or undefined where it is to be detected.
 *
 * @throws ArgumentError when it is no code, or has a variant
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
