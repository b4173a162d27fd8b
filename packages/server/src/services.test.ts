import { expect, it } from 'vitest';
import { loadConfiguration } from './configuration/load.js';
import { createInstallHint } from './services.js';

const configuration = loadConfiguration({ environment: {}, workingDirectory: '/nowhere' });

it.each([
  ['de', 'The operator can add it with: npx dragoman models pull de'],
  [
    'uk',
    'The operator can add it with: npx dragoman models pull uk - or with: apt-get install apertium-rus-ukr',
  ],
  ['af', 'The operator can add it with: apt-get install apertium-afr-nld'],
  ['yo', 'The operator can search for a model with: npx dragoman models available yo'],
])('the way to %s', (language, hint) => {
  expect(createInstallHint(configuration)(language)).toBe(hint);
});

it('a package with both languages is the only one that is named', () => {
  expect(createInstallHint(configuration)('ca', 'es')).toBe(
    'The operator can add it with: npx dragoman models pull ca - or with: apt-get install apertium-spa-cat',
  );
});
