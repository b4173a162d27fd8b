import { createHash } from 'node:crypto';
import { ERRORS } from '@dragoman/contract';
import { type Html, html, prose } from './escaping.js';
import type { OpenApiDocument, OperationObject } from './openapi-document.js';
import { members, operationSection, type Trials } from './reference-operation.js';

/** What the page needs to know about the server in addition to its document. */
interface PageContext {
  /** The server's address for the reader: `http://127.0.0.1:3030`. */
  readonly address: string;
  /** Word before the key in the Authorization header. */
  readonly authScheme: string;
  /** The routes of other translation servers that this server has. */
  readonly compatibleRoutes: readonly CompatibilityListing[];
  readonly trials: Trials;
}

/** Routes in the format of another translation server. */
export interface CompatibilityListing {
  /** Names of the servers or programs: `LibreTranslate`. */
  readonly names: readonly string[];
  readonly paths: readonly string[];
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The script of the page: copy buttons, and forms to try calls. It must be sent unchanged: the
 * security policy contains its hash. Without it the page has everything else.
 */
const SCRIPT = `
'use strict';
const make = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};
// What is too wide can be scrolled with the keys.
for (const block of document.querySelectorAll('pre')) block.tabIndex = 0;
for (const block of document.querySelectorAll('pre:not(.answer)')) {
  const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(block);
      button.textContent = 'Press Ctrl+C';
    }
  });
  block.before(button);
}
let key = '';
const fields = [];
const form = ({ method, target, body, scheme, session }) => {
  const secret = make('input', { type: 'password', value: key, autocomplete: 'off', size: 40 });
  fields.push(secret);
  secret.addEventListener('input', () => {
    key = secret.value;
    for (const field of fields) field.value = key;
  });
  const keyLabel = session
    ? 'API key (not needed here: without one, the call goes through the translator page) '
    : 'API key (cat data/auth-key) ';
  const address = make('input', { value: target, size: 60 });
  const text = body === undefined ? [] : [make('textarea', { value: body, rows: 6 })];
  const answer = make('pre', { className: 'answer', hidden: true });
  answer.setAttribute('aria-live', 'polite');
  const made = make(
    'form',
    { className: 'try' },
    ...(scheme ? [make('label', {}, keyLabel, secret)] : []),
    make('label', {}, 'Address ', address),
    ...text.map((field) => make('label', {}, 'Body ', field)),
    make('button', { textContent: 'Send' }),
    answer,
  );
  made.addEventListener('submit', async (event) => {
    event.preventDefault();
    answer.hidden = false;
    answer.textContent = '…';
    try {
      const isKeyless = session !== undefined && key.trim() === '';
      // Listing the languages starts a session.
      if (isKeyless) await fetch(session + 'languages');
      const url = isKeyless ? address.value.replace('v2/', session) : address.value;
      const headers = {
        ...(scheme && !isKeyless && { authorization: scheme + ' ' + key.trim() }),
        ...(text.length > 0 && { 'content-type': 'application/json' }),
      };
      const init = { method, headers, ...(text.length > 0 && { body: text[0].value }) };
      const response = await fetch(url, init);
      const content = await response.text();
      let shown = content;
      try {
        shown = JSON.stringify(JSON.parse(content), undefined, 2);
      } catch {}
      answer.textContent = response.status + '\\n' + shown;
    } catch (error) {
      answer.textContent = error.message;
    }
  });
  return made;
};
for (const place of document.querySelectorAll('[data-method]')) {
  place.append(make('summary', { textContent: 'Try it' }), form({ ...place.dataset }));
  place.hidden = false;
}
`;

/** The style of the page. It must be sent unchanged: the security policy contains its hash. */
const STYLE = `
:root {
  color-scheme: light dark;
  --text: #1d2430; --soft: #596273; --line: #dfe3ea; --page: #fff; --panel: #f6f7f9;
  --link: #0b5cad; --accent: #8a4b08; --get: #0b6b4f; --post: #0b5cad; --put: #8a4b08;
  --code: #e9ecf2; --block: #16202e; --block-text: #e6ecf5; --bad: #a4262c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #dfe5ee; --soft: #9aa6b8; --line: #2b3442; --page: #10161f; --panel: #161e29;
    --link: #79b8ff; --accent: #e8b06a; --get: #56c9a2; --post: #79b8ff; --put: #e8b06a;
    --code: #1c2633; --block: #0a0f16; --block-text: #dfe5ee; --bad: #ff9a94;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; color: var(--text); background: var(--page);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif;
  display: grid; grid-template-columns: 17.5rem minmax(0, 1fr);
}
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--page); z-index: 1; }
nav {
  position: sticky; top: 0; align-self: start; height: 100vh; overflow-y: auto;
  padding: 1.5rem 1.25rem; background: var(--panel); border-right: 1px solid var(--line);
}
.brand { margin: 0 0 1rem; font-weight: 700; font-size: 1.1rem; }
.brand span { font-weight: 400; color: var(--soft); font-size: .85rem; }
nav summary { display: none; }
nav h2 { margin: 1.1rem 0 .3rem; font-size: .85rem; font-weight: 600; }
nav h2 a { color: var(--text); text-decoration: none; }
nav ul { list-style: none; margin: 0; padding: 0; font-size: .85rem; }
nav li a {
  display: grid; grid-template-columns: 3.1rem 1fr; gap: .4rem; padding: .2rem 0;
  color: var(--soft); text-decoration: none; line-height: 1.35;
}
nav li a:hover { color: var(--link); }
main { padding: 2.5rem clamp(1rem, 4vw, 3.5rem) 6rem; max-width: 62rem; }
h1 { margin: 0 0 .5rem; font-size: 2rem; line-height: 1.2; }
main > h2 { margin: 3.5rem 0 .25rem; font-size: 1.5rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }
h3 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; }
h4 { margin: 1.5rem 0 .4rem; font-size: .85rem; color: var(--soft); }
p { margin: .4rem 0; }
code, .path, pre { font-family: ui-monospace, "SF Mono", "DejaVu Sans Mono", "Liberation Mono", monospace; }
code { font-size: .88em; background: var(--code); padding: .08em .3em; border-radius: 4px; overflow-wrap: anywhere; }
pre {
  margin: .4rem 0; padding: .9rem 1.1rem; overflow-x: auto; border-radius: 8px;
  background: var(--block); color: var(--block-text); font-size: .85rem; line-height: 1.5;
}
pre code { background: none; padding: 0; font-size: inherit; overflow-wrap: normal; }
pre.answer { background: var(--code); color: var(--text); border: 1px solid var(--line); }
.schemas { margin-top: 1.5rem; }
.operation, .schema {
  margin: 1.5rem 0; padding: 1.4rem clamp(.9rem, 2.5vw, 1.75rem) 1.5rem;
  border: 1px solid var(--line); border-radius: 12px; background: var(--panel);
}
.group > summary, .operation details > summary { cursor: pointer; color: var(--soft); font-size: .85rem; }
.copy { float: right; margin: .3rem 0 .3rem .3rem; font: inherit; font-size: .8rem; color: #1d2430; background: #e6ecf5; border: 0; border-radius: 6px; padding: .15rem .6rem; cursor: pointer; }
h4 + .copy { margin: -1.9rem 0 0; }
.try { display: grid; gap: .6rem; margin: .6rem 0; }
.try label { display: grid; gap: .2rem; font-size: .85rem; color: var(--soft); }
.try input, .try textarea { font: .85rem/1.5 ui-monospace, monospace; color: var(--text); background: var(--page); border: 1px solid var(--line); border-radius: 6px; padding: .35rem .5rem; width: 100%; }
.try button { justify-self: start; font: inherit; padding: .3rem 1rem; border-radius: 6px; border: 1px solid var(--link); color: var(--link); background: none; cursor: pointer; }
.operation:target, .schema:target { border-color: var(--link); }
.summary { font-size: 1.1rem; font-weight: 600; margin-top: .5rem; }
.method { font: 700 .75rem/1.6 ui-monospace, "DejaVu Sans Mono", monospace; }
.get { color: var(--get); } .post { color: var(--post); } .put, .patch { color: var(--put); } .delete { color: var(--bad); }
dl { margin: 0; }
.member {
  display: grid; grid-template-columns: minmax(9rem, 15rem) minmax(0, 1fr); gap: .25rem 1.25rem;
  padding: .6rem 0; border-top: 1px solid var(--line);
}
.answers .member { grid-template-columns: 3.5rem minmax(0, 1fr); padding: .35rem 0; }
dd { margin: 0; }
dd p { margin: .15rem 0 0; }
.type { color: var(--soft); font-size: .9rem; }
.required { color: var(--accent); font-size: .78rem; font-weight: 600; white-space: nowrap; }
.status.s2 { color: var(--get); } .status.s4, .status.s5 { color: var(--bad); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; min-width: 38rem; font-size: .92rem; margin-top: 1rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-top: 1px solid var(--line); }
td code { white-space: nowrap; }
th { color: var(--soft); font-weight: 600; border-top: 0; }
/* Beside what a call takes: its example, which stays in view. */
@media (min-width: 94rem) {
  body { grid-template-columns: 20rem minmax(0, 1fr); }
  main { max-width: 132rem; }
  main > p, .operation .about > p, .outcomes p { max-width: 60rem; }
  .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, .8fr); column-gap: clamp(1.75rem, 2.5vw, 3.5rem); }
  .sample { grid-column: 2; grid-row: 1 / span 2; position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; }
  .sample > h4 { margin-top: .25rem; }
  .schemas { columns: 2; column-gap: 1.5rem; }
  .schema { margin-top: 0; break-inside: avoid; }
}
@media (max-width: 56rem) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: 1rem; }
  .brand { margin-bottom: .5rem; }
  nav summary { display: list-item; cursor: pointer; }
  main { padding-top: 1.5rem; }
  .member { grid-template-columns: minmax(0, 1fr); }
  h1 { font-size: 1.6rem; }
}
@media print { nav { display: none; } body { display: block; } }
`;

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
<div class="schemas">
${schemas.map(([name, schema]) => html`<section class="schema" id="schema-${name}"><h3>${name}</h3>${members(schema)}</section>`)}
</div></details>
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
export ADMIN_KEY=$(npx dragoman keys create admin --permissions admin)</code></pre>
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
  ([code, { status, isRetryable, message }]) =>
    html`<tr><td><code>${code}</code></td><td>${status}</td><td>${isRetryable ? 'yes' : 'no'}</td><td>${message}</td></tr>`,
)}</tbody>
</table></div>`;
