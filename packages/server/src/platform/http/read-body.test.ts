import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { MAX_MEMBERS, MAX_VALUES } from './bound-values.js';
import { createReadBody } from './read-body.js';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const client = new EventEmitter();
const readOne = createReadBody();
const sender = { callerId: 'a', connection: client };
const readBody = (body: Buffer, contentType: string) => readOne(body, contentType, sender);
const LONG = 'é"\\ 😀\t'.repeat(100_000);

/** What reading gives, and how many threads it took. */
const readCounting = async (body: string | Buffer, contentType: string) => {
  let threads = 0;
  const count = () => threads++;
  process.on('worker', count);
  try {
    return { value: await readBody(Buffer.from(body), contentType), threads };
  } finally {
    process.off('worker', count);
  }
};

describe('a body', () => {
  it('is read here if it is small', async () => {
    expect(await readCounting('{"text":["a"]}', JSON_TYPE)).toEqual({
      value: { text: ['a'] },
      threads: 0,
    });
  });

  it.each([
    ['JSON', JSON_TYPE, JSON.stringify({ name: 'a', entries: LONG })],
    ['a form', FORM_TYPE, new URLSearchParams({ name: 'a', entries: LONG }).toString()],
    [
      'a multipart form',
      'multipart/form-data; boundary=x',
      ['name', 'entries']
        .map(
          (name) =>
            `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${name === 'name' ? 'a' : LONG}\r\n`,
        )
        .join('')
        .concat('--x--\r\n'),
    ],
  ])('is read in a thread if it is large: %s', async (_, contentType, body) => {
    const { value, threads } = await readCounting(body, contentType);
    expect({ ...Object(value) }).toEqual({ name: 'a', entries: LONG });
    expect(threads).toBe(1);
  });

  it.each([
    ['texts', JSON_TYPE, JSON.stringify({ text: Array(10_000).fill('a') })],
    ['lists', JSON_TYPE, `[${'[],'.repeat(10_000)}1]`],
    ['fields', FORM_TYPE, 'text=a&'.repeat(10_000)],
  ])('is read in a thread if it has many %s', async (_, contentType, body) => {
    expect((await readCounting(body, contentType)).threads).toBe(1);
  });

  it.each([
    ['lists', '['.repeat(60_000) + ']'.repeat(60_000)],
    ['members', `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`],
    ['unfinished lists', '['.repeat(101)],
    ['large', `{"entries":"${'a'.repeat(200_000)}","x":${'['.repeat(101)}`],
  ])('is refused if it is nested deeply: %s', async (_, body) => {
    await expect(readBody(Buffer.from(body), JSON_TYPE)).rejects.toMatchObject({
      code: 'malformed_body',
      message: 'The request body is nested more than 100 levels deep.',
    });
  });

  it('may have brackets in its texts, and a hundred levels', async () => {
    const list = JSON.parse('['.repeat(99) + ']'.repeat(99));
    const body = { text: ['[{"\\'.repeat(1000), '\\"['.repeat(200)], list };
    expect(await readBody(Buffer.from(JSON.stringify(body)), JSON_TYPE)).toEqual(body);
  });

  it('has a field once that was sent several times with one value, but each text', async () => {
    const sent = 'text=A&text=A&target_lang=DE&target_lang=DE&context=a&context=b';
    expect(await readBody(Buffer.from(sent), FORM_TYPE)).toEqual({
      text: ['A', 'A'],
      target_lang: 'DE',
      context: ['a', 'b'],
    });
    expect(
      await readBody(Buffer.from('text[]=A&text[]=A&q=B&q=B&splitting_tags[]=p'), FORM_TYPE),
    ).toEqual({
      text: ['A', 'A'],
      q: ['B', 'B'],
      splitting_tags: ['p'],
    });
  });

  it('need not be there, although its type is named', async () => {
    expect(await readBody(Buffer.alloc(0), JSON_TYPE)).toBeUndefined();
  });

  it('may have as many texts as a request', async () => {
    const body = { text: Array.from({ length: 100_000 }, (_, index) => `a ${index}`) };
    expect((await readCounting(JSON.stringify(body), JSON_TYPE)).value).toEqual(body);
  });

  it.each([
    ['values', JSON_TYPE, `{"x":[${'[],'.repeat(MAX_VALUES)}1]}`],
    ['members', JSON_TYPE, `{${'"a":1,'.repeat(MAX_MEMBERS + 20_000)}"a":1}`],
    ['fields', FORM_TYPE, 'a=1&'.repeat(MAX_VALUES + 1)],
    [
      'members',
      FORM_TYPE,
      Array.from({ length: MAX_MEMBERS + 10_000 }, (_, index) => `a${index}=1`).join('&'),
    ],
  ])('of too many %s is refused before it takes long', async (what, contentType, body) => {
    await expect(readBody(Buffer.from(body), contentType)).rejects.toMatchObject({
      code: 'body_too_large',
      message: expect.stringContaining(what),
    });
  });

  it('does not count what is in strings', async () => {
    const value = { entries: '[,{":\\'.repeat(MAX_VALUES) };
    expect((await readCounting(JSON.stringify(value), JSON_TYPE)).value).toEqual(value);
  });

  it('is told where it is wrong, whatever its size', async () => {
    const wrong = (body: Buffer, message: string) =>
      expect(readBody(body, JSON_TYPE)).rejects.toMatchObject({
        code: 'malformed_body',
        message: expect.stringContaining(message),
      });
    await wrong(Buffer.from(`{"a":"${'a'.repeat(200_000)}"`), 'a closing brace is missing');
    await wrong(
      Buffer.concat([Buffer.from('{"a":"\uFFFD'), Buffer.alloc(1_000_000, 0xff)]),
      'from byte 9 on',
    );
    await wrong(Buffer.alloc(200_000, ' '), 'empty');
  });

  it('waits while others are read', async () => {
    const body = (index: number) => JSON.stringify({ index, text: 'a'.repeat(200_000) });
    const all = await Promise.all(
      [1, 2, 3, 4, 5].map((index) => readBody(Buffer.from(body(index)), JSON_TYPE)),
    );
    expect(all.map((one) => Object(one).index)).toEqual([1, 2, 3, 4, 5]);
  });

  it('does not wait for all bodies that another caller sent before', async () => {
    const read = createReadBody();
    const order: string[] = [];
    const send = async (callerId: string) => {
      const body = Buffer.from(JSON.stringify({ text: 'a'.repeat(200_000) }));
      await read(body, JSON_TYPE, { callerId, connection: new EventEmitter() });
      order.push(callerId);
    };
    await Promise.all([...'aaaaaaaab'].map(send));
    expect(order.indexOf('b')).toBeLessThan(5);
  });

  it('of a client that has left does not wait for a thread', async () => {
    const read = createReadBody();
    const body = () => Buffer.from(JSON.stringify({ text: 'a'.repeat(200_000) }));
    const others = [1, 2].map(() => read(body(), JSON_TYPE, sender));
    const leaving = new EventEmitter();
    const left = read(body(), JSON_TYPE, { callerId: 'a', connection: leaving });
    const next = read(body(), JSON_TYPE, sender);
    leaving.emit('close');
    await expect(left).rejects.toMatchObject({ code: 'client_closed' });
    await Promise.all([...others, next]);
    expect(client.listenerCount('close')).toBe(0);
  });
});
