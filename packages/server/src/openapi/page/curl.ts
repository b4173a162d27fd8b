import type { OperationObject } from '../describe-operation.js';

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A word with a shell variable for the id of a key, or a quoted one. */
const argument = (text: string, keyId: string): string => {
  if (keyId === '' || !text.includes(keyId)) return quote(text);
  const escaped = text.replace(/["\\$`]/g, '\\$&').replaceAll(keyId, '$KEY_ID');
  return `"${escaped}"`;
};

const keyIdOf = (example: unknown): string =>
  typeof example === 'object' && example !== null && 'key_id' in example
    ? String(example.key_id)
    : '';

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
  const example = operation.requestBody?.content['application/json']?.example;
  const isCurlsChoice = method === 'get' || (method === 'post' && example !== undefined);
  const lines = [
    `curl -s ${isCurlsChoice ? '' : `-X ${method.toUpperCase()} `}${targetOf(operation, context)}`,
  ];
  if (operation.security.length > 0)
    lines.push(`-H "Authorization: ${authScheme} $${keyVariable}"`);
  if (example !== undefined) {
    lines.push("-H 'Content-Type: application/json'");
    lines.push(`-d ${argument(JSON.stringify(example), keyIdOf(example))}`);
  }
  return lines.join(' \\\n  ');
};

const targetOf = ({ parameters }: OperationObject, { address, path }: CurlContext): string => {
  if (!parameters) return `${address}${path}`;
  const query = new URLSearchParams();
  for (const { name, example } of parameters) query.set(name, example);
  return quote(`${address}${path}?${query}`);
};
