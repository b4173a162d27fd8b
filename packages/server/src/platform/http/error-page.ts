import type { ErrorBody } from '@dragoman/contract';
import { describeError } from '@dragoman/web';
import type { FastifyRequest } from 'fastify';
import { html } from '../openapi/html.js';

/** Paths that only programs request, although some programs say that they accept HTML. */
const API_PATH = /^\/v\d+\//;

/** The page loads nothing; its style is inline. */
export const ERROR_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  vary: 'accept, accept-language',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** Whether a person opened the address in a browser. */
export const isForBrowser = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true && !API_PATH.test(url);

/**
 * An error as a page: what it means in a language of the visitor, and the message of the API.
 *
 * @param acceptLanguage the header of the request
 */
export const errorPage = (
  status: number,
  { message, request_id: requestId }: ErrorBody,
  acceptLanguage: string | undefined,
): string => {
  const { locale, direction, summary, texts } = describeError(status, acceptLanguage);
  return `<!doctype html>${
    html`<html lang="${locale}" dir="${direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dragoman: ${status}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 40rem; margin: 4rem auto; padding: 0 1rem; }
small { opacity: 0.7; }
</style>
<h1>${status}</h1>
<p>${summary}</p>
<p lang="en" dir="ltr">${message}</p>
<p><a href="/">${texts.translator}</a> · <a href="/docs">${texts.apiReference}</a></p>
<p><small>${texts.request} <bdi>${requestId}</bdi></small></p>
</html>
`.html
  }`;
};
