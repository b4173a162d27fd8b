import { directionOfLocale, localeFor } from '../browser/messages/locales.js';
import { ENGLISH, ERROR_TEXTS, type ErrorTexts } from './error-texts.js';

/** What a page says about an error, in a language of its visitor. */
export interface ErrorDescription {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** What has happened, for somebody who reads no English. */
  readonly summary: string;
  readonly texts: Pick<ErrorTexts, 'translator' | 'apiReference' | 'request'>;
}

const SUMMARIES: Readonly<Record<number, keyof ErrorTexts>> = {
  401: 'signIn',
  403: 'refused',
  404: 'notFound',
  429: 'tooMany',
  503: 'unavailable',
};

/**
 * Describes an error in the best language of the translator page that the visitor's browser asks for.
 *
 * @param acceptLanguage the header: `de-CH, de;q=0.9`
 */
export const describeError = (
  status: number,
  acceptLanguage: string | undefined,
): ErrorDescription => {
  const locale = localeFor('', languagesOf(acceptLanguage ?? ''));
  const texts = ERROR_TEXTS[locale] ?? ENGLISH;
  const summary = texts[SUMMARIES[status] ?? 'failed'];
  return { locale, direction: directionOfLocale(locale), summary, texts };
};

/** The languages of the header, the best first; those with a weight of zero are not wanted. */
const languagesOf = (acceptLanguage: string): readonly string[] =>
  acceptLanguage
    .split(',', MAX_LANGUAGES)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);

const MAX_LANGUAGES = 20;
