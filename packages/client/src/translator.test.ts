import { afterEach, describe, expect, it, vi } from 'vitest';
import { ArgumentError, BadRequestError, TooManyRequestsError } from './errors.js';
import type { TranslatorOptions } from './settings.js';
import { VERSION } from './settings.js';
import {
  type Answer,
  capitals,
  json,
  type ScriptedService,
  startScriptedService,
} from './testing/scripted-service.js';
import { Translator } from './translator.js';

const KEY = 'a-key-for-tests';
let service: ScriptedService | undefined;

afterEach(async () => {
  vi.unstubAllEnvs();
  await service?.close();
  service = undefined;
});

/** A translator before a service that answers as scripted. */
const translatorWith = async (script: readonly Answer[], options: TranslatorOptions = {}) => {
  service = await startScriptedService(...script);
  const { arrived } = service;
  return { translator: new Translator(KEY, { serverUrl: service.url, ...options }), arrived };
};

const count = (length: number) => Array.from({ length }, (_, index) => `text ${index}`);

describe('translateText', () => {
  it('gives one result for one text', async () => {
    const { translator, arrived } = await translatorWith([capitals]);
    expect(await translator.translateText('Hello', null, 'es')).toEqual({
      text: 'HELLO',
      detectedSourceLanguage: 'EN',
    });
    expect(arrived).toMatchObject([{ method: 'POST', url: '/v2/translate' }]);
    expect(JSON.parse(arrived[0]?.body ?? '')).toEqual({ text: ['Hello'], target_lang: 'ES' });
  });

  it('sends every parameter by its name in the contract', async () => {
    const { translator, arrived } = await translatorWith([capitals]);
    await translator.translateText(['Hello'], 'en', 'pt-br', {
      context: 'c',
      modelType: 'quality_optimized',
      formality: 'prefer_more',
      splitSentences: 'nonewlines',
      preserveFormatting: true,
      showBilledCharacters: true,
      tagHandling: 'xml',
      tagHandlingVersion: 'v2',
      outlineDetection: false,
      splittingTags: ['par'],
      nonSplittingTags: ['b'],
      ignoreTags: ['code'],
      glossaryId: 'g',
      styleId: 's',
      customInstructions: ['Be kind.'],
      translationMemoryId: 'm',
      translationMemoryThreshold: 80,
    });
    expect(JSON.parse(arrived[0]?.body ?? '')).toEqual({
      text: ['Hello'],
      source_lang: 'EN',
      target_lang: 'PT-BR',
      context: 'c',
      model_type: 'quality_optimized',
      formality: 'prefer_more',
      split_sentences: 'nonewlines',
      preserve_formatting: true,
      show_billed_characters: true,
      tag_handling: 'xml',
      tag_handling_version: 'v2',
      outline_detection: false,
      splitting_tags: ['par'],
      non_splitting_tags: ['b'],
      ignore_tags: ['code'],
      glossary_id: 'g',
      style_id: 's',
      custom_instructions: ['Be kind.'],
      translation_memory_id: 'm',
      translation_memory_threshold: 80,
    });
  });

  it('says what the service says about a result', async () => {
    const { translator } = await translatorWith([
      json(200, {
        translations: [
          {
            text: 'Hola',
            detected_source_language: 'EN',
            billed_characters: 5,
            model_type_used: 'quality_optimized',
            tag_handling_version: 'v1',
            message: 'Added: many.',
          },
        ],
      }),
    ]);
    expect(await translator.translateText('Hello', null, 'es')).toEqual({
      text: 'Hola',
      detectedSourceLanguage: 'EN',
      billedCharacters: 5,
      modelTypeUsed: 'quality_optimized',
      tagHandlingVersion: 'v1',
      message: 'Added: many.',
    });
  });

  it('sends a long list in several requests, in order, and reports progress', async () => {
    const { translator, arrived } = await translatorWith([capitals]);
    const progress: unknown[] = [];
    const results = await translator.translateText(count(120), 'en', 'es', {
      onProgress: (step) => progress.push(step),
    });
    expect(results.map(({ text }) => text)).toEqual(count(120).map((text) => text.toUpperCase()));
    expect(arrived).toHaveLength(3);
    expect(progress).toEqual([
      { translated: 50, total: 120 },
      { translated: 100, total: 120 },
      { translated: 120, total: 120 },
    ]);
  });

  it('needs no request for an empty list', async () => {
    const { translator, arrived } = await translatorWith([capitals]);
    expect(await translator.translateText([], 'en', 'es')).toEqual([]);
    expect(arrived).toEqual([]);
  });

  it.each<[string, Parameters<Translator['translateText']>, string]>([
    ['a target without its variant', [['Hello'], null, 'en'], 'targetLanguage'],
    ['a source with a variant', [['Hello'], 'zh-hans', 'es'], 'sourceLanguage'],
    ['a misspelt option', [['Hello'], null, 'es', { formalty: 'more' } as never], 'formalty'],
    ['a text too large, at the end', [[...count(60), 'a'.repeat(140_000)], null, 'es'], 'text'],
    ['no text', [undefined as never, null, 'es'], 'text'],
    ['a time limit that cannot be', [['Hello'], null, 'es', { timeoutMs: 0 }], 'timeoutMs'],
  ])('finds %s before anything is sent', async (_name, call, parameter) => {
    const { translator, arrived } = await translatorWith([capitals]);
    await expect(translator.translateText(...call)).rejects.toBeInstanceOf(ArgumentError);
    await expect(translator.translateText(...call)).rejects.toMatchObject({ parameter });
    expect(arrived).toEqual([]);
  });

  it.each([
    ['no JSON', (response: Parameters<Answer>[0]) => response.end('<h1>Hello</h1>')],
    ['too few translations', json(200, { translations: [] })],
    [
      'a translation without text',
      json(200, { translations: [{ detected_source_language: 'EN' }] }),
    ],
    ['a list', json(200, [])],
  ] as const)('takes %s for no answer', async (_name, answer) => {
    const { translator, arrived } = await translatorWith([answer]);
    await expect(translator.translateText('Hello', null, 'es')).rejects.toMatchObject({
      name: 'ResponseError',
      code: 'unreadable_answer',
    });
    expect(arrived).toHaveLength(1);
  });
});

describe('translateTextStream', () => {
  it('gives results in order while texts still come, and reads no further than it must', async () => {
    const { translator, arrived } = await translatorWith([capitals]);
    let asked = 0;
    const texts = async function* () {
      for (const text of count(1000)) {
        asked++;
        yield text;
      }
    };
    const results: string[] = [];
    for await (const { text } of translator.translateTextStream(texts(), 'en', 'es')) {
      results.push(text);
      if (results.length === 60) break;
    }
    expect(results).toEqual(count(60).map((text) => text.toUpperCase()));
    expect(arrived).toHaveLength(2);
    expect(asked).toBe(101);
  });

  it('takes plain lists too, and reports progress', async () => {
    const { translator } = await translatorWith([capitals]);
    const progress: unknown[] = [];
    const options = { onProgress: (step: unknown) => progress.push(step) };
    const results: string[] = [];
    for await (const { text } of translator.translateTextStream(count(51), null, 'es', options)) {
      results.push(text);
    }
    expect(results).toHaveLength(51);
    expect(progress).toEqual([
      { translated: 50, total: undefined },
      { translated: 51, total: undefined },
    ]);
  });

  it('finds mistakes at once, and a text too large when it comes', async () => {
    const { translator } = await translatorWith([capitals]);
    expect(() => translator.translateTextStream([], null, 'pt')).toThrow(ArgumentError);
    const stream = translator.translateTextStream(['a'.repeat(140_000)], null, 'es');
    await expect(stream.next()).rejects.toThrow('Text 0 is too large');
  });
});

describe('languages and usage', () => {
  it('reads the languages', async () => {
    const { translator, arrived } = await translatorWith([
      json(200, [{ language: 'DE', name: 'German' }]),
      json(200, [{ language: 'EN-GB', name: 'English (British)', supports_formality: true }]),
    ]);
    expect(await translator.getSourceLanguages()).toEqual([{ code: 'DE', name: 'German' }]);
    expect(await translator.getTargetLanguages()).toEqual([
      { code: 'EN-GB', name: 'English (British)', supportsFormality: true },
    ]);
    expect(arrived.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v2/languages?type=source',
      'GET /v2/languages?type=target',
    ]);
  });

  it('reads the usage of both plans', async () => {
    const { translator } = await translatorWith([
      json(200, { character_count: 10, character_limit: 10 }),
      json(200, {
        character_count: 30,
        character_limit: 1000,
        api_key_character_count: 10,
        api_key_character_limit: 100,
        start_time: '2026-11-01T00:00:00.000Z',
        end_time: '2026-12-01T00:00:00.000Z',
      }),
    ]);
    expect(await translator.getUsage()).toEqual({
      characters: { count: 10, limit: 10, isLimitReached: true },
    });
    expect(await translator.getUsage()).toEqual({
      characters: { count: 30, limit: 1000, isLimitReached: false },
      keyCharacters: { count: 10, limit: 100, isLimitReached: false },
      startTime: new Date('2026-11-01'),
      endTime: new Date('2026-12-01'),
    });
  });
});

describe('what every request says', () => {
  it('has the key, and the name of the library and of the application', async () => {
    const { translator, arrived } = await translatorWith([capitals], {
      application: { name: 'my-site', version: '1.2.3' },
    });
    await translator.translateText('Hello', null, 'es');
    expect(arrived[0]?.headers).toMatchObject({
      authorization: `Service-Auth-Key ${KEY}`,
      'content-type': 'application/json',
      'user-agent': `dragoman-client/${VERSION} node/${process.versions.node} my-site/1.2.3`,
    });
  });

  it('goes to an address with a path', async () => {
    service = await startScriptedService(capitals);
    const translator = new Translator(KEY, { serverUrl: `${service.url}/translate/` });
    await translator.translateText('Hello', null, 'es');
    expect(service.arrived[0]?.url).toBe('/translate/v2/translate');
  });
});

describe('the base address', () => {
  const addressFor = async (make: (url: string) => Translator) => {
    service = await startScriptedService(json(200, []));
    await make(service.url).getSourceLanguages();
    return service.arrived[0]?.url;
  };

  it.each([
    ['paid:key', '/paid/v2/languages?type=source'],
    ['free:fx', '/free/v2/languages?type=source'],
  ])('is chosen by the key %s', async (key, expected) => {
    const at = (url: string) =>
      new Translator(key, { baseUrl: `${url}/paid`, freeBaseUrl: `${url}/free` });
    expect(await addressFor(at)).toBe(expected);
  });

  it('is serverUrl for every key, where that is given', async () => {
    const at = (url: string) =>
      new Translator('free:fx', { serverUrl: `${url}/one`, freeBaseUrl: `${url}/free` });
    expect(await addressFor(at)).toBe('/one/v2/languages?type=source');
  });

  it('comes from the environment with the key', async () => {
    vi.stubEnv('DRAGOMAN_AUTH_KEY', 'free:fx');
    const at = (url: string) => {
      vi.stubEnv('DRAGOMAN_BASE_URL', `${url}/paid`);
      vi.stubEnv('DRAGOMAN_FREE_BASE_URL', `${url}/free`);
      return Translator.fromEnvironment();
    };
    expect(await addressFor(at)).toBe('/free/v2/languages?type=source');
    expect(service?.arrived[0]?.headers.authorization).toBe('Service-Auth-Key free:fx');
    vi.stubEnv('DRAGOMAN_SERVER_URL', `${service?.url}/all`);
    await Translator.fromEnvironment({ serverUrl: undefined }).getSourceLanguages();
    expect(service?.arrived[1]?.url).toBe('/all/v2/languages?type=source');
    await Translator.fromEnvironment({
      freeBaseUrl: `${service?.url}/option`,
    }).getSourceLanguages();
    expect(service?.arrived[2]?.url).toBe('/option/v2/languages?type=source');
  });

  it('is asked for with a key only', () => {
    vi.stubEnv('DRAGOMAN_AUTH_KEY', '');
    expect(() => Translator.fromEnvironment()).toThrow('Set DRAGOMAN_AUTH_KEY');
  });
});

describe('settings', () => {
  it.each<[string, TranslatorOptions]>([
    ['serverUrl', { serverUrl: 'translate.example.com' }],
    ['serverUrl', { serverUrl: 'https://user:word@example.com' }],
    ['baseUrl', { baseUrl: 'ftp://example.com' }],
    ['timeoutMs', { timeoutMs: 86_400_001 }],
    ['attemptTimeoutMs', { attemptTimeoutMs: Number.NaN }],
    ['maxRetries', { maxRetries: 21 }],
    ['application', { application: { name: 'my site\r\nx: 1' } }],
  ])('refuses a wrong %s: %o', (parameter, options) => {
    expect(() => new Translator(KEY, options)).toThrow(parameter);
  });

  it.each(['', 'two words', 'line\nbreak', 'k'.repeat(257)])('refuses the key "%s"', (key) => {
    expect(() => new Translator(key)).toThrow('The API key must be');
  });
});

describe('errors of the service', () => {
  it('carry all it says', async () => {
    const body = {
      message: "Value for 'target_lang' not supported.",
      code: 'invalid_parameter',
      parameter: 'target_lang',
      request_id: 'f00d',
    };
    const { translator, arrived } = await translatorWith([json(400, body)]);
    const error = await translator.translateText('Hello', null, 'xx').catch((given) => given);
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error).toMatchObject({
      name: 'BadRequestError',
      message: body.message,
      code: 'invalid_parameter',
      status: 400,
      parameter: 'target_lang',
      requestId: 'f00d',
      isRetryable: false,
    });
    expect(arrived).toHaveLength(1);
  });

  it('are reported even without a message, and reading them is limited', async () => {
    const { translator } = await translatorWith([
      (response) => {
        response.writeHead(413, { 'x-trace-id': 'abc' });
        const send = () => {
          while (response.write(Buffer.alloc(16_384, 32)));
        };
        response.on('drain', send);
        send();
      },
    ]);
    await expect(translator.translateText('Hello', null, 'es')).rejects.toMatchObject({
      name: 'RequestTooLargeError',
      message: 'The service responded with status 413.',
      code: 'http_413',
      requestId: 'abc',
    });
  });

  it('say where a redirect leads, and do not follow it with the key', async () => {
    const { translator, arrived } = await translatorWith([
      json(308, {}, { location: 'https://elsewhere.example/' }),
    ]);
    await expect(translator.translateText('Hello', null, 'es')).rejects.toMatchObject({
      status: 308,
      message: expect.stringContaining('https://elsewhere.example/'),
    });
    expect(arrived).toHaveLength(1);
  });

  it('say how long to wait', async () => {
    const { translator } = await translatorWith([json(429, {}, { 'retry-after': '9' })], {
      maxRetries: 0,
    });
    const error = await translator.translateText('Hello', null, 'es').catch((given) => given);
    expect(error).toBeInstanceOf(TooManyRequestsError);
    expect(error).toMatchObject({ retryAfterSeconds: 9, isRetryable: true });
  });
});
