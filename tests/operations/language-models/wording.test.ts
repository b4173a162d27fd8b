import * as deepl from 'deepl-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ReceivedCall,
  type ScriptedServer,
  startScriptedServer,
} from '../../../packages/engines/dist/llm/testing/scripted-server.js';
import { connect } from '../../support/clients/official-client.js';
import { startTestServer, type TestServer } from '../../support/start-server.js';

const TRANSLATION = 'Das Haus ist sehr groß.';

/** A model that uses no term, and a placeholder only when it is told that it was missing. */
const translationOf = ({ text, problem }: ReceivedCall['question']['texts'][number]): string => {
  if (!/garden|x1/.test(text)) return TRANSLATION;
  return problem ? 'Der <x1/> ist grün.' : 'Der Garten ist grün.';
};

let questions: ReceivedCall['question'][];
let model: ScriptedServer;
let server: TestServer;
let client: deepl.DeepLClient;
beforeAll(async () => {
  model = await startScriptedServer(({ question }) => {
    questions.push(question);
    return { translations: question.texts.map(translationOf) };
  });
  const languageModel = {
    name: 'test',
    address: model.address,
    model: 'scripted',
    languages: ['en', 'de'],
    maxAttempts: 1,
  };
  const environment = {
    DRAGOMAN_ENGINES: 'fake',
    DRAGOMAN_LANGUAGE_MODELS: JSON.stringify([languageModel]),
  };
  server = await startTestServer({ environment });
  client = connect(server, server.key);
});
afterAll(async () => {
  await Promise.all([server?.stop(), model?.stop()]);
});
beforeEach(() => {
  questions = [];
});

const translate = async (options: deepl.TranslateTextOptions) =>
  (await client.translateText('The house is very big.', 'en', 'de', options)).text;

describe('a language model', () => {
  it('is told context, formality and instructions by the official Node client', async () => {
    const options: deepl.TranslateTextOptions = {
      context: 'We are looking at houses.',
      formality: 'more',
      customInstructions: ['Be short.'],
    };
    expect(await translate(options)).toBe(TRANSLATION);
    expect(questions.at(-1)).toMatchObject({
      context: 'We are looking at houses.',
      formality: 'more',
      instructions: ['Be short.'],
    });
  });

  it('is told the rules and instructions of a style rule that no program can apply', async () => {
    const styleRule = await client.createStyleRule({
      name: 'Website',
      language: 'de',
      configured_rules: {
        style_and_tone: { formality: 'use_casual_tone' },
        punctuation: { serial_comma: 'do_not_use' },
        spelling_and_grammar: { eszett: 'replace_eszett_with_ss' },
      },
      custom_instructions: [{ label: 'Tone', prompt: 'Be kind.' }],
    });
    expect(await translate({ styleRule })).toBe('Das Haus ist sehr gross.');
    expect(questions.at(-1)).toMatchObject({
      formality: 'less',
      instructions: ['Serial comma: do not use.', 'Be kind.'],
    });
  });

  it('is told the terms of a glossary, and asked with a placeholder where it does not use them', async () => {
    const glossary = await client.createMultilingualGlossary('Houses', [
      {
        sourceLangCode: 'en',
        targetLangCode: 'de',
        entries: new deepl.GlossaryEntries({ entries: { house: 'Haus', garden: 'Park' } }),
      },
    ]);
    expect(await translate({ glossary })).toBe(TRANSLATION);
    expect(questions).toHaveLength(1);
    expect(questions[0]?.texts).toEqual([
      {
        id: 1,
        text: 'The house is very big.',
        terms: [{ source: 'house', target: 'Haus' }],
      },
    ]);
    questions = [];
    const answer = await client.translateText('The garden is green.', 'en', 'de', { glossary });
    expect(questions.map(({ texts }) => texts[0])).toMatchObject([
      { text: 'The garden is green.', terms: [{ source: 'garden', target: 'Park' }] },
      { text: 'The <x1/> is green.' },
      { text: 'The <x1/> is green.', refused: 'Der Garten ist grün.' },
    ]);
    expect(answer.text).toBe('Der Park ist grün.');
  });

  it('is shown in the lists of languages', async () => {
    const targets = await client.getTargetLanguages();
    const supports = (code: string) => targets.find((row) => row.code === code)?.supportsFormality;
    expect([supports('de'), supports('es'), supports('en-US')]).toEqual([true, false, false]);
    const answer = await fetch(`${server.url}/v3/languages?resource=translate_text`, {
      headers: { authorization: `Service-Auth-Key ${server.key}` },
    });
    const rows = (await answer.json()) as { lang: string; features: object }[];
    const featuresOf = (lang: string) => rows.find((row) => row.lang === lang)?.features;
    expect(featuresOf('de')).toHaveProperty('custom_instructions');
    expect(featuresOf('es')).not.toHaveProperty('custom_instructions');
  });
});
