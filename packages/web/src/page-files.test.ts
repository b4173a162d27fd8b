// The page as it is built: its scripts are in dist.
import { posix } from 'node:path';
import { loadPage } from '@dragoman/web';
import { describe, expect, it } from 'vitest';
import { LOCALES } from './browser/locales.js';

const OPTIONS = {
  maxBodyBytes: 131_072,
  maxCharacters: 20_000,
  maxDocumentBytes: 1_000_000,
  hasPassword: false,
  documentKinds: [
    { extension: 'docx', outputFormats: ['docx'], isUsual: true },
    { extension: 'pdf', outputFormats: ['docx', 'txt'], isUsual: true },
  ],
  saveAs: { doc: '.docx', xls: '.xlsx' },
  pictures: ['png'],
};

/** As while the page is worked on: its scripts one by one. */
const NO_BUNDLE = new URL('./nowhere/', import.meta.url);

describe('the files of the page', () => {
  it('name no other place', async () => {
    const files = await loadPage(OPTIONS, NO_BUNDLE);
    for (const { path, body } of files) {
      const addresses = body.toString().match(/\b(https?:)?\/\/[a-z][^\s"')]*/gi) ?? [];
      // The SVG namespace is a URL that is never requested.
      const asked = addresses.filter((address) => address !== 'http://www.w3.org/2000/svg');
      expect({ path, asked }).toEqual({ path, asked: [] });
    }
  });

  it('are all there: whatever one names, another one is', async () => {
    const files = await loadPage(OPTIONS, NO_BUNDLE);
    const [page, ...others] = files;
    const named = [...(page?.body.toString().matchAll(/(?:src|href)="(page\/[^#"]+)"/g) ?? [])];
    const imported = others.flatMap(({ path, body }) =>
      [...body.toString().matchAll(/^@?import (?:.*from )?['"](\..+)['"];$/gm)].map(
        ([, name = '']) => posix.join(posix.dirname(path), name),
      ),
    );
    // One of them is loaded in a language of the page other than English.
    const locales = others
      .map(({ path }) => path)
      .filter((path) => /\/locales\/[a-z]+\.js$/.test(path));
    const wanted = [...named.map(([, path]) => path), ...imported, ...locales];
    expect(locales.length).toBe(LOCALES.length);
    expect(wanted.length).toBeGreaterThan(10);
    expect(new Set(others.map(({ path }) => path))).toEqual(new Set(wanted));
  });

  it('contain what the server says', async () => {
    const [page] = await loadPage(OPTIONS, NO_BUNDLE);
    const html = page?.body.toString() ?? '';
    expect(html).toContain(
      'data-max-body-bytes="131072" data-max-characters="20000" data-max-document-bytes="1000000"',
    );
    expect(html).toContain('data-output-formats="pdf:docx,txt"');
    expect(html).toContain('data-save-as="doc:.docx xls:.xlsx"');
    expect(html).toContain('accept=".docx,.pdf"');
    expect(html).not.toContain('{{');
  });
});
