import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postTranslate, startTestServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({});
});
afterAll(() => server?.stop());

const translate = async (
  text: readonly string[],
  pair: { readonly source_lang?: string; readonly target_lang: string },
): Promise<readonly string[]> => {
  const answer = await postTranslate(server, { text, ...pair });
  expect(answer.status).toBe(200);
  const { translations } = (await answer.json()) as { translations: { text: string }[] };
  return translations.map((translation) => translation.text);
};

/** What everyday sentences may become. */
const SENTENCES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'How are you?': {
    DE: /^Wie geht es (dir|Ihnen|euch)\?$/,
    NL: /^Hoe gaat het( met (je|jou|u|jullie))?\?$/,
    FR: /^Comment (vas-tu|allez-vous|ça va) ?\?$/,
    ES: /^¿(Cómo (estás|está|están|estáis)|Qué tal)\?$/,
    IT: /^Come (stai|sta|state|va)\?$/,
  },
  'Where is the train station?': {
    DE: /^Wo ist der Bahnhof\?$/,
    NL: /^Waar is het (trein)?station\?$/,
    FR: /^Où (est|se trouve) la gare ?\?$/,
    ES: /^¿Dónde está la estación( de (tren|trenes))?\?$/,
    IT: /^Dov'è la stazione( ferroviaria| dei treni)?\?$/,
  },
  'What time is it?': { DE: /^Wie (spät|viel Uhr) ist es\?$/, NL: /^Hoe laat is het\?$/ },
  'The house is big.': {
    DE: /^Das Haus ist groß\.$/,
    NL: /^Het huis is groot\.$/,
    FR: /^La maison est grande\.$/,
    ES: /^La casa es grande\.$/,
    IT: /^La casa è grande\.$/,
  },
  'Good morning, my friend.': {
    DE: /^Guten Morgen, mein Freund\.$/,
    NL: /^Goedemorgen, mijn vriend\.$/,
    FR: /^Bonjour, mon ami\.$/,
    ES: /^Buenos días, (mi amigo|amigo mío)\.$/,
    IT: /^Buongiorno, amico mio\.$/,
  },
};

const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  DE: ['Wie geht es Ihnen?', 'Wo ist der Bahnhof?', 'Das Haus ist groß.'],
  NL: ['Hoe gaat het met u?', 'Waar is het station?', 'Het huis is groot.'],
  FR: ['Comment allez-vous ?', 'Où est la gare ?', 'La maison est grande.'],
  ES: ['¿Cómo estás?', '¿Dónde está la estación?', 'La casa es grande.'],
  IT: ['Come stai?', "Dov'è la stazione?", 'La casa è grande.'],
};

describe('the models that come with Dragoman', () => {
  it('translate a greeting into German, unasked for anything', async () => {
    expect(await translate(['Hello, world!'], { target_lang: 'DE' })).toEqual(['Hallo, Welt!']);
  });

  describe.each([
    { language: 'DE', negation: /nicht|nie|kein/, messages: /Nachrichten/ },
    { language: 'NL', negation: /niet|nooit|geen/, messages: /berichten/ },
    { language: 'FR', negation: /\b(pas|jamais|rien)\b/, messages: /messages/ },
    { language: 'ES', negation: /\b(no|nunca|nada)\b/i, messages: /mensajes/ },
    { language: 'IT', negation: /\b(non|mai|niente)\b/i, messages: /messaggi/ },
  ])('into $language and back', ({ language, negation, messages }) => {
    const fromEnglish = (text: readonly string[]) => translate(text, { target_lang: language });

    it('get everyday sentences right', async () => {
      const expected = Object.entries(SENTENCES).flatMap(([sentence, { [language]: pattern }]) =>
        pattern ? [{ sentence, pattern }] : [],
      );
      expect(expected.length).toBeGreaterThan(3);
      const translated = await fromEnglish(expected.map(({ sentence }) => sentence));
      for (const [index, { pattern }] of expected.entries()) {
        expect(translated[index]).toMatch(pattern);
      }
    });

    it('get everyday sentences right in English', async () => {
      const pair = { source_lang: language, target_lang: 'EN-US' };
      const translated = await translate(FOREIGN[language] ?? [], pair);
      expect(translated[0]).toMatch(/^How are you( doing)?(, sir)?\?$/);
      expect(translated[1]).toMatch(/^Where('s| is) the (train |railway )?station\?$/);
      expect(translated[2]).toMatch(/^The house is (big|large)\.$/);
    });

    it('keep a negation', async () => {
      const sentences = ['I do not know.', "She isn't here.", 'He never came back.'];
      for (const text of await fromEnglish(sentences)) expect(text).toMatch(negation);
    });

    it('keep the placeholders of interface messages', async () => {
      const [greeting] = await fromEnglish(['Hello {name}, you have %d new messages.']);
      expect(greeting).toContain('{name}');
      expect(greeting).toContain('%d');
      expect(greeting).toMatch(messages);
    });
  });
});
