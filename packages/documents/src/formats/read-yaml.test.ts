import { describe, expect, it } from 'vitest';
import { inCapitals } from '../conformance/in-capitals.js';

describe('the only key of a YAML file', () => {
  it.each([
    ['en', 'en', 'de', 'de'],
    ['en', undefined, 'pt-BR', 'pt-BR'],
    ['en_US', 'en', 'pt-BR', 'pt_BR'],
    ['"en"', 'en', 'de', '"de"'],
    ['en', 'en', 'no', '"no"'],
    ['en', 'fr', 'de', 'en'],
    ['app', undefined, 'de', 'app'],
  ])('%s in a file in %s is, for %s, %s', async (key, sourceLanguage, targetLanguage, written) => {
    const source = `# Texts\n${key}:\n  title: A title\n`;
    const result = await inCapitals(source, 'yaml', {
      targetLanguage,
      ...(sourceLanguage && { sourceLanguage }),
    });
    expect(result.written).toBe(`# Texts\n${written}:\n  title: A TITLE\n`);
  });

  it.each(['en:\n  a: One\nde:\n  a: Two\n', 'en: A text\n', '---\nen:\n  a: One\n---\nb: Two\n'])(
    'is none in %j',
    async (source) => {
      expect((await inCapitals(source, 'yaml', { targetLanguage: 'fr' })).written).toContain('en:');
    },
  );
});
