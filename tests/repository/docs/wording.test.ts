import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pagePaths, readPage } from './pages.js';

/** Words that readers stumble over, with the usual ones; the list is in CONTRIBUTING.md. */
const RULES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bby the minute\b/, 'per minute'],
  [
    /\b(?:characters|lines|pairs|pipelines?|requests|rows|sentences|strings|texts?|tokens|translations|words) an? (?:call|core|day|key|line|minute|month|page|pair|request|second)\b/,
    'per second, per call',
  ],
  [/\bunder ?way\b/, 'in flight, running'],
  [/\blongest unused\b|\bunused (?:for )?longest\b/, 'least recently used'],
  [/\bmakes room\b/, 'is evicted'],
  [/\bmend(?:s|ed|ing)?\b/, 'repair, fix'],
  [/\bsets? aside\b/, 'reserve'],
  [/\bhand(?:s|ed|ing)? in\b/, 'report, submit'],
  [/\btold apart\b|\btells? (?:\w+ )?apart\b/, 'distinguish'],
  [/\btells? the rest\b|\blogs? tells?\b|\bmetrics tells?\b/, 'contains, lists, reports'],
  [/\btells one\b|\bis told by\b/, 'has, reports, is identified by'],
  [/\bletter for letter\b/, 'verbatim'],
  [/\btak(?:es?|en) (?:it|them|the model) up\b/, 'picks up, loads'],
  [/\bgives? (?:a|the) \w+ up\b/, 'cancel, evict'],
  [/\bleaves? the house\b/, 'leaves the machine'],
  [/\bin silence\b/, 'silently'],
  [/\banew\b/, 'again'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\bso many\b/i, 'the number'],
];

const pages = pagePaths()
  .filter((path) => /(?:^|^packages\/.*\/)README\.md$|^docs\//.test(path))
  .map(readPage);

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A source file with its comments and strings on one line, so that sentences are whole. */
const readSource = (path: string): string =>
  readFileSync(`${ROOT}${path}`, 'utf8').replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');

const SOURCES = [
  'packages/*/src/**/*.ts',
  'packages/web/page/*.css',
  'packages/web/page/*.html',
  'scripts/**/*.mjs',
];

const sources = execFileSync('git', ['ls-files', ...SOURCES.map((path) => `:(glob)${path}`)], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => !path.endsWith('.test.ts'));

const stumblesIn = (text: string): readonly string[] =>
  RULES.flatMap(([phrase, instead]) => {
    const found = phrase.exec(text);
    return found ? [`"${found[0]}": write "${instead}"`] : [];
  });

describe('the wording of comments and messages', () => {
  it('has the terms people search for, too', () => {
    expect(sources.length).toBeGreaterThan(500);
    const found = sources.flatMap((path) =>
      stumblesIn(readSource(path)).map((stumble) => `${path}: ${stumble}`),
    );
    expect(found).toEqual([]);
  });
});

describe('the wording of the documentation', () => {
  it.each(pages)('$path uses the terms people search for', ({ text }) => {
    expect(stumblesIn(text)).toEqual([]);
  });

  it.each([
    'limits by the minute',
    'the longest unused makes room',
    'one text a call',
    '500 words a second',
    'requests under way',
    'comes back letter for letter',
    'a running server takes them up',
  ])('does not include "%s"', (text) => {
    expect(stumblesIn(text)).not.toEqual([]);
  });

  it.each(['500 words per second', 'a request, a second one', 'the tokens of a key'])(
    'may include "%s"',
    (text) => {
      expect(stumblesIn(text)).toEqual([]);
    },
  );
});
