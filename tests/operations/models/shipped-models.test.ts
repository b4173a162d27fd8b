import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postTranslate, startTestServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({});
});
afterAll(() => server?.stop());

const toGerman = async (text: readonly string[]): Promise<readonly string[]> => {
  const answer = await postTranslate(server, { text, target_lang: 'DE' });
  expect(answer.status).toBe(200);
  const { translations } = (await answer.json()) as { translations: { text: string }[] };
  return translations.map((translation) => translation.text);
};

describe('the models that come with Dragoman', () => {
  it('translate a greeting into German, unasked for anything', async () => {
    expect(await toGerman(['Hello, world!'])).toEqual(['Hallo, Welt!']);
  });

  it('get everyday sentences right', async () => {
    const sentences = {
      'How are you?': /^Wie geht es (dir|Ihnen|euch)\?$/,
      'Where is the train station?': /^Wo ist der Bahnhof\?$/,
      'What time is it?': /^Wie (spät|viel Uhr) ist es\?$/,
      'The house is big.': /^Das Haus ist groß\.$/,
      'Good morning, my friend.': /^Guten Morgen, mein Freund\.$/,
    };
    const translated = await toGerman(Object.keys(sentences));
    for (const [index, expected] of Object.values(sentences).entries()) {
      expect(translated[index]).toMatch(expected);
    }
  });

  it('keep a negation', async () => {
    const translated = await toGerman(['I do not know.', "She isn't here.", 'He never came back.']);
    for (const text of translated) expect(text).toMatch(/nicht|nie|kein/);
  });

  it('keep the placeholders of interface messages', async () => {
    const [greeting] = await toGerman(['Hello {name}, you have %d new messages.']);
    expect(greeting).toContain('{name}');
    expect(greeting).toContain('%d');
    expect(greeting).toMatch(/Nachrichten/);
  });
});
