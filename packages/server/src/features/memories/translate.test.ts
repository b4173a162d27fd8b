import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stores } from '../../open-stores.js';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createTestApp } from '../../testing/test-app.js';
import { importTmx } from './tmx.js';

let accounts: Stores;
let app: FastifyInstance;
let key = '';
let ownerId = '';
let stranger = '';
let id = '';
beforeAll(async () => {
  accounts = await openTestStores();
  app = await createTestApp({ accounts });
  const created = await accounts.keyManager.create('test', { name: 'owner' });
  [key, ownerId] = [created.secret, created.record.id];
  stranger = (await accounts.keyManager.create('test', { name: 'stranger' })).secret;
  id = await createMemory(
    ['Hello world!', '¡Hola a todos!'],
    ['Good morning.', 'Primero.'],
    ['Good morning.', 'Buenos días.'],
    ['You have {count} new messages from {name}.', '{name}: {count} mensajes nuevos.'],
    [
      'Press <ph x="1">&lt;b&gt;</ph>Enter<ph x="2">&lt;/b&gt;</ph> now.',
      'Ahora pulse <ph x="1">&lt;b&gt;</ph>Intro<ph x="2">&lt;/b&gt;</ph>.',
    ],
    ['Read {a}.', 'Lea {b}.'],
    ['Visit our website.', 'Visite example.org.'],
    ['First sentence. Second sentence.', 'Las dos frases.'],
    ['First sentence.', 'La primera.'],
  );
});
afterAll(async () => {
  await app.close();
  await accounts.close();
});

const createMemory = async (...pairs: readonly (readonly string[])[]): Promise<string> => {
  const units = pairs.map(
    ([source, target]) =>
      `<tu><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="es"><seg>${target}</seg></tuv></tu>`,
  );
  const file = `<tmx version="1.4"><header srclang="en"/><body>${units.join('')}</body></tmx>`;
  async function* bytes() {
    yield Buffer.from(file);
  }
  const { memory } = await importTmx(
    bytes(),
    { ownerId, actor: 'test', name: 'memory' },
    { store: accounts.memoryStore, now: Date.now, signal: new AbortController().signal },
  );
  return memory.id;
};

const post = async (change: object, as = key) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/v2/translate',
    headers: { authorization: `Service-Auth-Key ${as}` },
    payload: {
      source_lang: 'en',
      target_lang: 'es',
      translation_memory_id: id,
      ...change,
    },
  });
  return { status: answer.statusCode, body: answer.json() };
};

// The engine of these tests writes capitals.
const translate = async (text: string, change: object = {}): Promise<string> => {
  const { status, body } = await post({ text: [text], ...change });
  return status === 200
    ? body.translations[0].text
    : `${status} ${body.parameter}: ${body.message}`;
};

describe('a translation with a memory', () => {
  it('is that of the memory where the text is the same, and else that of the engine', async () => {
    expect(await translate('Hello world!')).toBe('¡Hola a todos!');
    expect(await translate('Something else entirely')).toBe('SOMETHING ELSE ENTIRELY');
    expect(await translate('Hello world!', { translation_memory_id: undefined })).toBe(
      'HELLO WORLD!',
    );
    expect(await translate('Hello world!', { translation_memory_id: id.toUpperCase() })).toBe(
      '¡Hola a todos!',
    );
  });

  it('is that of a similar text, as far as the threshold allows', async () => {
    // 92 percent.
    expect(await translate('Helloo world!')).toBe('¡Hola a todos!');
    expect(await translate('Helloo world!', { translation_memory_threshold: 92 })).toBe(
      '¡Hola a todos!',
    );
    expect(await translate('Helloo world!', { translation_memory_threshold: 93 })).toBe(
      'HELLOO WORLD!',
    );
    expect(await translate('Helloo world!', { translation_memory_threshold: 100 })).toBe(
      'HELLOO WORLD!',
    );
    expect(await translate('Hello', { translation_memory_threshold: 0 })).not.toBe('HELLO');
  });

  it('of several for the same text, is the last one', async () => {
    expect(await translate('Good morning.')).toBe('Buenos días.');
  });

  it('looks up every sentence, and the whole text first', async () => {
    expect(await translate('Good morning. Something else. First sentence.')).toBe(
      'Buenos días. SOMETHING ELSE. La primera.',
    );
    expect(await translate(' First sentence. Second sentence.\n')).toBe(' Las dos frases.\n');
  });

  it('has the placeholders of the request', async () => {
    expect(await translate('You have {number} new messages from %s.')).toBe(
      '%s: {number} mensajes nuevos.',
    );
    expect(await translate('Visit our website.')).toBe('Visite example.org.');
    // The memory does not say where the placeholder belongs.
    expect(await translate('Read {a}.')).toBe('READ {a}.');
    expect(await translate('Read this.', { translation_memory_threshold: 1 })).not.toContain('{');
  });

  it('has the tags of the request', async () => {
    const html = { tag_handling: 'html' };
    expect(await translate('Press <b class="key">Enter</b> now.', html)).toBe(
      'Ahora pulse <b class="key">Intro</b>.',
    );
    expect(await translate('<p>Good morning.</p><p><i>Good morning.</i></p>', html)).toBe(
      '<p>Buenos días.</p><p><i>Buenos días.</i></p>',
    );
    expect(await translate('Good <b>morning</b>.', html)).toBe('GOOD <b>MORNING</b>.');
  });

  it('detects the language of the text, and uses the memory for its own source only', async () => {
    const text = 'You have 3 new messages from {name}. Good morning.';
    expect(await translate(text, { source_lang: undefined })).toContain('Buenos días.');
  });

  it('of a base language is used for its variants', async () => {
    expect(await translate('Hello world!', { target_lang: 'ES-419' })).toBe('¡Hola a todos!');
  });

  it('takes a form', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/v2/translate',
      headers: {
        authorization: `Service-Auth-Key ${key}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({
        text: 'Helloo world!',
        target_lang: 'es',
        source_lang: 'en',
        translation_memory_id: id,
        translation_memory_threshold: '75',
      }).toString(),
    });
    expect(answer.json().translations[0].text).toBe('¡Hola a todos!');
  });
});

describe('a memory that cannot be used', () => {
  const UNKNOWN_ID = 'b5f2c0de-1111-4222-8333-444455556666';

  it.each([
    [
      'malformed',
      { translation_memory_id: 'x' },
      "Value for 'translation_memory_id' not supported",
    ],
    ['unknown', { translation_memory_id: UNKNOWN_ID }, 'Translation memory not found'],
    ['for another target', { target_lang: 'fr' }, 'does not support the target language FR'],
    ['for another source', { source_lang: 'fr' }, 'does not support the source language FR'],
  ])('is refused: %s', async (_what, change, message) => {
    const { status, body } = await post({ text: ['Hello'], ...change });
    expect([status, body.parameter]).toEqual([400, 'translation_memory_id']);
    expect(body.message).toContain(message);
  });

  it('is refused if it belongs to another key', async () => {
    const { body } = await post({ text: ['Hello'] }, stranger);
    expect(body.message).toBe('Translation memory not found');
  });

  it.each([-1, 101, 1.5, 'many'])('needs a threshold from 0 to 100, not %s', async (threshold) => {
    const { status, body } = await post({
      text: ['Hello'],
      translation_memory_threshold: threshold,
    });
    expect([status, body.parameter]).toEqual([400, 'translation_memory_threshold']);
    expect(body.message).toContain('must be an integer between 0 and 100');
  });
});
