import { type Html, html, prose, quoteForShell } from './escaping.js';
import type { Parameter } from './http/define-route.js';
import {
  type JsonSchema,
  type OperationObject,
  type ResponseObject,
  UPLOAD_TYPE,
} from './openapi-document.js';

/** Ids and keys, in whose place an example has a variable of the shell. */
const IS_OWN = /(_id|_key)$|^token$/;

/** Values of an example, by the variable to have in their place. */
type Own = ReadonlyMap<string, string>;

/** A word in which the shell puts what is the reader's own, or one it leaves as it is. */
const argument = (text: string, own: Own): string => {
  const found = [...own].filter(([value]) => text.includes(value));
  if (found.length === 0) return quoteForShell(text);
  let escaped = text.replace(/["\\$`]/g, '\\$&');
  for (const [value, variable] of found) escaped = escaped.replaceAll(value, variable);
  return `"${escaped}"`;
};

const ownOf = (values: Readonly<Record<string, unknown>>): Own =>
  new Map(
    Object.entries(values)
      .filter(([name, value]) => IS_OWN.test(name) && value !== undefined)
      .map(([name, value]) => [String(value), `$${name.toUpperCase()}`]),
  );

type Example = Readonly<Record<string, unknown>>;

/** What the command of an example needs in addition to the operation. */
interface CurlContext {
  readonly method: string;
  readonly path: string;
  /** `http://127.0.0.1:3030` */
  readonly address: string;
  /** Word before the key in the Authorization header. */
  readonly authScheme: string;
  /** Shell variable that holds the key. */
  readonly keyVariable: string;
}

/** The operation's own example as a command that can be pasted into a shell. */
export const curlCommand = (operation: OperationObject, context: CurlContext): string => {
  const { method, authScheme, keyVariable } = context;
  const { content = {} } = operation.requestBody ?? {};
  const example = content['application/json']?.example as Example | undefined;
  const upload = content[UPLOAD_TYPE]?.example as Example | undefined;
  const file = content['application/xml']?.example as string | undefined;
  const isCurlsChoice =
    method === 'get' || (method === 'post' && (example !== undefined || upload !== undefined));
  const lines = [
    `curl -s ${isCurlsChoice ? '' : `-X ${method.toUpperCase()} `}${targetOf(operation, context)}`,
  ];
  if (operation.security.length > 0)
    lines.push(`-H "Authorization: ${authScheme} $${keyVariable}"`);
  if (example !== undefined) {
    lines.push("-H 'Content-Type: application/json'");
    lines.push(`-d ${argument(JSON.stringify(example), ownOf(example))}`);
  }
  if (file !== undefined) {
    lines.push("-H 'Content-Type: application/xml'");
    lines.push(`--data-binary ${quoteForShell(file)}`);
  }
  for (const [name, value] of Object.entries(upload ?? {})) {
    lines.push(`-F ${quoteForShell(`${name}=${value}`)}`);
  }
  return lines.join(' \\\n  ');
};

const targetOf = ({ parameters = [] }: OperationObject, { address, path }: CurlContext): string => {
  const own = ownOf(Object.fromEntries(parameters.map(({ name, example }) => [name, example])));
  const query = new URLSearchParams();
  let target = `${address}${path}`;
  for (const { name, in: place, example } of parameters) {
    if (place === 'path') target = target.replace(`{${name}}`, example);
    else query.set(name, example);
  }
  if (query.size > 0) target += `?${query}`;
  return parameters.length > 0 ? argument(target, own) : target;
};

/** Which calls the reader can try on the page of the reference. */
export interface Trials {
  /** Tags whose calls are not offered. */
  readonly notOf: ReadonlySet<string>;
  /** Calls that the reader's session answers, too, below `session/`: `post /v2/translate` */
  readonly withSession: ReadonlySet<string>;
}

/** What a section needs to know in addition to its operation. */
interface SectionContext extends CurlContext {
  readonly trials: Trials;
}

/** One operation: what it is for, what it takes, an example, its responses. */
export const operationSection = (
  operation: OperationObject,
  schemas: Readonly<Record<string, JsonSchema>>,
  context: SectionContext,
): Html => {
  const { method, path } = context;
  const responses = Object.entries(operation.responses);
  const [, success] = responses[0] ?? [];
  const example = success && exampleOf(success);
  return html`
<section class="operation" id="${operation.operationId}">
<div class="about">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <span class="path">${path}</span></h3>
<p class="summary">${prose(operation.summary)}</p>
${operation.description !== undefined && html`<p>${prose(operation.description)}</p>`}
${parameters(operation, 'path', 'Path')}
${parameters(operation, 'query', 'Query')}
${requestBody(operation, schemas)}
</div>
<div class="sample">
<h4>Example</h4>
<pre><code>${curlCommand(operation, context)}</code></pre>
${trial(operation, context)}
${example !== undefined && html`<pre class="answer"><code>${JSON.stringify(example, undefined, 2)}</code></pre>`}
</div>
<div class="outcomes">
<h4>Responses</h4>
<dl class="answers">${responses.map(([status, response]) => answerRow(status, response))}</dl>
</div>
</section>`;
};

/** The place of a form, for calls that can be tried as they are: the script fills it. */
const trial = (
  { parameters: all = [], requestBody: body, security, tags }: OperationObject,
  { method, path, authScheme, trials }: SectionContext,
): Html | undefined => {
  const example = body?.content['application/json']?.example;
  const needsMore = path.includes('{') || (body?.required === true && example === undefined);
  if (needsMore || tags.some((tag) => trials.notOf.has(tag))) return undefined;
  const query = new URLSearchParams(
    Object.fromEntries(all.map(({ name, example: value }) => [name, value])),
  );
  const target = `${path.slice(1)}${query.size > 0 ? `?${query}` : ''}`;
  const data =
    example === undefined ? '' : html` data-body="${JSON.stringify(example, undefined, 2)}"`;
  const scheme = security.length === 0 ? '' : html` data-scheme="${authScheme}"`;
  const session = trials.withSession.has(`${method} ${path}`) ? html` data-session="session/"` : '';
  return html`<details hidden data-method="${method.toUpperCase()}" data-target="${target}"${data}${scheme}${session}></details>`;
};

const parameters = (
  { parameters: all = [] }: OperationObject,
  place: 'path' | 'query',
  title: string,
): Html | undefined => {
  const here = all.filter((parameter) => parameter.in === place);
  return here.length > 0 ? html`<h4>${title}</h4>${queryMembers(here)}` : undefined;
};

const requestBody = (
  { requestBody: body }: OperationObject,
  schemas: Readonly<Record<string, JsonSchema>>,
): Html | undefined => {
  const schema = Object.values(body?.content ?? {})[0]?.schema;
  if (!body || !schema) return undefined;
  const mediaTypes = Object.keys(body.content).map(
    (type, index) => html`${index > 0 && ' or '}<code>${type}</code>`,
  );
  return html`<h4>Body</h4><p>${mediaTypes}${!body.required && ', optional'}</p>
${members(schemas[refName(schema) ?? ''] ?? schema)}`;
};

const exampleOf = ({ content }: ResponseObject): unknown => content['application/json']?.example;

const answerRow = (status: string, { description, content }: ResponseObject): Html => {
  const [[mediaType, media] = []] = Object.entries(content);
  // The format of errors is the same everywhere and described once.
  const type = Number(status) < 400 && media?.schema && describeType(media.schema);
  return html`<div class="member"><dt><code class="status s${status[0]}">${status}</code></dt>
<dd>${prose(description)} <span class="type">${type || (mediaType !== 'application/json' && mediaType)}</span></dd></div>`;
};

const REF_PREFIX = '#/components/schemas/';

/** The name in a reference, or undefined for an inline schema. */
const refName = ({ $ref }: JsonSchema): string | undefined =>
  typeof $ref === 'string' ? $ref.slice(REF_PREFIX.length) : undefined;

const link = (name: string): Html => html`<a href="#schema-${name}">${name}</a>`;

const isList = (value: unknown): value is readonly JsonSchema[] => Array.isArray(value);

/** A short description of a value's type: `string`, `list of Translation`, `one of 0, 1`. */
const describeType = (schema: JsonSchema): Html => {
  const name = refName(schema);
  if (name) return link(name);
  const choices = schema.anyOf ?? schema.oneOf;
  if (isList(choices)) return describeChoices(choices);
  if (Array.isArray(schema.enum)) {
    return html`one of ${schema.enum.map((word, index) => html`${index > 0 && ', '}<code>${JSON.stringify(word)}</code>`)}`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.type === 'array') return describeList(schema);
  if (schema.type === 'integer') return html`whole number${bounds(schema)}`;
  if (schema.format === 'date' || schema.format === 'date-time') return html`${schema.format}`;
  return html`${String(schema.type ?? 'anything')}`;
};

const describeChoices = (choices: readonly JsonSchema[]): Html =>
  html`${choices.map((choice, index) => html`${index > 0 && ' or '}${describeType(choice)}`)}`;

const describeList = ({ items, maxItems }: JsonSchema): Html => {
  const bound = typeof maxItems === 'number' && html`, at most ${maxItems}`;
  return html`list of ${describeType((items ?? {}) as JsonSchema)}${bound}`;
};

const bounds = ({ minimum, maximum }: JsonSchema): string => {
  // The largest safe integer is a limit of the number format, not of the API.
  const isBound = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER;
  return isBound ? ` from ${minimum} to ${maximum}` : '';
};

interface Member {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

const memberRow = ({ name, schema, isRequired, description }: Member): Html => html`
<div class="member">
<dt><code>${name}</code>${isRequired && html` <span class="required">required</span>`}</dt>
<dd><span class="type">${describeType(schema)}</span>${description !== undefined && html`<p>${prose(description)}</p>`}</dd>
</div>`;

/** The members of an object, each with type and meaning. */
export const members = (schema: JsonSchema): Html => {
  const properties = Object.entries(
    (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>,
  );
  const required = (schema.required ?? []) as readonly string[];
  if (properties.length === 0) return html`<p>An object with variable members.</p>`;
  return html`<dl>${properties.map(([name, property]) =>
    memberRow({
      name,
      schema: property,
      isRequired: required.includes(name),
      description: property.description as string | undefined,
    }),
  )}</dl>`;
};

/** The parameters of a query in the same form. */
const queryMembers = (parameters: readonly Parameter[]): Html =>
  html`<dl>${parameters.map(({ name, schema, required, description }) =>
    memberRow({ name, schema, isRequired: required, description }),
  )}</dl>`;
