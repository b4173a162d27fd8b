import { expect, it } from 'vitest';
import { loadConfiguration } from '../../configuration/load.js';
import { createLanguageDownloads } from './language-downloads.js';

it('a language is downloaded once, whether it is named or given by its code', async () => {
  const configuration = loadConfiguration({
    environment: { DRAGOMAN_CATALOGUE_URL: 'http://dragoman.invalid' },
    workingDirectory: '/nonexistent',
  });
  const downloads = createLanguageDownloads(configuration);
  downloads.add(['German', 'de', 'Japanese']);
  expect(downloads.list().map(({ language, state }) => [language, state])).toEqual([
    ['de', 'waiting'],
    ['ja', 'waiting'],
  ]);
  await downloads.stop();
});
