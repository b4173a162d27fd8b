import { describe, expect, it } from 'vitest';
import { ENTRIES, SETTING_KEYS, settingOf } from './settings.js';

describe('the table of settings', () => {
  it('gives every name to one entry only', () => {
    for (const names of [
      ENTRIES.map((entry) => entry.fileKey),
      ENTRIES.map((entry) => entry.environmentName),
      ENTRIES.map((entry) => entry.flag),
    ]) {
      expect(new Set(names).size).toBe(ENTRIES.length);
    }
  });

  it('names flags after variables', () => {
    const dataDirectory = ENTRIES.find((entry) => entry.key === 'dataDirectory');
    expect(dataDirectory?.flag).toBe('--data-dir');
  });

  it('gives secrets, and nothing else, a second name for a file', () => {
    const names = ENTRIES.filter((entry) => entry.namesSecretFile).map(
      (entry) => entry.environmentName,
    );
    expect(names).toEqual([
      'DRAGOMAN_DATABASE_URL_FILE',
      'DRAGOMAN_REDIS_URL_FILE',
      'DRAGOMAN_AUTH_KEY_FILE',
      'DRAGOMAN_DOCUMENT_KEY_FILE',
      'DRAGOMAN_PAGE_PASSWORD_FILE',
    ]);
  });

  it.each(SETTING_KEYS)('%s: is described in one sentence', (key) => {
    expect(settingOf(key).description).toMatch(/^[A-Z].*[^.]\.$/);
    expect(settingOf(key).description).not.toMatch(/\. /);
  });

  it.each(SETTING_KEYS)('%s: takes its own default, also in the form it is shown', (key) => {
    const { type, defaultValue } = settingOf(key);
    if (defaultValue === undefined) return;
    expect(type.schema.parse(defaultValue)).toEqual(defaultValue);
    expect(type.schema.parse(type.show(defaultValue))).toEqual(defaultValue);
  });

  it.each(SETTING_KEYS)('%s: bounds what it takes', (key) => {
    const { schema } = settingOf(key).type;
    expect(schema.safeParse('9'.repeat(5000)).success).toBe(false);
    expect(schema.safeParse('').success).toBe(false);
    expect(schema.safeParse('a'.repeat(5000)).success).toBe(false);
    expect(schema.safeParse(-1).success).toBe(false);
    expect(schema.safeParse(Number.POSITIVE_INFINITY).success).toBe(false);
    expect(schema.safeParse(null).success).toBe(false);
  });
});
