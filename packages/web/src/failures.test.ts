import { describe, expect, it } from 'vitest';
import { failureOf, wordsFor } from './browser/service/failures.js';

describe('failures', () => {
  const context = { source: 'Danish', target: 'French', maxBytes: 131_072 };
  const told = async (status: number, body: object | string = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return wordsFor(await failureOf(new Response(text, { status })), context);
  };

  it.each([
    [400, { code: 'pair_not_installed' }, /cannot translate Danish into French/],
    [400, { message: 'Said by the server.' }, /^Said by the server\.$/],
    [403, {}, /Reload the page/],
    [413, {}, /up to 128 kB/],
    [429, {}, /busy/],
    [456, {}, /character quota is used up/],
    [500, {}, /Something went wrong/],
    [502, '<html>', /cannot be reached/],
    [503, {}, /not ready/],
    [504, {}, /took too long/],
  ])('%i %j is told in words', async (status, body, words) => {
    expect(await told(status, body)).toMatch(words);
  });

  it('name the language a text looks like, and what can be done', async () => {
    const message =
      "This looks like German (DE), which is not installed here. If it is in another language, name that in 'source_lang'. npx …";
    const failure = await failureOf(
      new Response(JSON.stringify({ message, code: 'language_not_installed' }), { status: 400 }),
    );
    expect(wordsFor(failure, { ...context, source: undefined })).toBe(
      'This looks like German, which is not installed here. If it is in another language, select that; the operator of this server can add languages.',
    );
  });

  it('say when to try again', async () => {
    const busy = (value: string) =>
      failureOf(new Response('', { status: 429, headers: { 'retry-after': value } }));
    expect((await busy('7')).retryAfterSeconds).toBe(7);
    expect((await busy('Wed, 21 Oct 2026 07:28:00 GMT')).retryAfterSeconds).toBeUndefined();
  });
});
