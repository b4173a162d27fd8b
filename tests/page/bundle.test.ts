import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CONTENT_SECURITY_POLICY, loadPage } from '@dragoman/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundlePage } from '../../scripts/bundle-page.mjs';

const OPTIONS = {
  maxBodyBytes: 131_072,
  maxDocumentBytes: 1_000_000,
  maxCharacters: 20_000,
  hasPassword: false,
  saveAs: {},
  pictures: [],
  documentKinds: [],
};

describe('the page in few files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-page-'));
    await bundlePage(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const load = () => loadPage(OPTIONS, pathToFileURL(`${folder}/`));

  it('needs three files besides itself and its icon, and one for another language', async () => {
    const [page, ...others] = await load();
    const html = page?.body.toString() ?? '';
    const named = [...html.matchAll(/(?:src|href)="(page\/[^#"]+)"/g)].map(([, path]) => path);
    const first = others.filter(({ path }) => !path.includes('/locales/'));
    expect(first.map(({ path }) => path).sort()).toEqual(named.sort());
    expect(first).toHaveLength(4);
    // English is in the script.
    expect(others.filter(({ path }) => path.endsWith('/locales/de.js'))).toHaveLength(1);
    expect(others.filter(({ path }) => path.endsWith('/locales/en.js'))).toHaveLength(0);
  });

  it('weighs less than 40 kB, compressed', async () => {
    const files = (await load()).filter(({ path }) => !path.includes('/locales/'));
    const bytes = files.reduce((sum, { compressed }) => sum + compressed('br').length, 0);
    expect(bytes).toBeLessThan(40_000);
  });

  it('runs nothing that its policy forbids, and names no other place', async () => {
    expect(CONTENT_SECURITY_POLICY).toContain("script-src 'self';");
    for (const { path, body } of await load()) {
      const text = body.toString();
      expect({ path, found: text.match(/\beval\(|new Function\(|<script(?![^>]* src=)/g) }).toEqual(
        { path, found: null },
      );
      const addresses = text.match(/\b(https?:)?\/\/[a-z][^\s"')]*/gi) ?? [];
      const asked = addresses.filter((address) => address !== 'http://www.w3.org/2000/svg');
      expect({ path, asked }).toEqual({ path, asked: [] });
    }
  });
});
