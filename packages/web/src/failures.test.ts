import { ERRORS } from '@dragoman/contract';
import { DOCUMENT_ERRORS } from '@dragoman/documents';
import { afterEach, describe, expect, it } from 'vitest';
import { reasonFor } from './browser/documents/document-list.js';
import { entryReason } from './browser/glossary-editor.js';
import { MESSAGES as GERMAN } from './browser/locales/de.js';
import { MESSAGES as ENGLISH } from './browser/locales/en.js';
import { useMessages } from './browser/messages.js';
import { describeFailure, failureOf, PageFailure } from './browser/service/failures.js';

describe('failures', () => {
  const context = { source: 'Danish', target: 'French', maxBytes: 131_072 };
  const told = async (status: number, body: object | string = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return describeFailure(await failureOf(new Response(text, { status })), context);
  };

  it.each([
    [400, { code: 'pair_not_installed' }, /cannot translate Danish into French/],
    [
      400,
      { message: 'Why.', code: 'invalid_parameter' },
      /^The server did not accept this: Why\.$/,
    ],
    [418, { message: 'Said by the server.', code: 'from_tomorrow' }, /^Said by the server\.$/],
    [403, {}, /Reload the page/],
    [413, {}, /up to 128 kB/],
    [429, {}, /busy/],
    [429, { code: 'visitor_limit_reached' }, /limit/],
    [400, { code: 'language_not_installed', parameter: 'target_lang', language: 'FR' }, /French/],
    [456, {}, /character quota is used up/],
    [500, {}, /Something went wrong/],
    [502, '<html>', /cannot be reached/],
    [503, {}, /not ready/],
    [504, {}, /took too long/],
  ])('%i %j is told in words', async (status, body, words) => {
    expect(await told(status, body)).toMatch(words);
  });

  it('name the language a text looks like, and what can be done', async () => {
    const body = { message: 'Whatever it says.', code: 'language_not_installed', language: 'DE' };
    const failure = await failureOf(new Response(JSON.stringify(body), { status: 400 }));
    expect(describeFailure(failure, { ...context, source: undefined })).toBe(
      'This looks like German, which is not installed here. If it is in another language, select that; the operator of this server can add languages.',
    );
    expect(describeFailure(failure, { ...context, source: undefined, mayAdd: true })).toBe(
      'This looks like German, which is not installed here. If it is in another language, select that.',
    );
  });

  it('say when to try again', async () => {
    const busy = (value: string) =>
      failureOf(new Response('', { status: 429, headers: { 'retry-after': value } }));
    expect((await busy('7')).retryAfterSeconds).toBe(7);
    expect((await busy('Wed, 21 Oct 2026 07:28:00 GMT')).retryAfterSeconds).toBeUndefined();
  });
});

/** Codes of calls that this page does not make. */
const NEVER_MET = ['language_model_missing', 'not_offered', 'method_not_allowed'];

describe('what the server says in English', () => {
  afterEach(() => useMessages('en', ENGLISH));
  const context = { source: undefined, target: 'Französisch', maxBytes: 131_072 };

  it.each(Object.entries(ERRORS).filter(([code]) => !NEVER_MET.includes(code)))(
    'is said in the language of the page for %s',
    async (code, { status, message }) => {
      useMessages('de', GERMAN);
      const answer = new Response(JSON.stringify({ code, message }), { status });
      const words = describeFailure(await failureOf(answer), context);
      // What is wrong with a parameter, only the server knows.
      const isQuoted = words === `Der Server hat das nicht angenommen: ${message}`;
      expect(isQuoted || !words.includes(message)).toBe(true);
    },
  );

  const describe = (failure: PageFailure) => describeFailure(failure, context);
  const kinds = {
    extensions: ['.txt', '.docx'],
    maxBytes: 1024,
    isKnown: (extension: string) => extension === 'docx',
    outputsOf: () => [],
    saveAs: (extension: string) => (extension === 'doc' ? '.docx' : ''),
    isPicture: (extension: string) => extension === 'png',
  };
  const about = { targetName: 'Französisch', kinds, describeFailure: describe };

  const REASONS = [...Object.keys(DOCUMENT_ERRORS), 'same_language', 'too_slow'];
  it.each(REASONS)('is said in the language of the page for a document: %s', (reason) => {
    useMessages('de', GERMAN);
    const failure = new PageFailure('refused', 'Whatever it says.', {
      code: 'invalid_file',
      reason,
    });
    expect(reasonFor(failure, about)).not.toContain('Whatever');
  });

  it('is said in the language of the page for a document that the server failed with', () => {
    useMessages('de', GERMAN);
    const failure = new PageFailure('refused', 'Whatever it says.', { code: 'internal' });
    expect(reasonFor(failure, about)).not.toContain('Whatever');
  });

  it('is quoted where a newer server has a reason that the page does not know', () => {
    useMessages('de', GERMAN);
    const told = { code: 'invalid_file', reason: 'too_beautiful' };
    const failure = new PageFailure('refused', 'It is too beautiful.', told);
    expect(reasonFor(failure, about)).toContain('It is too beautiful.');
  });

  it.each(['Brief.doc', 'Brief.docx'])('says what to save an outdated file as: %s', (fileName) => {
    useMessages('de', GERMAN);
    const told = { code: 'invalid_file', reason: 'outdated_format' };
    const failure = new PageFailure('refused', 'Whatever it says.', told);
    expect(reasonFor(failure, { ...about, fileName })).toContain('.docx');
  });

  it.each([
    ['Brief.DOC', /als \.docx und versuchen Sie es noch einmal\.$/],
    ['Brief.xyz', /übersetzt werden\. Möglich sind: \.txt \.docx$/],
    ['Brief.PNG', /Texterkennung laufen\.$/],
  ])('says what to save a file as, or else which kinds are accepted: %s', (fileName, end) => {
    useMessages('de', GERMAN);
    const words = reasonFor(new PageFailure('unsupported'), {
      ...about,
      kinds: { ...kinds, isKnown: () => false },
      fileName,
    });
    expect(words).toMatch(end);
  });

  it.each([
    ['entry_incomplete', 2, 'Eintrag 3: Ein Begriff oder seine Übersetzung fehlt.'],
    ['entry_columns', 2, 'Eintrag 3: Er hat nicht zwei Spalten.'],
    ['entry_too_long', 2, 'Eintrag 3: Ein Begriff ist zu lang.'],
    ['entry_duplicate', 2, 'Eintrag 3: Der Begriff kommt zweimal vor.'],
    ['no_entries', undefined, GERMAN.entryNone],
    ['term_file_unsupported', undefined, GERMAN.termFileKinds],
    ['entry_of_a_new_kind', 2, undefined],
  ])('is said in the language of the page for an entry: %s', (reason, index, words) => {
    useMessages('de', GERMAN);
    expect(entryReason(new PageFailure('refused', 'Why.', { reason, index }))).toBe(words);
  });
});
