import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { portionMarkup } from '@dragoman/core';
import { describe, expect, it } from 'vitest';
import { tokenize } from '../../packages/core/src/markup/tokenize.js';
import { echo, engineThat, reverseWords, upperCase } from './engines.js';
import { translateWith } from './translate-text.js';

const FOLDERS = ['/usr/share/doc', '/usr/share/xml', '/usr/share/apertium', '/usr/share/mime'];
const MORE_FOLDERS = ['/usr/share/gtk-doc', '/usr/share/sgml', '/usr/lib/python3', '/usr/share'];
const SYNTAX: Readonly<Record<string, 'html' | 'xml'>> = {
  '.htm': 'html',
  '.html': 'html',
  '.xhtml': 'html',
  '.dbk': 'xml',
  '.docbook': 'xml',
  '.svg': 'xml',
  '.xlf': 'xml',
  '.xliff': 'xml',
  '.xml': 'xml',
};
const NO_TAG_RULES = {
  outlineDetection: true,
  splitting: new Set<string>(),
  nonSplitting: new Set<string>(),
  ignored: new Set<string>(),
};
const WANTED = 200;
const PER_FOLDER = 12;
const MAX_FOLDERS = 20_000;
const MAX_BYTES = 131_072;

/** HTML and XML as it lies about on the machine, not too much from one folder. */
const findFiles = (): readonly string[] => {
  const found: string[] = [];
  const waiting = [...FOLDERS, ...MORE_FOLDERS];
  const seen = new Set<string>();
  while (waiting.length > 0 && found.length < WANTED && seen.size < MAX_FOLDERS) {
    const folder = waiting.shift() ?? '';
    if (seen.has(folder)) continue;
    seen.add(folder);
    let entries: ReturnType<typeof readEntries>;
    try {
      entries = readEntries(folder);
    } catch {
      continue;
    }
    let count = 0;
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      if (!entry.isFile() || !SYNTAX[extname(entry.name)] || count >= PER_FOLDER) continue;
      const { size } = statSync(path);
      if (size === 0 || size > MAX_BYTES) continue;
      found.push(path);
      count++;
    }
  }
  return found.slice(0, WANTED);
};

const readEntries = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).sort((one, two) => (one.name < two.name ? -1 : 1));

const markupOf = (text: string, syntax: 'html' | 'xml'): readonly string[] =>
  tokenize(text, syntax)
    .filter((token) => token.kind !== 'text')
    .map((token) => text.slice(token.start, token.end));

const files = findFiles();

describe.runIf(files.length > 0)(`real files: ${files.length} of ${WANTED}`, () => {
  const unchanged = translateWith(engineThat(echo));
  const inCapitals = translateWith(engineThat(upperCase));
  const engine = engineThat(reverseWords);
  // Else a portion that looks like the target language would be left alone.
  const capabilities = { ...engine.capabilities, keepsForeignWords: true };
  const reversed = translateWith({ ...engine, capabilities });

  it.each(files)('%s', async (path) => {
    const syntax = SYNTAX[extname(path)] ?? 'xml';
    const source = readFileSync(path, 'utf8');
    const options = { tag_handling: syntax };
    expect((await unchanged(source, options)) === source).toBe(true);
    expect(markupOf(await inCapitals(source, options), syntax)).toEqual(markupOf(source, syntax));
    const turned = await reversed(source, options);
    expect(markupOf(turned, syntax).toSorted()).toEqual(markupOf(source, syntax).toSorted());
    const { leading, segments } = portionMarkup(source, { ...NO_TAG_RULES, syntax }, 1000);
    const parts = [leading];
    for (const { text, gap } of segments) parts.push(await reversed(text, options), gap);
    expect(parts.join('') === turned).toBe(true);
  });
});
