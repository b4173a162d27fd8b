import { createHash } from 'node:crypto';
import { ERRORS } from '@dragoman/contract';
import type { OpenApiDocument, OperationObject } from './document.js';
import { type Html, html, prose } from './html.js';
import { members } from './members.js';
import { operationSection } from './operation-section.js';
import { SCRIPT } from './script.js';
import { STYLE } from './style.js';

/** What the page needs to know about the server in addition to its document. */
export interface PageContext {
  /** The server's address for the reader: `http://127.0.0.1:3030`. */
  readonly address: string;
  /** Word before the key in the Authorization header. */
  readonly authScheme: string;
  /** The routes of other translation servers that this server has. */
  readonly compatibleRoutes: readonly CompatibleRoutes[];
  /** Whether the reader may use the session of the translator page, which needs no key. */
  readonly hasSession: boolean;
}

/** Routes in the format of another translation server. */
export interface CompatibleRoutes {
  /** Names of the servers or programs: `LibreTranslate`. */
  readonly names: readonly string[];
  readonly paths: readonly string[];
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows nothing but the page itself and calls of this server: no font, no image, no frame. */
export const PAGE_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Entry {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
}

/** The API reference as one page of HTML, generated from the OpenAPI document. */
export const referencePage = (document: OpenApiDocument, context: PageContext): string => {
  const { info, tags, components } = document;
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => ({ path, method, operation })),
  );
  const groups = tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const schemas = Object.entries(components.schemas);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title} API reference</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Contents">
<p class="brand">${info.title} <span>API ${info.version}</span></p>
<details open><summary>Contents</summary>
${groups.map(
  ({ name, entries: operations }) => html`<h2><a href="#tag-${name}">${name}</a></h2>
<ul>${operations.map(({ path, method, operation }) => html`<li><a href="#${operation.operationId}"><span class="method ${method}">${method.toUpperCase()}</span> ${breakable(path)}</a></li>`)}</ul>`,
)}
${context.compatibleRoutes.length > 0 && html`<h2><a href="#compatible">Routes of other servers</a></h2>`}
<h2><a href="#errors">Errors</a></h2>
<h2><a href="#schemas">Schemas</a></h2>
</details>
</nav>
<main id="content">
<h1>${info.title} API reference</h1>
<p>${prose(info.description)} The same for programs: <a href="openapi.json">openapi.json</a>, OpenAPI ${document.openapi}.</p>
${gettingStarted(context)}
${groups.map(
  ({ name, description, entries: operations }) => html`<h2 id="tag-${name}">${name}</h2>
<p>${prose(description)}</p>
<details open class="group"><summary>Calls: ${operations.length}</summary>
${operations.map(({ path, method, operation }) =>
  operationSection(operation, components.schemas, {
    ...context,
    path,
    method,
    keyVariable: name === 'Administration' ? 'ADMIN_KEY' : 'AUTH_KEY',
  }),
)}</details>`,
)}
${compatibleSection(context)}
${errorsSection()}
<h2 id="schemas">Schemas</h2>
<details open class="group"><summary>Schemas: ${schemas.length}</summary>
${schemas.map(([name, schema]) => html`<section class="schema" id="schema-${name}"><h3>${name}</h3>${members(schema)}</section>`)}
</details>
</main>
<script>${{ html: SCRIPT }}</script>
</body>
</html>
`.html;
};

/** Lets a path break after a slash if the column is narrow. */
const breakable = (path: string): Html =>
  html`${path.split('/').map((part, index) => html`${index > 0 && html`/<wbr>`}${part}`)}`;

const gettingStarted = ({ address, authScheme }: PageContext): Html => html`
<h2 id="start">Before you start</h2>
<p>Every call except the probes and this reference needs a key: <code>Authorization: ${authScheme} &lt;API key&gt;</code>. A web page must never contain one, so browsers are refused.</p>
<p>The examples read the key from <code>AUTH_KEY</code>. On the server’s machine, you find the first key in its folder; create further ones, such as one for administration, with <code>dragoman keys</code>:</p>
<pre><code>export AUTH_KEY=$(cat data/auth-key)
export ADMIN_KEY=$(npx dragoman keys create --name admin --permissions admin)</code></pre>
<p>The commands are for the server at <code>${address}</code>. <code>KEY_ID</code> stands for the id of a key.</p>`;

const compatibleSection = ({ compatibleRoutes }: PageContext): Html | undefined =>
  compatibleRoutes.length === 0
    ? undefined
    : html`
<h2 id="compatible">Routes of other servers</h2>
<p>Programs written for these servers work with this one. Requests and responses have the format of those servers; a key may be sent in their way, or in the address as <code>?token=</code>.</p>
<div class="wide" role="region" aria-labelledby="compatible" tabindex="0"><table>
<thead><tr><th>For clients of</th><th>Paths</th></tr></thead>
<tbody>${compatibleRoutes.map(
        ({ names, paths }) =>
          html`<tr><td>${names.join(', ')}</td><td>${paths.map((path, index) => html`${index > 0 && ', '}<code>${path}</code>`)}</td></tr>`,
      )}</tbody>
</table></div>`;

const errorsSection = (): Html => html`
<h2 id="errors">Errors</h2>
<p>Every error has the same format: <a href="#schema-Error">Error</a>. <code>Retry-After</code> says, if known, after how many seconds a retry makes sense.</p>
<div class="wide" role="region" aria-labelledby="errors" tabindex="0"><table>
<thead><tr><th>Code</th><th>Status</th><th>Retry?</th><th>Message</th></tr></thead>
<tbody>${Object.entries(ERRORS).map(
  ([code, { status, retryable, message }]) =>
    html`<tr><td><code>${code}</code></td><td>${status}</td><td>${retryable ? 'yes' : 'no'}</td><td>${message}</td></tr>`,
)}</tbody>
</table></div>`;
