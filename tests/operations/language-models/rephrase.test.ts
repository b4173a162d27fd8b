import * as deepl from 'deepl-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ReceivedCall,
  type ScriptedServer,
  startScriptedServer,
} from '../../../packages/engines/dist/llm/testing/scripted-server.js';
import { connect } from '../../support/clients/official-client.js';
import { startTestServer, type TestServer } from '../../support/start-server.js';

const SENT = 'I could realy use some help with {product} in 2024.';
const IMPROVED = 'I could really use some help with {product} in 2024.';

let write: (text: string, call: ReceivedCall) => string;
let calls: ReceivedCall[];
let model: ScriptedServer;
let server: TestServer;
let client: deepl.DeepLClient;
beforeAll(async () => {
  model = await startScriptedServer((call) => {
    calls.push(call);
    return { translations: call.question.texts.map(({ text }) => write(text, call)) };
  });
  const languageModel = {
    name: 'test',
    address: model.address,
    model: 'scripted',
    languages: ['en', 'de', 'ja'],
    maxAttempts: 1,
  };
  server = await startTestServer({
    environment: {
      DRAGOMAN_ENGINES: 'fake',
      DRAGOMAN_LANGUAGE_MODELS: JSON.stringify([languageModel]),
    },
  });
  client = connect(server, server.key);
});
afterAll(async () => {
  await Promise.all([server?.stop(), model?.stop()]);
});
beforeEach(() => {
  calls = [];
  write = (text) => text.replace('realy', 'really');
});

const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Service-Auth-Key ${server.key}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the tests know its type
  return { status: answer.status, body: (await answer.json()) as any };
};

const usedCharacters = async (): Promise<number> => (await client.getUsage()).character?.count ?? 0;

describe('improving texts with the official Node client', () => {
  it('answers the text, its language and the variant that was written', async () => {
    const result = await client.rephraseText(SENT, null, deepl.WritingStyle.BUSINESS);
    expect(result).toEqual({ text: IMPROVED, detectedSourceLang: 'en', targetLang: 'en-US' });
    expect(calls[0]?.question).toMatchObject({
      language: 'English (American)',
      task: 'rephrase',
      style: 'business',
    });
    expect(calls[0]?.question.texts[0]?.text).toBe(SENT.replace('{product}', '<x1/>'));
    expect(calls[0]?.body.messages[0]?.content).toMatch(/^You are the writing step/);
  });

  it('takes several texts, a variant and a tone', async () => {
    const { FRIENDLY } = deepl.WritingTone;
    const results = await client.rephraseText([SENT, 'Thank you.'], 'en-GB', null, FRIENDLY);
    expect(results.map(({ text, targetLang }) => [text, targetLang])).toEqual([
      [IMPROVED, 'en-GB'],
      ['Thank you.', 'en-GB'],
    ]);
    expect(calls[0]?.question.tone).toBe('friendly');
  });

  it('refuses what the contract refuses, in its words', async () => {
    const { BUSINESS } = deepl.WritingStyle;
    const { CONFIDENT } = deepl.WritingTone;
    await expect(client.rephraseText(SENT, 'fi')).rejects.toThrow(
      "Value for 'target_lang' not supported",
    );
    await expect(client.rephraseText(SENT, 'fr')).rejects.toThrow(
      "Value for 'target_lang' not supported. No configured language model writes French (FR).",
    );
    await expect(client.rephraseText(SENT, 'ja', null, CONFIDENT)).rejects.toThrow(
      'Language ja does not support setting a tone',
    );
    await expect(client.rephraseText(SENT, 'en', BUSINESS, CONFIDENT)).rejects.toThrow(
      'Both writing_style and tone defined.',
    );
    await expect(client.rephraseText(SENT, 'de')).rejects.toThrow('looks like English (EN)');
    expect(calls).toEqual([]);
  });

  it('bills the characters that were sent, once the answer is there', async () => {
    const before = await usedCharacters();
    await client.rephraseText(SENT);
    expect((await usedCharacters()) - before).toBe(SENT.length);
    await expect(client.rephraseText(SENT, 'de')).rejects.toThrow();
    expect((await usedCharacters()) - before).toBe(SENT.length);
  });

  it('needs a key', async () => {
    const stranger = connect(server, 'wrong');
    await expect(stranger.rephraseText(SENT)).rejects.toThrow(deepl.AuthorizationError);
  });
});

describe('POST /v2/write/correct', () => {
  it('asks for corrections only, and answers like rephrase', async () => {
    const answer = await post('/v2/write/correct', { text: [SENT], target_lang: 'en' });
    expect(answer.body).toEqual({
      improvements: [{ text: IMPROVED, detected_source_language: 'en', target_language: 'en-US' }],
    });
    expect(calls[0]?.question.task).toBe('correct');
  });
});

describe('improving texts', () => {
  it('takes up to 10 KiB', async () => {
    const { status, body } = await post('/v2/write/rephrase', { text: ['a'.repeat(11_000)] });
    expect([status, body.message]).toEqual([413, 'The request body is larger than 10240 bytes.']);
  });

  it('keeps the sentence that the model spoils, and counts why', async () => {
    write = () => 'Sure! I can help you with any product you like.';
    const { body } = await post('/v2/write/rephrase', { text: ['Please help me with my report.'] });
    expect(body.improvements[0].text).toBe('Please help me with my report.');
    const metrics = await fetch(`${server.url}/metrics`, {
      headers: { authorization: `Service-Auth-Key ${server.key}` },
    });
    expect(await metrics.text()).toContain(
      'dragoman_check_failures_total{engine="llm-test",pair="en-en",defect="added_text",repair="none"} 1',
    );
  });

  it('is shown in the list of languages', async () => {
    const answer = await fetch(`${server.url}/v3/languages?resource=write`, {
      headers: { authorization: `Service-Auth-Key ${server.key}` },
    });
    const rows = (await answer.json()) as { lang: string; features: object }[];
    expect(rows.map(({ lang }) => lang)).toEqual(['de', 'en', 'en-GB', 'en-US', 'ja']);
    expect(rows.find(({ lang }) => lang === 'en-GB')?.features).toHaveProperty('tone');
    expect(rows.find(({ lang }) => lang === 'ja')?.features).toEqual({});
  });

  it('names the missing setting where no language model is configured', async () => {
    const without = await startTestServer({ environment: { DRAGOMAN_ENGINES: 'fake' } });
    const other = connect(without, without.key);
    await expect(other.rephraseText(SENT)).rejects.toThrow(
      /^Bad request.*DRAGOMAN_LANGUAGE_MODELS/,
    );
    await without.stop();
  });
});
