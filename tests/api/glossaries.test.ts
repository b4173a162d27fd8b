import * as deepl from 'deepl-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../support/clients/official-client.js';
import { startTestServer, type TestServer } from '../support/start-server.js';

let server: TestServer;
let client: deepl.DeepLClient;
beforeAll(async () => {
  server = await startTestServer();
  client = connect(server, server.key);
});
afterAll(() => server?.stop());

const ENTRIES = { house: 'hogar', 'hard disk': 'disco rígido' };
const entriesOf = (entries: Readonly<Record<string, string>>) =>
  new deepl.GlossaryEntries({ entries });

describe('the glossary methods of the official Node client', () => {
  it('create, show, list, export and delete a glossary', async () => {
    const created = await client.createGlossary('Words', 'en', 'es', entriesOf(ENTRIES));
    expect(created).toMatchObject({
      name: 'Words',
      ready: true,
      sourceLang: 'en',
      targetLang: 'es',
      entryCount: 2,
    });
    expect(created.creationTime).toBeInstanceOf(Date);
    expect(await client.getGlossary(created.glossaryId)).toEqual(created);
    expect(await client.listGlossaries()).toContainEqual(created);
    expect((await client.getGlossaryEntries(created)).entries()).toEqual(ENTRIES);
    await client.deleteGlossary(created);
    await expect(client.getGlossary(created.glossaryId)).rejects.toBeInstanceOf(
      deepl.GlossaryNotFoundError,
    );
  });

  it('create a glossary from a CSV file', async () => {
    const csv = 'house,hogar,en,es\n"hard disk","disco rígido"\nhouse,maison,en,fr\n';
    const created = await client.createGlossaryWithCsv('Words', 'en', 'es', Buffer.from(csv));
    expect((await client.getGlossaryEntries(created)).entries()).toEqual(ENTRIES);
    await client.deleteGlossary(created);
  });

  it('list the language pairs', async () => {
    const pairs = await client.getGlossaryLanguagePairs();
    expect(pairs).toContainEqual({ sourceLang: 'en', targetLang: 'es' });
  });

  it('hear what is wrong', async () => {
    const duplicate = 'house,hogar\nhouse,casa\n';
    await expect(
      client.createGlossaryWithCsv('Words', 'en', 'es', Buffer.from(duplicate)),
    ).rejects.toThrow(
      'Invalid glossary entries provided, detail: Key with the index 1 (starting at position 12) duplicates key',
    );
    await expect(
      client.createGlossary('Words', 'en', 'xx' as 'es', entriesOf(ENTRIES)),
    ).rejects.toThrow("Value for 'target_lang' not supported.");
  });
});

describe('its methods for multilingual glossaries', () => {
  const dictionary = (target: string, entries: Readonly<Record<string, string>> = ENTRIES) =>
    ({ sourceLangCode: 'en', targetLangCode: target, entries: entriesOf(entries) }) as const;
  const summary = (target: string, entryCount: number) => ({
    sourceLangCode: 'en',
    targetLangCode: target,
    entryCount,
  });

  it('create, show, list, change and delete a glossary', async () => {
    const created = await client.createMultilingualGlossary('Words', [
      dictionary('es'),
      dictionary('fr', { house: 'maison' }),
    ]);
    const { glossaryId } = created;
    expect(created.dictionaries).toEqual([summary('es', 2), summary('fr', 1)]);
    expect(await client.getMultilingualGlossary(glossaryId)).toEqual(created);
    expect(await client.listMultilingualGlossaries()).toContainEqual(created);

    const exported = await client.getMultilingualGlossaryDictionaryEntries(glossaryId, 'en', 'es');
    expect(exported.entries.entries()).toEqual(ENTRIES);

    await client.updateMultilingualGlossaryName(glossaryId, 'New words');
    const added = dictionary('es', { house: 'casa', garden: 'jardín' });
    const updated = await client.updateMultilingualGlossaryDictionary(glossaryId, added);
    expect(updated.name).toBe('New words');
    expect(updated.dictionaries).toEqual([summary('es', 3), summary('fr', 1)]);

    const replaced = await client.replaceMultilingualGlossaryDictionary(
      glossaryId,
      dictionary('fr', { garden: 'jardin' }),
    );
    expect(replaced).toEqual(summary('fr', 1));
    const french = await client.getMultilingualGlossaryDictionaryEntries(glossaryId, 'en', 'fr');
    expect(french.entries.entries()).toEqual({ garden: 'jardin' });

    await client.deleteMultilingualGlossaryDictionary(glossaryId, 'en', 'fr');
    expect((await client.getMultilingualGlossary(glossaryId)).dictionaries).toEqual([
      summary('es', 3),
    ]);
    await client.deleteMultilingualGlossary(glossaryId);
    await expect(client.getMultilingualGlossary(glossaryId)).rejects.toBeInstanceOf(
      deepl.GlossaryNotFoundError,
    );
  });

  it('create one without dictionaries, and one from a CSV file', async () => {
    const empty = await client.createMultilingualGlossary('Empty', []);
    expect(empty.dictionaries).toEqual([]);
    await client.deleteMultilingualGlossary(empty);
    const csv = await client.createMultilingualGlossaryWithCsv('CSV', 'en', 'es', 'house,hogar');
    expect(csv.dictionaries).toEqual([summary('es', 1)]);
    await client.deleteMultilingualGlossary(csv);
  });

  it('hear that entries are missing', async () => {
    await expect(
      client.createMultilingualGlossary('Words', [dictionary('es', {})]),
    ).rejects.toBeInstanceOf(deepl.DeepLError);
  });
});

describe('a translation by the official Node client', () => {
  it('has the terms of the glossary', async () => {
    const glossary = await client.createGlossary('Words', 'en', 'es', entriesOf(ENTRIES));
    const translate = async (text: string) =>
      (await client.translateText(text, 'en', 'es', { glossary })).text;
    expect(await translate('The house is big.')).toMatch(/hogar es grande\.$/);
    expect(await translate('hard disk')).toBe('disco rígido');
    expect(await translate('Good morning.')).toBe('Buenos días.');
    await client.deleteGlossary(glossary);
    await expect(
      client.translateText('The house is big.', 'en', 'es', { glossary }),
    ).rejects.toThrow('Glossary not found');
  });

  it('uses a dictionary for the language pair only', async () => {
    const glossary = await client.createMultilingualGlossary('Words', [
      { sourceLangCode: 'en', targetLangCode: 'es', entries: entriesOf(ENTRIES) },
    ]);
    await expect(
      client.translateText('La maison', 'fr', 'es', { glossary: glossary.glossaryId }),
    ).rejects.toThrow('No dictionary found for language pair');
    await client.deleteMultilingualGlossary(glossary);
  });

  it('of a document has the terms, too', async () => {
    const glossary = await client.createGlossary('Words', 'en', 'es', entriesOf(ENTRIES));
    const handle = await client.uploadDocument(
      Buffer.from('The house is big.\n\nhard disk\n'),
      'en',
      'es',
      { filename: 'a.txt', glossary },
    );
    await client.isDocumentTranslationComplete(handle);
    const url = `${server.url}/v2/document/${handle.documentId}/result`;
    const result = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Service-Auth-Key ${server.key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ document_key: handle.documentKey }),
    });
    const text = await result.text();
    expect(text).toMatch(/hogar es grande\./);
    expect(text).toContain('disco rígido');
    await client.deleteGlossary(glossary);
  });
});

/** Translates a text with a glossary of one entry. */
const translate = async (pair: string, [from, to]: readonly [string, string], text: string) => {
  const [source, target] = pair.split('-') as ['de', 'en'];
  const entries = new deepl.GlossaryEntries({ entries: { [from]: to } });
  const glossary = await client.createGlossary('Words', source, target, entries);
  // The client takes English in a variant only, and glossaries without.
  const written = target === 'en' ? 'en-US' : target;
  return (await client.translateText(text, source, written, { glossary })).text;
};

describe('what stands around a term agrees with it', () => {
  it.each([
    ['en-de', 'Eigenheim', /^Das Eigenheim ist sehr alt\.$/],
    ['en-de', 'Wohnung', /^Die Wohnung ist sehr alt\.$/],
    ['en-de', 'Wohnsitz', /^Der Wohnsitz ist sehr alt\.$/],
    ['en-es', 'hogar', /^El hogar es muy (viejo|antiguo)\.$/],
    ['en-es', 'residencia', /^La residencia es muy (vieja|antigua)\.$/],
    ['en-fr', 'logement', /^Le logement est très (vieux|ancien)\.$/],
    ['en-fr', 'demeure', /^La demeure est très (vieille|ancienne)\.$/],
    ['en-it', 'dimora', /^La dimora è molto (vecchia|antica)\.$/],
  ])('%s: %s', async (pair, target, expected) => {
    expect(await translate(pair, ['house', target], 'The house is very old.')).toMatch(expected);
  });

  it.each([
    ['de-fr', 'demeure', /^La demeure est (vieille|ancienne)\.$/],
    ['de-es', 'hogar', /^El hogar es (viejo|antiguo)\.$/],
  ])('%s, through English: %s', async (pair, target, expected) => {
    expect(await translate(pair, ['Haus', target], 'Das Haus ist alt.')).toMatch(expected);
  });

  it.each([
    ['en-de', 'house', 'Eigenheim', 'The houses are big.', /^Die Eigenheime sind groß\.$/],
    ['en-de', 'house', 'Eigenheim', 'The roof of the house is red.', /des Eigenheims ist rot\.$/],
    ['de-en', 'Haus', 'cottage', 'Die Häuser sind groß.', /^The cottages are (big|large)\.$/],
    ['de-en', 'Haus', 'cottage', 'Das Dach des Hauses ist rot.', /roof of the cottage is red\.$/],
  ])('%s, %s: %s in the plural and in cases', async (pair, source, target, text, expected) => {
    expect(await translate(pair, [source, target], text)).toMatch(expected);
  });

  it('within tags, and where all is in capitals', async () => {
    const entry = ['house', 'dimora'] as const;
    expect(await translate('en-it', entry, 'My <b>house</b> is red.')).toMatch(
      /^La mia <b>dimora<\/b> è rossa\.$/,
    );
    expect(await translate('en-it', entry, 'THE HOUSE IS VERY OLD.')).toMatch(
      /^LA DIMORA È MOLTO (VECCHIA|ANTICA)\.$/,
    );
  });
});
