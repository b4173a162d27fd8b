import { readFileSync } from 'node:fs';
import { ERRORS, LANGUAGES, UNLISTED_LANGUAGES } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { ENTRIES, OTHER_VARIABLES } from './configuration/settings.js';
import { REFERENCE_FOLDER, referencePages, table } from './reference-pages.js';

const pageText = (fileName: string): string =>
  referencePages().find((page) => page.fileName === fileName)?.text ?? '';

describe('the reference pages', () => {
  it.each(referencePages())('$fileName is as `npm run docs` writes it', ({ fileName, text }) => {
    expect(readFileSync(new URL(fileName, REFERENCE_FOLDER), 'utf8')).toBe(text);
  });

  it('name every setting by all its names, and the variables of the scripts', () => {
    const text = pageText('configuration.md');
    const names = ENTRIES.flatMap((entry) => [entry.fileKey, entry.environmentName, entry.flag]);
    for (const name of [...names, ...OTHER_VARIABLES.map((row) => row.environmentName)]) {
      expect(text).toContain(`\`${name}\``);
    }
  });

  it('have one row for every error code and every language', () => {
    for (const name of Object.keys(ERRORS)) {
      expect(pageText('errors.md')).toContain(`\n| \`${name}\` |`);
    }
    for (const { code } of [...LANGUAGES, ...UNLISTED_LANGUAGES]) {
      expect(pageText('languages.md')).toContain(`\n| \`${code}\` |`);
    }
  });

  it('keep a bar or a line end inside its table cell', () => {
    expect(table(['A'], [['x|y\nz']])).toBe('| A |\n| --- |\n| x\\|y z |\n');
  });
});
