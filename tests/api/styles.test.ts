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

const INSTRUCTION = { label: 'Tone', prompt: 'Be kind.' };

describe('the style rule methods of the official Node client', () => {
  it('create, show, list, change and delete a style rule', async () => {
    const created = await client.createStyleRule({
      name: 'Website',
      language: 'es',
      configured_rules: { dates_and_times: { calendar_era: 'use_bc_and_ad' } },
      custom_instructions: [INSTRUCTION],
    });
    const { styleId } = created;
    expect(created).toMatchObject({
      name: 'Website',
      language: 'es',
      version: 1,
      configuredRules: { datesAndTimes: { calendar_era: 'use_bc_and_ad' } },
      customInstructions: [INSTRUCTION],
    });
    expect(created.creationTime.getTime()).toBeGreaterThan(0);
    expect(await client.getStyleRule(styleId)).toEqual(created);
    const listed = (await client.getAllStyleRules()).find((style) => style.styleId === styleId);
    expect(listed).toMatchObject({ name: 'Website', version: 1 });
    expect(listed?.customInstructions).toBeUndefined();
    expect(await client.getAllStyleRules(0, 25, true)).toContainEqual(created);
    expect(await client.getAllStyleRules(1, 25)).toEqual([]);

    expect(await client.updateStyleRuleName(styleId, 'Shop')).toMatchObject({
      name: 'Shop',
      version: 2,
    });
    const configured = await client.updateStyleRuleConfiguredRules(styleId, {
      punctuation: { ellipsis: 'use_three_periods' },
    });
    expect(configured).toMatchObject({
      version: 3,
      configuredRules: { punctuation: { ellipsis: 'use_three_periods' } },
    });
    expect(configured.configuredRules?.datesAndTimes).toBeUndefined();
    await client.deleteStyleRule(styleId);
    await expect(client.getStyleRule(styleId)).rejects.toBeInstanceOf(deepl.DeepLError);
  });

  it('add, show, replace and delete an instruction', async () => {
    const { styleId } = await client.createStyleRule({ name: 'Website', language: 'es' });
    const added = await client.createStyleRuleCustomInstruction(styleId, INSTRUCTION);
    expect(added).toMatchObject(INSTRUCTION);
    const id = added.id ?? '';
    expect(await client.getStyleRuleCustomInstruction(styleId, id)).toEqual(added);
    const replaced = await client.updateStyleRuleCustomInstruction(styleId, id, {
      ...INSTRUCTION,
      prompt: 'Be brave.',
    });
    expect(replaced).toMatchObject({ id, prompt: 'Be brave.' });
    await client.deleteStyleRuleCustomInstruction(styleId, id);
    await expect(client.getStyleRuleCustomInstruction(styleId, id)).rejects.toThrow(
      'Custom instruction not found',
    );
    await client.deleteStyleRule(styleId);
  });
});

describe('a translation by the official Node client', () => {
  it('is written by a style rule, given as an object and as an id', async () => {
    const styleRule = await client.createStyleRule({
      name: 'Website',
      language: 'es',
      configured_rules: {
        punctuation: { quotation_mark: 'use_straight_quotation_marks' },
        numbers: { decimal_separator: 'use_comma_as_decimal_separator' },
      },
    });
    const text = 'The house costs 2.5 million, he says: “good”.';
    const plain = (await client.translateText(text, 'en', 'es')).text;
    expect(plain).toContain('«');
    for (const given of [styleRule, styleRule.styleId]) {
      const { text: styled } = await client.translateText(text, 'en', 'es', { styleRule: given });
      expect(styled).toContain('2,5');
      expect(styled).toMatch(/"[^"«»“”]+"/);
    }
    await expect(client.translateText(text, 'en', 'fr', { styleRule })).rejects.toThrow(
      'Style rule language does not match the translate request target language',
    );
    await client.deleteStyleRule(styleRule.styleId);
    await expect(client.translateText(text, 'en', 'es', { styleRule })).rejects.toThrow(
      'Style rule not found',
    );
  });

  it('is refused with instructions that no installed engine follows, and accepts a context', async () => {
    const customInstructions = ['Be kind.'];
    await expect(
      client.translateText('Good morning.', 'en', 'es', { customInstructions }),
    ).rejects.toThrow(/'custom_instructions' not supported\. An instruction needs an engine/);
    const { text } = await client.translateText('Good morning.', 'en', 'es', {
      customInstructions: [],
      context: 'A letter to a friend.',
      formality: 'prefer_more',
    });
    expect(text).toBe('Buenos días.');
    await expect(
      client.translateText('Buenos días.', 'es', 'en-US', { formality: 'more' }),
    ).rejects.toThrow(/formality/);
  });
});
