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
