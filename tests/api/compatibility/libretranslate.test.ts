import { once } from 'node:events';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getJson, postJson } from '../../support/clients/post-json.js';
import { startTestServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { DRAGOMAN_MAX_TEXTS: '50', DRAGOMAN_TRUSTED_PROXIES: '127.0.0.1' },
  });
});
afterAll(() => server?.stop());

const translate = (body: object) =>
  postJson(`${server.url}/translate`, { api_key: server.key, ...body });

const get = (path: string) => getJson(`${server.url}${path}`);

describe('what LibreTranslate has and this server has not', () => {
  it.each([
    ['POST', '/suggest', 404, 'Suggestions are not offered by this server.'],
    ['GET', '/translate', 405, 'Method GET is not allowed here'],
    ['GET', '/suggest', 405, 'Method GET is not allowed here'],
  ])('%s %s is refused in its format', async (method, path, status, message) => {
    const answer = await fetch(`${server.url}${path}`, { method });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error: expect.stringContaining(message) });
  });

  it('the format xml, with the formats there are', async () => {
    const { body } = await translate({ q: 'a', source: 'en', target: 'es', format: 'xml' });
    expect(body.error).toContain("Valid values: 'text', 'html'.");
  });
});

describe('POST /translate_file', () => {
  const send = async (
    fields: Readonly<Record<string, string>>,
    name = 'my house.txt',
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const form = new FormData();
    // The key may come behind the file.
    if (name) form.set('file', new Blob(['The house is big.\r\n']), name);
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    const answer = await fetch(`${server.url}/translate_file`, {
      method: 'POST',
      body: form,
      headers,
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };

  it('answers with a link to the translated file, which works again for a while', async () => {
    const fields = { source: 'auto', target: 'es', api_key: server.key };
    const { status, body } = await send(fields);
    expect(status).toBe(200);
    const link = body.translatedFileUrl ?? '';
    expect(link).toMatch(new RegExp(`^${server.url}/download_file/[0-9A-F]{96}/my%20house\\.txt$`));
    const file = await fetch(link);
    expect(await file.text()).toBe('La casa es grande.\r\n');
    expect(file.headers.get('content-disposition')).toContain('my house.txt');
    const again = await fetch(link);
    expect(await again.text()).toBe('La casa es grande.\r\n');
    const other = await fetch(link.replace(/[0-9A-F]{64}\//, `${'A'.repeat(64)}/`));
    expect(other.status).toBe(404);
    expect(await other.json()).toEqual({ error: 'Document not found' });
  });

  it('has links for the longest names', async () => {
    const name = `${'\u{1f3e0}'.repeat(196)}.txt`;
    const { body } = await send({ source: 'en', target: 'es', api_key: server.key }, name);
    const file = await fetch(body.translatedFileUrl ?? '');
    expect(await file.text()).toBe('La casa es grande.\r\n');
  });

  it('has links with the address of the outermost trusted proxy', async () => {
    const fields = { source: 'en', target: 'es', api_key: server.key };
    const { body } = await send(fields, 'a.txt', {
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-host': 'example.org, inner.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/translate',
    });
    expect(body.translatedFileUrl).toMatch(/^https:\/\/example\.org\/translate\/download_file\//);
  });

  it.each([
    [403, {}, 'a.txt', 'Please contact the server operator to obtain an API key'],
    [403, { api_key: 'wrong' }, 'a.txt', 'Invalid API key'],
    [400, { source: 'en', target: 'es' }, 'a.exe', 'Invalid file data.'],
    [400, { source: 'en', target: 'es' }, '', 'Invalid file data.'],
    [400, { source: 'en', target: 'xx' }, 'a.txt', 'is not supported'],
    [400, { source: 'es', target: 'es' }, 'a.txt', 'Source and target language are equal.'],
    [400, { source: 'auto', target: 'en' }, 'a.txt', 'Source and target language are equal.'],
  ] as const)('is refused with %i: %j, %s', async (status, fields, name, message) => {
    const key = 'source' in fields ? { api_key: server.key } : {};
    const answer = await send({ ...key, ...fields }, name);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error: expect.stringContaining(message) });
  });
});

describe('the key of POST /translate_file', () => {
  const FILE = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  /** Sends the start of a form, never its end, and returns the answer. */
  const sendStart = async (start: string, headers: Readonly<Record<string, string>> = {}) => {
    const request = sendRequest(`${server.url}/translate_file`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', ...headers },
    });
    // The server closes the connection of a stranger.
    request.on('error', () => {});
    const answered = once(request, 'response');
    request.write(start);
    const [response] = (await answered) as [IncomingMessage];
    const body = Buffer.concat(await response.toArray()).toString();
    request.destroy();
    return { status: response.statusCode, error: JSON.parse(body).error as string };
  };

  it('is checked before the file is read', async () => {
    const inField = `--b\r\nContent-Disposition: form-data; name="api_key"\r\n\r\nwrong\r\n--b\r\n${FILE}The`;
    expect(await sendStart(inField)).toEqual({ status: 403, error: 'Invalid API key' });
    const inHeader = await sendStart(`--b\r\n${FILE}The`, { authorization: 'Bearer wrong' });
    expect(inHeader).toEqual({ status: 403, error: 'Invalid API key' });
  });

  it('may come behind a small file only', async () => {
    const { status, error } = await sendStart(`--b\r\n${FILE}${'The house. '.repeat(20_000)}`);
    expect(status).toBe(403);
    expect(error).toContain("Send 'api_key' before a large file");
  });
});

describe('POST /translate for clients of LibreTranslate', () => {
  it('translates a string', async () => {
    const answer = await translate({ q: 'The house is big.', source: 'en', target: 'es' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ translatedText: 'La casa es grande.' });
  });

  it('translates an array into an array, in order', async () => {
    const q = ['The dog is black.', '', 'The house is big.'];
    const { body } = await translate({ q, source: 'en', target: 'es' });
    expect(body).toEqual({ translatedText: ['El perro es negro.', '', 'La casa es grande.'] });
    const one = await translate({ q: ['The house is big.'], source: 'en', target: 'es' });
    expect(one.body).toEqual({ translatedText: ['La casa es grande.'] });
  });

  it('keeps apart what only differs in shape: "a|b", ["a|b"] and ["a", "b"]', async () => {
    const answers = await Promise.all(
      ['one|two', ['one|two'], ['one', 'two']].map((q) =>
        translate({ q, source: 'en', target: 'es' }),
      ),
    );
    const [text, list, two] = answers.map(({ body }) => body.translatedText);
    expect(text).toContain('|');
    expect(list).toEqual([text]);
    expect(two).toHaveLength(2);
  });

  it('detects the language of each text, with a confidence in percent', async () => {
    const q = [
      'The weather was surprisingly good on the day we left.',
      "Je ne sais pas où j'ai laissé mon livre, mais il n'est pas ici.",
    ];
    const { body } = await translate({ q, source: 'auto', target: 'es' });
    expect(body.detectedLanguage).toEqual([
      { language: 'en', confidence: expect.any(Number) },
      { language: 'fr', confidence: expect.any(Number) },
    ]);
    for (const { confidence } of body.detectedLanguage) {
      expect(confidence).toBeGreaterThan(90);
      expect(confidence).toBeLessThanOrEqual(100);
    }
    const single = await translate({ q: q[0], source: 'auto', target: 'es' });
    expect(single.body.detectedLanguage).toMatchObject({ language: 'en' });
  });

  it('does not claim to be sure of a few letters', async () => {
    const { body } = await translate({ q: 'Hello', source: 'auto', target: 'es' });
    expect(body.detectedLanguage.confidence).toBeLessThanOrEqual(90);
  });

  it('keeps the tags of HTML, and what is escaped stays escaped', async () => {
    const { body } = await translate({
      q: '<p>The <b>house</b> is big.<br>&lt;b&gt; is a tag.</p>',
      source: 'en',
      target: 'es',
      format: 'html',
    });
    expect(body.translatedText).toContain('<b>casa</b>');
    expect(body.translatedText).toContain('<br>');
    expect(body.translatedText).toContain('&lt;b&gt;');
  });

  it('takes a form, and the parameters of the query', async () => {
    const form = new URLSearchParams({
      q: 'The house is big.',
      source: 'en',
      target: 'es',
      api_key: server.key,
    });
    const answers = [
      await postJson(`${server.url}/translate`, form),
      await postJson(`${server.url}/translate?${form}`, new URLSearchParams()),
    ];
    for (const { body } of answers) expect(body).toEqual({ translatedText: 'La casa es grande.' });
  });

  it.each(['pb', 'pt-BR', 'pt_br', 'PT'])('understands the code %s', async (target) => {
    const { body } = await translate({ q: 'La casa es grande.', source: 'es-ES', target });
    expect(body).toEqual({ translatedText: 'A casa é grande.' });
  });

  it('finds as many other translations as are wanted, up to a bound', async () => {
    const alternatives = async (q: unknown, wanted: unknown) =>
      translate({ q, source: 'en', target: 'es', alternatives: wanted });
    const q = 'Hello, how are you?';
    const { body } = await alternatives(q, 2);
    const all = [body.translatedText, ...(body.alternatives as string[])];
    expect(all).toHaveLength(3);
    expect(new Set(all).size).toBe(3);
    for (const text of all) expect(text).toContain('Hola');
    for (const [q, source, target] of [
      ['La casa es grande.', 'es', 'en'],
      ['La casa és gran i molt bonica.', 'ca', 'es'],
    ] as const) {
      const { body } = await translate({ q, source, target, alternatives: 1 });
      expect(body.alternatives).toEqual([expect.any(String)]);
      expect(body.alternatives).not.toContain(body.translatedText);
    }
    expect((await alternatives([q, '123'], '1')).body.alternatives).toEqual([[all[1]], []]);
    expect((await alternatives(q, 0)).body).not.toHaveProperty('alternatives');
    for (const wrong of [false, true, ' ', [1], '0x1', 1.5, -1]) {
      const { status, body } = await alternatives(q, wrong);
      expect(status, JSON.stringify(wrong)).toBe(400);
      expect(body.error).toContain("'alternatives'");
    }
    for (const wanted of [10_000, -1, 'abc']) {
      const { status, body } = await alternatives('Hello', wanted);
      expect(status).toBe(400);
      expect(body.error).toContain("'alternatives'");
    }
  });

  const good = { q: 'Hello', source: 'en', target: 'es' };
  it.each([
    ['no q', { ...good, q: undefined }, 'missing q'],
    ['an empty q', { ...good, q: '' }, 'missing q'],
    ['an empty list', { ...good, q: [] }, 'missing q'],
    ['a q that is no text', { ...good, q: 7 }, "'q'"],
    ['too many texts', { ...good, q: new Array(51).fill('a') }, "'q'"],
    ['no source', { ...good, source: undefined }, 'missing source'],
    ['an unknown source', { ...good, source: 'zz' }, 'zz is not supported'],
    ['no target', { ...good, target: undefined }, 'missing target'],
    ['an unknown target', { ...good, target: 'zz' }, 'zz is not supported'],
    ['a target not installed', { ...good, target: 'ja' }, 'is installed on this server'],
    [
      'a text in a language not installed',
      { ...good, q: 'Talo on iso ja kaunis.', source: 'auto' },
      "This looks like Finnish (FI), which is not installed here. If it is in another language, name that in 'source'.",
    ],
    ['an unknown format', { ...good, format: 'xml' }, 'format'],
  ])('answers 400 and says why: %s', async (_what, body, reason) => {
    const answer = await translate(body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual(['error']);
    expect(answer.body.error).toContain(reason);
  });

  it.each(['{', '[1]', '"text"', 'null'])('answers 400 to the body %s', async (body) => {
    const answer = await postJson(`${server.url}/translate`, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: expect.any(String) });
  });

  it('answers 413 to a body that is too large', async () => {
    const answer = await translate({ ...good, q: 'a'.repeat(140_000) });
    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({ error: expect.stringContaining('131072') });
  });

  it.each([
    ['no key', undefined, 'Please contact the server operator to obtain an API key'],
    ['an empty key', '', 'Please contact the server operator to obtain an API key'],
    ['a wrong key', 'wrong', 'Invalid API key'],
  ])('answers 403 to %s in the words programs compare', async (_what, api_key, error) => {
    const answer = await translate({ ...good, api_key });
    expect([answer.status, answer.body]).toEqual([403, { error }]);
  });

  it.each([
    [
      'an unknown language',
      { ...good, target: 'zz' },
      'zz is not supported. Codes are those of GET /languages, such as en or pt-BR.',
    ],
    ['a language not installed', { ...good, target: 'ja' }, 'ja is not supported'],
    ['an unknown format', { ...good, format: 'xml' }, 'xml format is not supported'],
    ['a missing text', { source: 'en', target: 'es' }, 'Invalid request: missing q parameter'],
    ['a missing target', { q: 'a', source: 'en' }, 'Invalid request: missing target parameter'],
    ['too many texts', { ...good, q: new Array(51).fill('a') }, 'exceeds text limit'],
    ['a body that is too large', { ...good, q: 'a'.repeat(140_000) }, 'exceeds character limit'],
  ])('tells %s in words programs look for', async (_what, body, words) => {
    expect((await translate(body)).body.error).toContain(words);
  });

  it('takes a multipart form, and no files in it', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...good, q: 'The house is big.' })) {
      form.append(name, value);
    }
    form.append('api_key', server.key);
    const send = async () => {
      const answer = await fetch(`${server.url}/translate`, { method: 'POST', body: form });
      return [answer.status, await answer.json()];
    };
    expect(await send()).toEqual([200, { translatedText: 'La casa es grande.' }]);
    form.append('q', 'The dog is black.');
    expect(await send()).toEqual([
      200,
      { translatedText: ['La casa es grande.', 'El perro es negro.'] },
    ]);
    form.append('file', new Blob(['text']), 'a.txt');
    expect(await send()).toEqual([400, { error: expect.stringContaining("'file'") }]);
  });
});

describe('POST /detect', () => {
  const detect = (q: unknown) =>
    postJson(`${server.url}/detect`, { q, api_key: server.key }).then(({ body }) => body);

  it('answers the language and how sure it is, in percent', async () => {
    const [english, ...rest] = await detect('The weather was good on the day we left.');
    expect(english).toEqual({ language: 'en', confidence: expect.any(Number) });
    expect(english.confidence).toBeGreaterThan(90);
    expect(rest).toEqual([]);
  });

  it('knows languages that are not installed', async () => {
    const finnish = 'Sää oli yllättävän hyvä sinä päivänä, kun lähdimme matkalle.';
    expect(await detect(finnish)).toMatchObject([{ language: 'fi' }]);
  });

  it('takes several texts for one', async () => {
    const answer = await detect(['Où est le livre ?', 'Il est sur la table de la cuisine.']);
    expect(answer).toMatchObject([{ language: 'fr' }]);
  });

  it('answers English with no confidence where there is nothing to go by', async () => {
    expect(await detect('12:30')).toEqual([{ language: 'en', confidence: 0 }]);
  });

  it('answers 400 without a text and 403 without a key', async () => {
    const { status, body } = await postJson(`${server.url}/detect?api_key=${server.key}`, {});
    expect([status, body]).toEqual([400, { error: expect.stringContaining('missing q') }]);
    expect((await postJson(`${server.url}/detect`, { q: 'Hello' })).status).toBe(403);
  });
});

describe('what needs no key', () => {
  it('lists languages with their targets', async () => {
    const { status, body } = await get('/languages');
    expect(status).toBe(200);
    const english = body.find((row: { code: string }) => row.code === 'en');
    expect(english).toEqual({ code: 'en', name: 'English', targets: expect.any(Array) });
    expect(english.targets).toContain('es');
    expect(english.targets).not.toContain('en');
  });

  it('lists nothing that does not work', async () => {
    const { body } = await get('/languages');
    const danish = body.find((row: { code: string }) => row.code === 'da');
    for (const target of danish.targets) {
      const answer = await translate({ q: 'Huset er stort.', source: 'da', target });
      expect(answer.status, target).toBe(200);
    }
    const [unlisted] = ['es', 'fr'].filter((code) => !danish.targets.includes(code));
    const answer = await translate({ q: 'Huset er stort.', source: 'da', target: unlisted });
    expect(answer.status).toBe(400);
  });

  it('lists what is offered', async () => {
    const { body } = await get('/frontend/settings');
    expect(body).toMatchObject({
      apiKeys: true,
      keyRequired: true,
      suggestions: false,
      filesTranslation: true,
      supportedFilesFormat: expect.arrayContaining(['.txt', '.docx', '.pdf']),
      language: { source: { code: 'auto' }, target: { code: 'en', name: 'English' } },
    });
    expect(body.charLimit).toBeGreaterThan(0);
  });

  it('has a specification with the title clients know the kind of server by', async () => {
    const { body } = await get('/spec');
    expect(body.info.title).toBe('LibreTranslate');
    for (const path of Object.keys(body.paths)) {
      expect((await fetch(`${server.url}${path}`, { method: 'HEAD' })).status, path).not.toBe(404);
    }
  });

  it('tells its health, beside the probes of our own', async () => {
    expect(await get('/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect((await get('/health/live')).status).toBe(200);
    expect((await get('/health/ready')).status).toBe(200);
  });
});
