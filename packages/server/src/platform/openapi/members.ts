import type { Parameter } from '../http/define-route.js';
import { describeType } from './describe-type.js';
import type { JsonSchema } from './document.js';
import { type Html, html, prose } from './html.js';

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
