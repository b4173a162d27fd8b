import type { ErrorBody } from '@dragoman/contract';
import type { FastifyRequest } from 'fastify';
import { html } from '../../openapi/page/html.js';

/** Paths that only programs request, although some programs say that they accept HTML. */
const API_PATH = /^\/v\d+\//;

/** The page loads nothing; its style is inline. */
export const ERROR_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** Whether a person opened the address in a browser. */
export const isForBrowser = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true && !API_PATH.test(url);

/** An error as a page. */
export const errorPage = (status: number, { message, request_id: requestId }: ErrorBody): string =>
  `<!doctype html>${
    html`<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dragoman: ${status}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 40rem; margin: 4rem auto; padding: 0 1rem; }
small { opacity: 0.7; }
</style>
<h1>${status}</h1>
<p>${message}</p>
<p><a href="/">Translator</a> · <a href="/docs">API reference</a></p>
<p><small>Request ${requestId}</small></p>
</html>
`.html
  }`;
