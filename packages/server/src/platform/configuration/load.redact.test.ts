import { expect, it } from 'vitest';
import { loadConfiguration, redact } from './load.js';

const printed = (environment: Record<string, string>): string =>
  JSON.stringify(redact(loadConfiguration({ environment, workingDirectory: '/nowhere' })));

it('a printed configuration shows that a secret is set, never its value', () => {
  const text = printed({ DRAGOMAN_AUTH_KEY: 'correct-horse', DRAGOMAN_PORT: '4040' });
  expect(text).toContain('"authKey":"[redacted]"');
  expect(text).toContain('"port":4040');
  expect(text).not.toContain('horse');
});

it('a printed configuration shows that a secret is missing', () => {
  expect(printed({})).toContain('"authKey":null');
});
