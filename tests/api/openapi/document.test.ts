import { ERRORS, type ErrorCode } from '@dragoman/contract';
import { validate } from '@readme/openapi-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from '../../../packages/server/dist/platform/openapi-document.js';
import { type ApiServer, startApiServer } from './api-server.js';
import { readRoutes } from './read-routes.js';
import { createValidator, type Validate } from './validator.js';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const UPLOAD_TYPE = 'multipart/form-data';

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

let api: ApiServer;
let document: OpenApiDocument;
let entries: readonly Entry[];
let accepts: Validate;
let describes: Validate;
beforeAll(async () => {
  api = await startApiServer();
  document = (await (await api.call('/openapi.json', { key: '' })).json()) as OpenApiDocument;
  entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  accepts = createValidator(document, { isStrict: false });
  describes = createValidator(document, { isStrict: true });
});
afterAll(() => api?.stop());

const answerPath = ({ path, method }: Entry, status: number | string) => [
  ...['paths', path, method, 'responses', String(status)],
  ...['content', JSON_TYPE, 'schema'],
];

const entryOf = (operationId: string): Entry => {
  const entry = entries.find(({ operation }) => operation.operationId === operationId);
  if (!entry) throw new Error(`no operation ${operationId}`);
  return entry;
};

const successOf = ({ operation }: Entry): readonly [string, ResponseObject] => {
  const [first] = Object.entries(operation.responses);
  if (!first) throw new Error('an operation without answers');
  return first;
};

describe('the document', () => {
  it('is OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0');
    const result = await validate(structuredClone(document) as never);
    expect(result).toMatchObject({ valid: true, warnings: [] });
  });

  it('names the path below which a proxy has the server', async () => {
    const serversFor = async (headers: Readonly<Record<string, string>>) => {
      const response = await api.call('/openapi.json', { key: '', headers });
      return ((await response.json()) as OpenApiDocument).servers;
    };
    expect(document.servers).toEqual([{ url: '/' }]);
    expect(await serversFor({ 'x-forwarded-prefix': '/translate/' })).toEqual([
      { url: '/translate' },
    ]);
    expect(await serversFor({ 'x-forwarded-prefix': '//evil"?' })).toEqual([{ url: '/' }]);
  });

  it('describes the routes of the server, all of them and no others', () => {
    const described = entries.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(described.toSorted()).toEqual(readRoutes(api.server.app).toSorted());
  });

  it('has a different name for every operation', () => {
    const names = entries.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the examples', () => {
  /** Answers that depend on neither time nor what else is installed. */
  const STABLE = ['translateText', 'listLanguageResources', 'isLive'];

  /** Values that belong to this server, in the place of those of the examples. */
  type Own = Readonly<Record<string, string>>;

  const callExample = async (entry: Entry, own: Own): Promise<Response> => {
    const { method, operation } = entry;
    const query = new URLSearchParams();
    let { path } = entry;
    for (const { name, in: place, example } of operation.parameters ?? []) {
      if (place === 'path') path = path.replace(`{${name}}`, own[name] ?? example);
      else query.set(name, own[name] ?? example);
    }
    const { content = {} } = operation.requestBody ?? {};
    const example = content[JSON_TYPE]?.example as object | undefined;
    const body =
      example &&
      Object.fromEntries(
        Object.entries(example).map(([name, value]) => [name, own[name] ?? value]),
      );
    const file = content['application/xml']?.example as string | undefined;
    return api.call(`${path}${query.size > 0 ? `?${query}` : ''}`, {
      method: method.toUpperCase(),
      key: operation.security.length === 0 ? '' : path.includes('admin') ? api.adminKey : undefined,
      ...(body && { headers: { 'content-type': JSON_TYPE }, body: JSON.stringify(body) }),
      ...(file !== undefined && { body: file }),
      ...(content[UPLOAD_TYPE] && { body: uploadOf(content[UPLOAD_TYPE].example as Own) }),
    } as RequestInit);
  };

  /** The example says how curl is to be told. */
  const uploadOf = ({ file = '', ...fields }: Own): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const [text = '', name] = file.split(';filename=');
    form.set('file', new Blob([text]), name);
    return form;
  };

  const anotherKeyId = async (): Promise<string> => {
    await api.createKey('--name', 'another');
    const keys = (await (await callExample(entryOf('listKeys'), {})).json()) as {
      readonly key_id: string;
      readonly label: string;
    }[];
    return keys.find(({ label }) => label === 'another')?.key_id ?? '';
  };

  it('are what the server takes and answers', async () => {
    const shared = { key_id: await anotherKeyId(), ...(await api.makeDocument()) };
    for (const entry of entries) {
      // Some examples delete theirs.
      const { operationId, requestBody } = entry.operation;
      const own = {
        ...shared,
        glossary_id: await api.makeGlossary(),
        ...(await api.makeStyle()),
        ...(entry.path.includes('translation_memor') && (await api.makeMemory(operationId))),
      };
      const [status, { content }] = successOf(entry);
      const [mediaType = ''] = Object.keys(content);
      const response = await callExample(entry, own);
      expect(String(response.status), operationId).toBe(status);
      if (mediaType !== '' && mediaType !== '*/*') {
        expect(response.headers.get('content-type'), operationId).toContain(mediaType);
      }
      expect(response.headers.get('x-trace-id'), operationId).toMatch(/^[0-9a-f]{32}$/);
      for (const [type, { example }] of Object.entries(requestBody?.content ?? {})) {
        const bodyPath = ['paths', entry.path, entry.method, 'requestBody', 'content'];
        expect(accepts([...bodyPath, type, 'schema'], example), operationId).toBe('');
      }
      if (content[JSON_TYPE]?.schema) {
        const answer = await response.json();
        expect(describes(answerPath(entry, status), answer), operationId).toBe('');
        const { example } = content[JSON_TYPE];
        if (STABLE.includes(operationId)) expect(answer).toEqual(example);
      }
    }
  });

  it('of answers are there and match their schemas', () => {
    for (const entry of entries) {
      const [status, { content }] = successOf(entry);
      if (!content[JSON_TYPE]?.schema) continue;
      const { example } = content[JSON_TYPE];
      expect(describes(answerPath(entry, status), example), entry.operation.operationId).toBe('');
    }
  });

  it('work as a form where a form is taken', async () => {
    const forms = entries.filter(({ operation }) => operation.requestBody?.content[FORM_TYPE]);
    expect(forms.length).toBeGreaterThan(0);
    const document = await api.makeDocument();
    const glossaryId = await api.makeGlossary();
    for (const entry of forms) {
      const { operation, method } = entry;
      const path = entry.path
        .replace('{document_id}', document.document_id)
        .replace('{glossary_id}', glossaryId);
      const example = operation.requestBody?.content[FORM_TYPE]?.example as object;
      const form = new URLSearchParams();
      for (const [name, value] of Object.entries(example)) {
        for (const item of [value].flat()) form.append(name, String(item));
      }
      if (form.has('document_key')) form.set('document_key', document.document_key);
      const response = await api.call(path, { method: method.toUpperCase(), body: form });
      expect(String(response.status), path).toBe(successOf(entry)[0]);
    }
  });
});

describe('the schema of a translate request', () => {
  const path = ['paths', '/v2/translate', 'post', 'requestBody', 'content'];
  const hello = { text: ['Good morning'], target_lang: 'ES' };

  const translate = (body: object) =>
    api.call('/v2/translate', {
      method: 'POST',
      headers: { 'content-type': JSON_TYPE },
      body: JSON.stringify(body),
    });

  it.each([
    { ...hello, source_lang: 'EN', context: 'A greeting', unheard_of: 1 },
    { ...hello, model_type: 'quality_optimized', formality: 'prefer_more' },
    { ...hello, split_sentences: 0, preserve_formatting: '1', show_billed_characters: true },
    { ...hello, tag_handling: 'xml', tag_handling_version: 'v2', outline_detection: false },
    { ...hello, tag_handling: 'html', ignore_tags: 'x,y', splitting_tags: ['p'] },
    { ...hello, text: Array.from({ length: 51 }, () => 'Good morning') },
  ])('allows what the server takes: %j', async (body) => {
    expect(accepts([...path, JSON_TYPE, 'schema'], body)).toBe('');
    const response = await translate(body);
    expect(response.status).toBe(200);
    expect(describes(answerPath(entryOf('translateText'), 200), await response.json())).toBe('');
  });

  it.each([
    { text: ['Good morning'] },
    { text: [], target_lang: 'ES' },
    { ...hello, text: [1] },
    { ...hello, model_type: 'fastest' },
    { ...hello, formality: 'very' },
    { ...hello, split_sentences: 2 },
    { ...hello, preserve_formatting: 'yes' },
    { ...hello, tag_handling: 'latex' },
    { ...hello, translation_memory_threshold: 101 },
  ])('forbids what the server refuses: %j', async (body) => {
    expect(accepts([...path, JSON_TYPE, 'schema'], body)).not.toBe('');
    expect((await translate(body)).status).toBe(400);
  });

  it('says of a form what a form can say', () => {
    const schema = [...path, FORM_TYPE, 'schema'];
    expect(accepts(schema, { ...hello, preserve_formatting: '1', ignore_tags: 'x,y' })).toBe('');
    expect(accepts(schema, { ...hello, preserve_formatting: true })).not.toBe('');
    expect(accepts(schema, { ...hello, ignore_tags: ['x'] })).not.toBe('');
  });
});

describe('the errors', () => {
  const codesOf = ({ content }: ResponseObject): readonly ErrorCode[] => {
    const schema = content[JSON_TYPE]?.schema ?? {};
    const { allOf = [] } = schema as {
      readonly allOf?: {
        readonly properties?: { readonly code: { readonly enum: ErrorCode[] } };
      }[];
    };
    return allOf.flatMap(({ properties }) => properties?.code.enum ?? []);
  };

  it('have the statuses of the table, and the table has no others', () => {
    const described = new Set<ErrorCode>();
    for (const { operation } of entries) {
      for (const [status, response] of Object.entries(operation.responses)) {
        for (const code of codesOf(response)) {
          expect(String(ERRORS[code].status)).toBe(status);
          described.add(code);
        }
      }
    }
    // These belong to no operation of the API, and the last one is never received. A request that
    // does not arrive in time reaches none.
    const elsewhere = [
      'request_timeout',
      'not_offered',
      'method_not_allowed',
      'browser_refused',
      'password_required',
      'visitor_limit_reached',
      'client_closed',
    ];
    expect([...described, ...elsewhere].toSorted()).toEqual(Object.keys(ERRORS).toSorted());
  });

  const post = (key: string | undefined, body: string, type = JSON_TYPE): RequestInit =>
    ({
      method: 'POST',
      headers: { 'content-type': type },
      body,
      ...(key && { key }),
    }) as RequestInit;
  const hello = JSON.stringify({ text: ['Good morning'], target_lang: 'ES' });
  const translateTo = (target: string) =>
    post(undefined, JSON.stringify({ text: ['Good morning'], target_lang: target }));
  const withKey = (...limit: readonly string[]) =>
    api.createKey('--name', `limited ${limit.join(' ')}`, ...limit);
  const upload = (name: string, fields: Readonly<Record<string, string>> = {}): RequestInit => {
    const body = new FormData();
    for (const [field, value] of Object.entries({ target_lang: 'ES', ...fields })) {
      body.set(field, value);
    }
    body.set('file', new Blob(['Good morning']), name);
    return { method: 'POST', body };
  };
  const afterOneRequest = async () => {
    const key = await withKey('--requests-per-minute', '1');
    await api.call('/v2/languages', { key });
    return post(key, hello);
  };

  it.each<[ErrorCode, string, () => RequestInit | Promise<RequestInit>]>([
    ['invalid_parameter', 'translateText', () => translateTo('XX')],
    ['language_not_installed', 'translateText', () => translateTo('TH')],
    ['malformed_body', 'translateText', () => post(undefined, '{')],
    ['body_too_large', 'translateText', () => post(undefined, ' '.repeat(131_073))],
    ['unsupported_media_type', 'translateText', () => post(undefined, hello, 'text/csv')],
    ['unauthorized', 'translateText', () => post('wrong-key', hello)],
    ['quota_exceeded', 'translateText', async () => post(await withKey('--limit', '1'), hello)],
    ['too_many_requests', 'translateText', afterOneRequest],
    ['invalid_file', 'uploadDocument', () => upload('a.exe')],
    ['invalid_parameter', 'uploadDocument', () => upload('a.txt', { formality: 'very' })],
    ['unsupported_media_type', 'uploadDocument', () => post(undefined, hello)],
    ['invalid_parameter', 'listLanguageTags', () => ({})],
    ['unauthorized', 'listKeys', () => ({})],
    ['invalid_parameter', 'createKey', () => post(api.adminKey, '{"label":""}')],
    [
      'not_found',
      'revokeKey',
      () => ({ ...post(api.adminKey, '{"key_id":"none"}'), method: 'PUT' }),
    ],
  ])('%s of %s is as described', async (code, operationId, makeRequest) => {
    const entry = entryOf(operationId);
    const response = await api.call(entry.path, await makeRequest());
    const answer = (await response.json()) as { readonly code: string };
    expect(answer.code).toBe(code);
    expect(response.status).toBe(ERRORS[code].status);
    expect(describes(answerPath(entry, response.status), answer)).toBe('');
  });
});
