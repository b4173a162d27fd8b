import { ERRORS } from '@dragoman/contract';
import { DOCUMENT_ERRORS } from '@dragoman/documents';
import { afterEach, describe, expect, it } from 'vitest';
import { reasonFor } from './browser/documents/document-list.js';
import { entryReason } from './browser/glossary/glossary-editor.js';
import { MESSAGES as GERMAN } from './browser/messages/locales/de.js';
import { MESSAGES as ENGLISH } from './browser/messages/locales/en.js';
import { useMessages } from './browser/messages/messages.js';
import { failureOf, PageFailure, wordsFor } from './browser/service/failures.js';

describe('failures', () => {
  const context = { source: 'Danish', target: 'French', maxBytes: 131_072 };
  const told = async (status: number, body: object | string = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return wordsFor(await failureOf(new Response(text, { status })), context);
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
      const words = wordsFor(await failureOf(answer), context);
      // What is wrong with a parameter, only the server knows.
      const isQuoted = words === `Der Server hat das nicht angenommen: ${message}`;
      expect(isQuoted || !words.includes(message)).toBe(true);
    },
  );

  const REASONS = [
    ...Object.values(DOCUMENT_ERRORS),
    'Source and target language are equal.',
    'Nothing in the document could be translated.',
    'The document takes too long to read or write.',
    'The document could not be translated.',
  ];
  it.each(REASONS)('is said in the language of the page for a document: %s', (reason) => {
    useMessages('de', GERMAN);
    for (const told of [reason, `Invalid file data. ${reason}`]) {
      const words = reasonFor(new PageFailure('refused', told), {
        targetName: 'Französisch',
        kinds: {
          extensions: ['.txt', '.docx'],
          maxBytes: 1024,
          isKnown: () => true,
          outputsOf: () => [],
          saveAs: () => '',
        },
        wordsOf: (failure) => wordsFor(failure, context),
      });
      expect(words).not.toContain(reason);
    }
  });

  it('says that a catalogue is finished', () => {
    useMessages('de', GERMAN);
    const told =
      'Invalid file data. The document holds no text to translate. All of its entries have a translation already, or are not to be translated.';
    const words = reasonFor(new PageFailure('refused', told), {
      targetName: 'Französisch',
      kinds: {
        extensions: [],
        maxBytes: 1024,
        isKnown: () => true,
        outputsOf: () => [],
        saveAs: () => '',
      },
      wordsOf: (failure) => wordsFor(failure, context),
    });
    expect(words).toBe('In dieser Datei ist schon alles übersetzt.');
  });

  it.each([
    ['Brief.DOC', /als \.docx und versuchen Sie es noch einmal\.$/],
    ['Brief.xyz', /übersetzt werden\. \.txt \.docx$/],
  ])('says what to save a file as, or else which kinds are accepted: %s', (fileName, end) => {
    useMessages('de', GERMAN);
    const words = reasonFor(new PageFailure('unsupported'), {
      targetName: 'Französisch',
      kinds: {
        extensions: ['.txt', '.docx'],
        maxBytes: 1024,
        isKnown: () => false,
        outputsOf: () => [],
        saveAs: (extension) => (extension === 'doc' ? '.docx' : ''),
      },
      fileName,
      wordsOf: (failure) => wordsFor(failure, context),
    });
    expect(words).toMatch(end);
  });

  it.each([
    ['is empty', 'Eintrag 3: Ein Begriff oder seine Übersetzung fehlt.'],
    ['has an empty target', 'Eintrag 3: Ein Begriff oder seine Übersetzung fehlt.'],
    ['has 3 columns, not 2 or 4', 'Eintrag 3: Er hat nicht zwei Spalten.'],
    ['misses tab separator', 'Eintrag 3: Er hat nicht zwei Spalten.'],
    ['has a term of more than 1024 bytes', 'Eintrag 3: Ein Begriff ist zu lang.'],
    [
      'duplicates key with the index 0 (starting at position 0)',
      'Eintrag 3: Der Begriff kommt zweimal vor.',
    ],
    ['does something new', undefined],
  ])('is said in the language of the page for an entry that %s', (problem, words) => {
    useMessages('de', GERMAN);
    const detail = `Key with the index 2 (starting at position 14) ${problem}`;
    expect(entryReason(new PageFailure('refused', 'Why.', { detail }))).toBe(words);
  });
});
