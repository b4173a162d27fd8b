import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 50;

export const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

const isReady = (url) =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

export const awaitReady = async (url) => {
  const startedMs = performance.now();
  while (!(await isReady(url))) {
    if (performance.now() - startedMs > READY_TIMEOUT_MS) throw new Error(`${url} is not ready`);
    await delay(POLL_MS);
  }
};

/** Each of these languages has a default engine of its own: Apertium, and a starter model. */
const EXPECTED = { ES: /casa/, DE: /Haus/ };

/** The key in what `dragoman keys create --json` printed, after warnings of other programs. */
export const readKey = (output) => JSON.parse(output.slice(output.indexOf('{'))).key;

const headersOf = (key) => ({ authorization: `Service-Auth-Key ${key}` });

const read = async (answer) => {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return answer;
};

/** @returns what later requests about the document need */
export const uploadDocument = async (url, key, text) => {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/plain' }), 'house.txt');
  form.append('source_lang', 'EN');
  form.append('target_lang', 'ES');
  const options = { method: 'POST', headers: headersOf(key), body: form };
  return (await read(await fetch(`${url}/v2/document`, options))).json();
};

/** Asks for a document until it is done. @returns its translation */
export const awaitDocument = async (url, key, { document_id: id, document_key }) => {
  const ask = async (path) =>
    read(
      await fetch(`${url}/v2/document/${id}${path}`, {
        method: 'POST',
        headers: { ...headersOf(key), 'content-type': 'application/json' },
        body: JSON.stringify({ document_key }),
      }),
    );
  for (;;) {
    const { status, error_message } = await (await ask('')).json();
    if (status === 'error') throw new Error(error_message);
    if (status === 'done') return (await ask('/result')).text();
    await delay(POLL_MS);
  }
};

/** Throws unless the server translates into these languages. */
export const translate = async (url, key, languages = Object.keys(EXPECTED)) => {
  for (const target_lang of languages) {
    const answer = await fetch(`${url}/v2/translate`, {
      method: 'POST',
      headers: { ...headersOf(key), 'content-type': 'application/json' },
      body: JSON.stringify({ text: ['The house is big.'], source_lang: 'EN', target_lang }),
    });
    const text = await (await read(answer)).text();
    if (!EXPECTED[target_lang].test(text)) throw new Error(`${target_lang}: ${text}`);
  }
};
