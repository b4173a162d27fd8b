import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import type { DocumentHandle, DocumentStatus } from '@dragoman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  pseudoTranslate,
  type Sample,
} from '../../packages/documents/dist/conformance/notation.js';
import { SAMPLES } from '../../packages/documents/dist/conformance/samples.js';
import { FORMATS } from '../../packages/documents/dist/formats.js';
import { readDocument } from '../../packages/documents/dist/read-document.js';
import { writeDocument } from '../../packages/documents/dist/write-document.js';
import {
  askDocument,
  documentForm,
  postDocument,
  untilEnded,
  untilTranslating,
  upload,
} from '../support/documents.js';
import { runDragoman } from '../support/run-command.js';
import { startTestServer, type TestServer } from '../support/start-server.js';

const MEBIBYTE = 1024 * 1024;
const TEXT = 'The house is big.';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { DRAGOMAN_ENGINES: 'apertium', DRAGOMAN_MAX_DOCUMENTS_PER_KEY: '100' },
  });
});
afterAll(() => server?.stop());

type Part = readonly [header: string, content: string];
type Case<Rest extends readonly unknown[]> = readonly [
  what: string,
  parts: readonly Part[],
  ...Rest,
];

/** A body as some clients write it, byte by byte. */
const rawForm = (...parts: readonly Part[]) => ({
  body: `${parts.map(([header, content]) => `--x\r\nContent-Disposition: form-data; ${header}\r\n\r\n${content}\r\n`).join('')}--x--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
});

const codeOf = async (response: Response): Promise<string> => {
  const { code, message } = (await response.json()) as Record<'code' | 'message', string>;
  return `${response.status} ${code}: ${message}`;
};

describe('a small document', () => {
  it('is done while books of the same key are being translated', async () => {
    const book = (seed: number): string =>
      Array.from({ length: 8000 }, (_, line) => `House ${line} of street ${seed} is big.`).join(
        '\n',
      );
    const books = await Promise.all(
      [1, 2, 3].map((seed) => upload(server, documentForm(book(seed), `book-${seed}.txt`))),
    );
    await Promise.any(books.map((handle) => untilTranslating(server, handle)));
    const small = await upload(server, documentForm(TEXT, 'small.txt'));
    expect(await untilEnded(server, small)).toMatchObject({ status: 'done' });
    for (const handle of books) {
      const { status } = (await (await askDocument(server, handle)).json()) as DocumentStatus;
      expect(['queued', 'translating']).toContain(status);
      expect((await askDocument(server, handle, '', 'DELETE')).status).toBe(204);
    }
  });
});

describe('an upload', () => {
  const file: Part = ['name="file"; filename="a.txt"', TEXT];
  const target: Part = ['name="target_lang"', 'es'];

  it.each<Case<[]>>([
    ['fields before the file', [target, file]],
    ['fields after the file', [file, target]],
    [
      'the name in a field of its own',
      [['name="file"', TEXT], ['name="filename"', 'a.txt'], target],
    ],
    [
      'the name in a field of its own, and a part that `fetch` named',
      [['name="file"; filename="blob"', TEXT], ['name="filename"', 'a.txt'], target],
    ],
    ['options nobody knows', [['name="enable_document_minification"', '1'], file, target]],
  ])('may have %s', async (_, parts) => {
    const { body, headers } = rawForm(...parts);
    const response = await postDocument(server, body, { headers });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      document_id: expect.stringMatching(/^[0-9A-F]{32}$/),
      document_key: expect.stringMatching(/^[0-9A-F]{64}$/),
    });
  });

  it.each([
    ['raw bytes', 'filename="in ü.txt"', 'in ü.txt'],
    ['RFC 8187', "filename*=utf-8''in%20%C3%BC.txt", 'in ü.txt'],
    ['another script', 'filename="отчёт 日本.txt"', 'отчёт 日本.txt'],
    ['a folder of Unix', 'filename="../../etc/x.txt"', 'x.txt'],
    ['a folder of Windows', 'filename="C:\\\\files\\\\x.txt"', 'x.txt'],
    ['quotes', 'filename="a \\"b\\".txt"', 'a "b".txt'],
    ['letters that turn the direction', 'filename="a\u202etxt.exe.txt"', 'atxt.exe.txt'],
  ])('may have a name in %s, which it keeps', async (_, parameter, name) => {
    const { body, headers } = rawForm([`name="file"; ${parameter}`, TEXT], target);
    const response = await postDocument(server, body, { headers });
    const handle = (await response.json()) as DocumentHandle;
    expect(await untilEnded(server, handle)).toMatchObject({ status: 'done' });
    const download = await askDocument(server, handle, '/result');
    const [, encoded = ''] =
      /filename\*=UTF-8''(\S+)/.exec(download.headers.get('content-disposition') ?? '') ?? [];
    expect(decodeURIComponent(encoded)).toBe(name);
    expect(await download.text()).toBe('La casa es grande.');
  });

  it('may have its fields in the query', async () => {
    const form = documentForm(TEXT, 'a.txt', {});
    const query = '?target_lang=ES&source_lang=en';
    expect((await postDocument(server, form, { query })).status).toBe(200);
  });

  it.each<Case<[code: string]>>([
    ['no file', [target], 'invalid_file'],
    ['two files', [file, file, target], 'invalid_file'],
    ['a file without a name', [['name="file"; filename=""', TEXT], target], 'invalid_file'],
    ['a name without extension', [['name="file"; filename="a"', TEXT], target], 'invalid_file'],
    ['an empty file', [['name="file"; filename="a.txt"', ''], target], 'invalid_file'],
    ['no target', [file], 'invalid_parameter'],
    ['two targets', [file, target, target], 'invalid_parameter'],
    ['a variant as source', [file, target, ['name="source_lang"', 'en-US']], 'invalid_parameter'],
    [
      'an unknown glossary',
      [file, target, ['name="source_lang"', 'en'], ['name="glossary_id"', 'g']],
      'invalid_parameter',
    ],
    ['a glossary and no source', [file, target, ['name="glossary_id"', 'g']], 'invalid_parameter'],
    [
      'another output format',
      [file, target, ['name="output_format"', 'docx']],
      'invalid_parameter',
    ],
    [
      'a field with the name of a trap',
      [['name="__proto__"', '1'], file, target],
      'malformed_body',
    ],
    ['far too many fields', [file, ...Array.from({ length: 200 }, () => target)], 'malformed_body'],
  ])('with %s is refused', async (_, parts, code) => {
    const { body, headers } = rawForm(...parts);
    expect(await codeOf(await postDocument(server, body, { headers }))).toContain(`400 ${code}`);
  });

  it('that is cut off is refused', async () => {
    const { body, headers } = rawForm(file, target);
    const response = await postDocument(server, body.slice(0, -20), { headers });
    expect(await codeOf(response)).toContain('400 malformed_body');
  });

  it('without a boundary is refused', async () => {
    const headers = { 'content-type': 'multipart/form-data' };
    expect(await codeOf(await postDocument(server, 'x', { headers }))).toMatch(/^4\d\d /);
  });

  it.each([
    ['an old Word file', 'a.doc', 'not supported. Save it as .docx.'],
    ['a text that says it is a zip', 'a.XLSX', 'not what its name says'],
    ['a program', 'a.exe', 'not supported'],
  ])('of %s says why it is refused', async (_, name, reason) => {
    const message = await codeOf(await postDocument(server, documentForm(TEXT, name)));
    expect(message).toContain('400 invalid_file: Invalid file data. ');
    expect(message).toContain(reason);
  });

  it('of thirty mebibytes is taken, of a byte more it is not', async () => {
    // Long lines: only the size counts, and each line takes its time.
    const lines = Buffer.alloc(30 * MEBIBYTE, `${'1234 '.repeat(1000)}\n`);
    const handle = await upload(server, documentForm(lines, 'a.txt'));
    expect(await untilEnded(server, handle)).toMatchObject({
      status: 'done',
      billed_characters: 0,
    });
    const larger = documentForm(Buffer.concat([lines, Buffer.from('5')]), 'a.txt');
    expect(await codeOf(await postDocument(server, larger))).toContain('413 body_too_large');
  });

  it('that is refused leaves nothing on the disk', async () => {
    const sent = async () =>
      (await readdir(join(server.dataDirectory, 'documents'))).filter(
        (name) => name.endsWith('.source') || name.endsWith('.part'),
      );
    const before = await sent();
    const lines = Buffer.alloc(3 * MEBIBYTE, 'The house is big.\n');
    const form = documentForm(lines, 'a.txt', { target_lang: 'xx' });
    expect(await codeOf(await postDocument(server, form))).toContain('400 invalid_parameter');
    expect((await sent()).filter((name) => !before.includes(name))).toEqual([]);
  });
});

describe('a document that shows what it is only when it is read', () => {
  const zip = SAMPLES.find(({ format }) => format === 'docx')?.bytes ?? Buffer.alloc(0);
  it.each([
    [
      'a truncated archive',
      'a.docx',
      zip.subarray(0, zip.length / 2),
      /damaged|read/,
      /truncated|malformed/,
    ],
    ['another kind of archive', 'a.xlsx', zip, /not what its name says|read/, /format_mismatch/],
    [
      'a zip of noise',
      'a.docx',
      Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(5000)]),
      /damaged|read/,
      /truncated|malformed/,
    ],
    [
      'a document type',
      'a.xlf',
      Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]><xliff>&a;</xliff>'),
      /read/,
      /malformed/,
    ],
    [
      'deep nesting',
      'a.json',
      Buffer.from('['.repeat(100_000)),
      /large|read/,
      /too_large|malformed/,
    ],
  ])('%s fails with the reason', async (_, name, bytes, message, reason) => {
    const status = await untilEnded(server, await upload(server, documentForm(bytes, name)));
    expect(status.status).toBe('error');
    expect(status.error_message).toMatch(message);
    expect(status.error_code).toBe('invalid_file');
    expect(status.error_reason).toMatch(reason);
    expect(status.message).toBe(status.error_message);
  });
});

it('without text comes back as it was, for nothing', async () => {
  const numbers = Buffer.from('12\r\n34\r\n');
  const handle = await upload(server, documentForm(numbers, 'numbers.txt'));
  expect(await untilEnded(server, handle)).toMatchObject({
    status: 'done',
    billed_characters: 0,
    message: 'The document holds no text to translate.',
  });
  expect(await (await askDocument(server, handle, '/result')).text()).toBe(numbers.toString());
});

/** A document all of whose words are one that is in no dictionary. */
const withUnknownWords = async ({ bytes, format }: Sample): Promise<Uint8Array> => {
  const document = await readDocument(bytes, { format });
  const translations = document.paragraphs.map((paragraph) =>
    pseudoTranslate(paragraph, (text) => text.replace(/\p{L}+/gu, 'Xqzvkw')),
  );
  return (await writeDocument(document, translations)).bytes;
};

describe('every kind of document', () => {
  const kinds = [
    ...new Map(SAMPLES.toReversed().map((sample) => [sample.format, sample])).values(),
  ];

  it.each(kinds.map((sample) => [sample.format, sample] as const))(
    '%s comes back',
    async (format, sample) => {
      const fields = { source_lang: 'EN', target_lang: 'ES' };
      const form = documentForm(sample.bytes, `a.${FORMATS[format].extensions[0]}`, fields);
      const handle = await upload(server, form);
      expect(await untilEnded(server, handle)).toMatchObject({ status: 'done' });
      const response = await askDocument(server, handle, '/result');
      const output = FORMATS[format].outputFormats[0] ?? format;
      expect(response.headers.get('content-type')).toContain(FORMATS[output].mediaTypes[0]);
      const name = `a.${FORMATS[output].extensions[0]}`;
      expect(response.headers.get('content-disposition')).toContain(`filename="${name}"`);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.length).toBeGreaterThan(0);
      expect(bytes.equals(Buffer.from(sample.bytes))).toBe(false);
    },
  );

  const rewritable = kinds.filter(
    ({ format }) => FORMATS[format].outputFormats.includes(format) && !FORMATS[format].isBilingual,
  );

  it.each(rewritable.map((sample) => [sample.format, sample] as const))(
    '%s is an error, and no copy, when nothing in it can be translated',
    async (format, sample) => {
      const form = documentForm(
        await withUnknownWords(sample),
        `a.${FORMATS[format].extensions[0]}`,
      );
      expect(await untilEnded(server, await upload(server, form))).toMatchObject({
        status: 'error',
        // A guess at the language of nonsense may follow.
        error_message: expect.stringMatching(
          /^Nothing in the document could be translated\.( source_lang is EN, but the text looks like [A-Z]{2}\.)?$/,
        ),
      });
    },
  );
});

describe('a document', () => {
  it('says when it is in another language than its owner has said', async () => {
    const text = 'The old house by the river has a big garden with many trees and flowers. '.repeat(
      4,
    );
    const form = documentForm(text, 'a.txt', { source_lang: 'CA', target_lang: 'ES' });
    expect(await untilEnded(server, await upload(server, form))).toMatchObject({
      status: 'error',
      error_message:
        'Nothing in the document could be translated. source_lang is CA, but the text looks like EN.',
    });
  });

  it('is asked for with forms, JSON and the query, in large and small letters', async () => {
    const { document_id: id, document_key: key } = await upload(
      server,
      documentForm(TEXT, 'a.txt'),
    );
    await untilEnded(server, { document_id: id, document_key: key });
    const authorization = `Service-Auth-Key ${server.key}`;
    const small = `${server.url}/v2/document/${id.toLowerCase()}`;
    const form = new URLSearchParams({ document_key: key.toLowerCase() });
    const answers = await Promise.all([
      fetch(small, { method: 'POST', headers: { authorization }, body: form }),
      fetch(`${small}?${form}`, { headers: { authorization } }),
      fetch(`${small}?${form}`, { method: 'POST', headers: { authorization } }),
      askDocument(server, { document_id: id, document_key: key }),
    ]);
    for (const answer of answers) {
      expect(await answer.json()).toEqual({
        document_id: id,
        status: 'done',
        billed_characters: TEXT.length,
      });
    }
    const result = await fetch(`${small}/result`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    expect(await result.text()).toBe('La casa es grande.');
  });

  it('is given to nobody else, and nothing tells why', async () => {
    const handle = await upload(server, documentForm(TEXT, 'a.txt'));
    await untilEnded(server, handle);
    const otherKey = await runDragoman(['keys', 'create', '--name', 'other'], {
      DRAGOMAN_DATA_DIR: server.dataDirectory,
    });
    const swapped = { ...handle, document_key: 'A'.repeat(64) };
    const strangers = [
      askDocument(server, swapped),
      askDocument(server, { ...handle, document_key: '../key' }),
      askDocument(server, { ...handle, document_id: 'B'.repeat(32) }),
      askDocument({ ...server, key: otherKey.trim() }, handle),
      askDocument({ ...server, key: otherKey.trim() }, handle, '/result'),
      askDocument(server, swapped, '/result'),
    ];
    const answers = await Promise.all(strangers);
    const told = await Promise.all(answers.map(codeOf));
    expect(new Set(told)).toEqual(new Set(['404 not_found: Document not found']));
    expect((await askDocument(server, handle, '/result')).status).toBe(200);
  });

  it('is downloaded first by one of several at the same time, and then by all', async () => {
    const handle = await upload(server, documentForm(TEXT, 'a.txt'));
    await untilEnded(server, handle);
    const downloads = Array.from({ length: 5 }, () => askDocument(server, handle, '/result'));
    const answers = await Promise.all(downloads);
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.every((status) => [200, 503].includes(status))).toBe(true);
    await Promise.all(answers.map((answer) => answer.text()));
    const again = await askDocument(server, handle, '/result');
    expect(await again.text()).toBe('La casa es grande.');
    expect(again.headers.get('content-length')).toBe(String('La casa es grande.'.length));
  });

  it('stays when its download broke off', async () => {
    // More than the sockets between the two take up, so that the server notices.
    const filler = `${'0123456789 '.repeat(1000)}\n`.repeat(1000);
    const handle = await upload(server, documentForm(`${TEXT}\n${filler}`, 'a.txt'));
    await untilEnded(server, handle);
    await new Promise<void>((resolve, reject) => {
      const call = request(
        `${server.url}/v2/document/${handle.document_id}/result?document_key=${handle.document_key}`,
        { method: 'POST', headers: { authorization: `Service-Auth-Key ${server.key}` } },
        (answer) => {
          answer.once('data', () => call.destroy());
          answer.once('close', resolve).on('error', () => {});
        },
      );
      call.on('error', () => {});
      call.once('timeout', reject);
      call.end();
    });
    let response = await askDocument(server, handle, '/result');
    // The server may not have noticed yet that the first one is gone.
    while (response.status === 503) response = await askDocument(server, handle, '/result');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(`La casa es grande.\n${filler}`);
  });

  it('is answered with 503 while it is not done', async () => {
    const lines = Array.from({ length: 400 }, (_, index) => `The house number ${index} is big.\n`);
    const handle = await upload(server, documentForm(lines.join(''), 'a.txt'));
    expect(await codeOf(await askDocument(server, handle, '/result'))).toBe(
      '503 document_not_done: Document translation is not done.',
    );
    await untilEnded(server, handle);
  });
});

describe('a key', () => {
  const limitedKey = async (...limits: readonly string[]) => ({
    ...server,
    key: (
      await runDragoman(['keys', 'create', '--name', `limited ${limits.join(' ')}`, ...limits], {
        DRAGOMAN_DATA_DIR: server.dataDirectory,
      })
    ).trim(),
  });

  it('without characters left is told so before anything is stored', async () => {
    const limited = await limitedKey('--limit', '0');
    const response = await postDocument(limited, documentForm(TEXT, 'a.txt'));
    expect(await codeOf(response)).toContain('456 quota_exceeded');
  });

  it('with too few characters left is told so when the document has been read', async () => {
    const limited = await limitedKey('--limit', String(TEXT.length));
    const tooLong = await upload(limited, documentForm(`${TEXT}!`, 'a.txt'));
    expect(await untilEnded(limited, tooLong)).toMatchObject({
      status: 'error',
      error_message: 'Quota for this billing period has been exceeded.',
    });
    const fitting = await upload(limited, documentForm(TEXT, 'a.txt'));
    expect(await untilEnded(limited, fitting)).toMatchObject({
      status: 'done',
      billed_characters: TEXT.length,
    });
    await (await askDocument(limited, fitting, '/result')).text();
    const usage = await fetch(`${server.url}/v2/usage`, {
      headers: { authorization: `Service-Auth-Key ${limited.key}` },
    });
    expect(await usage.json()).toMatchObject({ api_key_character_count: TEXT.length });
  });

  it('with no documents left in this month is told so before anything is stored', async () => {
    const limited = await limitedKey('--documents', '2');
    const usage = async () =>
      (
        await fetch(`${server.url}/v2/usage`, {
          headers: { authorization: `Service-Auth-Key ${limited.key}` },
        })
      ).json();
    const first = await upload(limited, documentForm(TEXT, 'a.txt'));
    await untilEnded(limited, first);
    await (await askDocument(limited, first, '/result')).text();
    expect(await usage()).toMatchObject({ document_count: 1, document_limit: 2 });
    // One that fails does not count, one that may still be downloaded does.
    const spanish = 'La casa es grande y el perro duerme en la cocina.';
    const failed = await upload(limited, documentForm(spanish, 'a.txt', { target_lang: 'ES' }));
    expect(await untilEnded(limited, failed)).toMatchObject({ status: 'error' });
    const second = await upload(limited, documentForm(TEXT, 'a.txt'));
    const refused = await postDocument(limited, documentForm(TEXT, 'a.txt'));
    expect(await codeOf(refused)).toContain('456 quota_exceeded');
    await untilEnded(limited, second);
    await (await askDocument(limited, second, '/result')).text();
    expect(await usage()).toMatchObject({ document_count: 2, document_limit: 2 });
    expect((await postDocument(limited, documentForm(TEXT, 'a.txt'))).status).toBe(456);
  });
});
