import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OperationObject } from './openapi-document.js';
import { curlCommand } from './reference-operation.js';

const context = {
  method: 'post',
  path: '/v2/x',
  address: 'http://127.0.0.1:3030',
  authScheme: 'Service-Auth-Key',
  keyVariable: 'AUTH_KEY',
};

const operationWith = (change: Partial<OperationObject>): OperationObject => ({
  operationId: 'x',
  tags: [],
  summary: '',
  security: [{ key: [] }],
  responses: {},
  ...change,
});

const withBody = (example: unknown): OperationObject =>
  operationWith({ requestBody: { required: true, content: { 'application/json': { example } } } });

/** What a program in the place of curl is given by a real shell. */
const argumentsOf = (command: string): readonly string[] =>
  execFileSync('bash', ['--norc', '-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, AUTH_KEY: 'the-key', KEY_ID: 'the-id' },
  })
    .split('\0')
    .slice(0, -1);

const word = fc.string({ unit: 'grapheme-ascii' });

describe('a curl command', () => {
  it('gives curl the key and the body through any shell quoting', () => {
    fc.assert(
      fc.property(fc.record({ text: word }), (example) => {
        expect(argumentsOf(curlCommand(withBody(example), context))).toEqual([
          '-s',
          'http://127.0.0.1:3030/v2/x',
          '-H',
          'Authorization: Service-Auth-Key the-key',
          '-H',
          'Content-Type: application/json',
          '-d',
          JSON.stringify(example),
        ]);
      }),
      { numRuns: 30 },
    );
  });

  it('lets the shell put in the id of a key, and nothing else', () => {
    fc.assert(
      fc.property(word, (label) => {
        const command = curlCommand(withBody({ key_id: '#id#', label }), context);
        const sent = JSON.parse(argumentsOf(command).at(-1) ?? '');
        expect(sent).toEqual({ key_id: 'the-id', label });
      }),
      { numRuns: 30 },
    );
  });

  it('names the method only where curl would take another', () => {
    const command = (method: string, operation: OperationObject) =>
      curlCommand(operation, { ...context, method });
    expect(command('get', operationWith({}))).not.toContain('-X');
    expect(command('post', withBody({}))).not.toContain('-X');
    expect(command('post', operationWith({}))).toContain('-X POST');
    expect(command('put', withBody({}))).toContain('-X PUT');
  });

  it('sends no key where none is needed', () => {
    expect(curlCommand(operationWith({ security: [] }), context)).not.toContain('Authorization');
  });
});
