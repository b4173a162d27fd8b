import { type OperationObject, UPLOAD_TYPE } from './document.js';

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What belongs to the reader: the shell puts it in from a variable. */
const VARIABLES: Readonly<Record<string, string>> = {
  key_id: '$KEY_ID',
  glossary_id: '$GLOSSARY_ID',
  style_id: '$STYLE_ID',
  instruction_id: '$INSTRUCTION_ID',
  document_id: '$DOCUMENT_ID',
  document_key: '$DOCUMENT_KEY',
  translation_memory_id: '$TRANSLATION_MEMORY_ID',
  job_id: '$JOB_ID',
  token: '$TOKEN',
};

/** Values of an example, by the variable to have in their place. */
type Own = ReadonlyMap<string, string>;

/** A word in which the shell puts what is the reader's own, or one it leaves as it is. */
const argument = (text: string, own: Own): string => {
  const found = [...own].filter(([value]) => text.includes(value));
  if (found.length === 0) return quote(text);
  let escaped = text.replace(/["\\$`]/g, '\\$&');
  for (const [value, variable] of found) escaped = escaped.replaceAll(value, variable);
  return `"${escaped}"`;
};

const ownOf = (values: Readonly<Record<string, unknown>>): Own =>
  new Map(
    Object.entries(VARIABLES).flatMap(([name, variable]) =>
      values[name] === undefined ? [] : [[String(values[name]), variable] as const],
    ),
  );

type Example = Readonly<Record<string, unknown>>;

/** What the command of an example needs in addition to the operation. */
export interface CurlContext {
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
    lines.push(`--data-binary ${quote(file)}`);
  }
  for (const [name, value] of Object.entries(upload ?? {})) {
    lines.push(`-F ${quote(`${name}=${value}`)}`);
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
