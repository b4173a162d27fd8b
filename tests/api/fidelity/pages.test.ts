import { existsSync, readFileSync } from 'node:fs';
import { silentLogger } from '@dragoman/core';
import { createApertiumEngine } from '@dragoman/engines/apertium';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareTrees } from '../../../bench/pages/trees.mjs';
import { engineThat, reverseWords, sweeping } from './engines.js';
import { fetchedFiles } from './real-files.js';
import { translateWith } from './translate-text.js';

const HTML = { tag_handling: 'html' };
// A sample; `npm run bench -- pages` translates whole libraries.
const pages = ['pages of Git', 'manual pages'].flatMap((kind) => fetchedFiles()[kind] ?? []);
const hasApertium = existsSync('/usr/share/apertium/modes');

describe('the comparison of trees', () => {
  it.each([
    ['<p>One <b>two</b></p>', '<p><b>dos</b> uno</p>', true],
    ['<p>One <b>two</b> <i>three</i></p>', '<p><i>tres</i> <b>dos</b> uno</p>', true],
    ['<p>One <b>two</b></p>', '<p>uno dos</p>', false],
    ['<p>a <b>b</b> <i>c</i></p>', '<p>a <b>b <i>c</i></b></p>', false],
    ['<p>a</p><div>b</div>', '<div>b</div><p>a</p>', false],
    ['<p><a href="x">a</a></p>', '<p><a href="y">a</a></p>', false],
    ['<p>a <!-- c --></p>', '<p>a</p>', false],
    ['<p>a <code>b</code></p>', '<p>a <code>c</code></p>', false],
  ])('of %s and %s finds them the same: %s', (source, translated, isSame) => {
    expect(compareTrees(source, translated).difference === undefined).toBe(isSame);
  });
});

describe.runIf(pages.length > 0)(`the trees of ${pages.length} real pages`, () => {
  it.each(pages)('$path', async ({ path }) => {
    const page = readFileSync(path, 'utf8');
    for (const behaviour of [reverseWords, sweeping]) {
      const translated = await translateWith(engineThat(behaviour))(page, HTML);
      expect(compareTrees(page, translated).difference).toBeUndefined();
    }
  });

  describe.runIf(hasApertium)('with Apertium', () => {
    const engine = createApertiumEngine({ log: silentLogger });
    beforeAll(() => engine.start());
    afterAll(() => engine.stop());

    it.each(pages.filter((_, index) => index % 10 === 0))('$path', async ({ path }) => {
      const page = readFileSync(path, 'utf8');
      const translated = await translateWith(engine)(page, HTML);
      expect(compareTrees(page, translated).difference).toBeUndefined();
    });
  });
});
