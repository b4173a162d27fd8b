import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { echo, engineThat, reverseWords, upperCase } from './engines.js';
import { fetchedFiles, machineFiles, type RealFile } from './real-files.js';
import { markupOf, nestingOf } from './structure.js';
import { translateWith } from './translate-text.js';

const WANTED = 200;

const unchanged = translateWith(engineThat(echo));
const inCapitals = translateWith(engineThat(upperCase));
const reversed = translateWith(engineThat(reverseWords));

const checkFile = async ({ path, syntax }: RealFile): Promise<void> => {
  const source = readFileSync(path, 'utf8');
  const options = { tag_handling: syntax };
  expect((await unchanged(source, options)) === source).toBe(true);
  const markup = markupOf(source, syntax);
  expect(markupOf(await inCapitals(source, options), syntax)).toEqual(markup);
  const turned = await reversed(source, options);
  expect(markupOf(turned, syntax).toSorted()).toEqual(markup.toSorted());
  const nesting = nestingOf(source, syntax);
  if (nesting) expect(nestingOf(turned, syntax)).toEqual(nesting);
};

const files = machineFiles(WANTED);
describe.runIf(files.length > 0)(`files of this machine: ${files.length} of ${WANTED}`, () => {
  it.each(files)('$path', checkFile);
});

// `npm test` fetches them where there is apt; without it they are skipped.
describe.each(Object.entries(fetchedFiles()))('%s', (_, rows) => {
  if (rows.length === 0) it.skip('none could be fetched');
  else it.each(rows)('$path', checkFile);
});
