import { type Html, html, prose } from '../html.js';
import type { Parameter } from '../http/define-route.js';
import type { JsonSchema } from './document.js';

const REF_PREFIX = '#/components/schemas/';

/** The name in a reference, or undefined for an inline schema. */
export const refName = ({ $ref }: JsonSchema): string | undefined =>
  typeof $ref === 'string' ? $ref.slice(REF_PREFIX.length) : undefined;

const link = (name: string): Html => html`<a href="#schema-${name}">${name}</a>`;

const isList = (value: unknown): value is readonly JsonSchema[] => Array.isArray(value);

/** A short description of a value's type: `string`, `list of Translation`, `one of 0, 1`. */
export const describeType = (schema: JsonSchema): Html => {
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
export const queryMembers = (parameters: readonly Parameter[]): Html =>
  html`<dl>${parameters.map(({ name, schema, required, description }) =>
    memberRow({ name, schema, isRequired: required, description }),
  )}</dl>`;
