import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfiguration } from './configuration/load.js';
import { readLanguageModelKey } from './engines.js';

const load = (value: unknown) =>
  loadConfiguration({
    environment: {
      DRAGOMAN_LANGUAGE_MODELS: typeof value === 'string' ? value : JSON.stringify(value),
    },
    workingDirectory: tmpdir(),
  }).languageModels;

const model = {
  name: 'test',
  address: 'http://127.0.0.1:11434/v1',
  model: 'gemma3:12b',
  languages: ['en', 'DE'],
};

describe('the language models of the configuration', () => {
  it('have defaults for what is not given', () => {
    expect(load([model])).toMatchObject([
      { ...model, maxConcurrency: 4, timeoutMs: 20_000, answerFormat: 'auto', parameters: {} },
    ]);
  });

  it.each([
    ['text that is no JSON', '[{', 'a JSON array'],
    ['no list', model, 'a JSON array'],
    ['an empty list', [], 'a JSON array'],
    ['something else than an object', ['gemma'], '[0] must be an object'],
    [
      'a member that does not exist',
      [{ ...model, adress: 'x' }],
      '[0] has an unknown member: adress',
    ],
    ['no address', [{ ...model, address: undefined }], '[0].address must be an address'],
    ['an address with a key', [{ ...model, address: 'http://a:b@host/v1' }], '[0].address must be'],
    ['an unknown language', [{ ...model, languages: ['xx'] }], '[0].languages must be'],
    ['a pair without a target', [{ ...model, pairs: ['en'] }], '[0].pairs must be'],
    ['no languages', [{ ...model, languages: undefined }], '[0] must have languages or pairs'],
    ['two keys', [{ ...model, keyFile: '/k', keyVariable: 'K' }], 'not both'],
    ['a relative key file', [{ ...model, keyFile: 'key' }], '[0].keyFile must be the absolute'],
    [
      'a parameter that the server sets',
      [{ ...model, parameters: { stream: false } }],
      '.parameters',
    ],
    ['too much of something', [{ ...model, maxConcurrency: 257 }], '[0].maxConcurrency must be'],
    ['the same name twice', [model, model], 'have different names'],
  ])('are refused with %s', (_, value, message) => {
    expect(() => load(value)).toThrow(message);
  });
});

describe('the key of a language model', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-model-key-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read from its file or variable', () => {
    const keyFile = join(folder, 'key');
    writeFileSync(keyFile, 'sk-17\n');
    expect(readLanguageModelKey({ name: 'test', keyFile })).toBe('sk-17');
    process.env.LANGUAGE_MODEL_TEST_KEY = 'sk-18';
    const keyVariable = 'LANGUAGE_MODEL_TEST_KEY';
    expect(readLanguageModelKey({ name: 'test', keyVariable })).toBe('sk-18');
    delete process.env.LANGUAGE_MODEL_TEST_KEY;
    expect(() => readLanguageModelKey({ name: 'test', keyVariable })).toThrow('keyVariable');
    expect(readLanguageModelKey({ name: 'test' })).toBeUndefined();
  });

  it('is required where it was configured', () => {
    const keyFile = join(folder, 'absent');
    expect(() => readLanguageModelKey({ name: 'test', keyFile })).toThrow('ENOENT');
  });
});
