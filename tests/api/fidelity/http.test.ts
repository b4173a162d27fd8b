import * as deepl from 'deepl-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postTranslate, startTestServer, type TestServer } from '../../support/start-server.js';

describe('markup over HTTP', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ environment: { DRAGOMAN_ENGINES: 'fake' } });
  });
  afterAll(() => server.stop());

  const translate = async (options: object): Promise<readonly [number, unknown]> => {
    const body = { text: ['One <b>two</b>'], source_lang: 'EN', target_lang: 'ES', ...options };
    const response = await postTranslate(server, body);
    return [response.status, await response.json()];
  };

  it('says which version of tag handling was applied, when there is any', async () => {
    const entry = { detected_source_language: 'EN', text: 'One <b>two</b>' };
    expect(await translate({})).toEqual([200, { translations: [entry] }]);
    expect(await translate({ tag_handling: 'html' })).toEqual([
      200,
      { translations: [{ ...entry, tag_handling_version: 'v1' }] },
    ]);
    expect(await translate({ tag_handling: 'xml', tag_handling_version: 'v2' })).toEqual([
      200,
      { translations: [{ ...entry, tag_handling_version: 'v2' }] },
    ]);
  });

  it('refuses malformed XML in version 2, and nothing else', async () => {
    const text = ['fine', 'One <b>two'];
    const v2 = { text, tag_handling_version: 'v2' };
    expect(await translate({ ...v2, tag_handling: 'xml' })).toEqual([
      400,
      expect.objectContaining({
        message:
          'Tag handling parsing failed, please check input. Text 2, line 1: unclosed tag: b.',
        code: 'invalid_parameter',
        parameter: 'text',
      }),
    ]);
    expect((await translate({ ...v2, tag_handling: 'html' }))[0]).toBe(200);
    expect((await translate({ text, tag_handling: 'xml' }))[0]).toBe(200);
  });

  it('takes what the official client sends', async () => {
    const client = new deepl.DeepLClient(server.key, { serverUrl: server.url });
    const text = '<d>One <b>two</b><x>three</x></d>';
    const result = await client.translateText(text, 'en', 'es', {
      tagHandling: 'xml',
      outlineDetection: false,
      splittingTags: ['d', 'p'],
      nonSplittingTags: 'b',
      ignoreTags: ['x'],
      splitSentences: 'nonewlines',
      preserveFormatting: true,
    });
    expect(result.text).toBe(text);
  });
});
