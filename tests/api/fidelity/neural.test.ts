import { readFileSync } from 'node:fs';
import { silentLogger } from '@dragoman/core';
import { createNeuralEngine } from '@dragoman/engines/neural';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_MODELS } from '../../../packages/engines/dist/neural/testing/copy-model.js';
import type { Case } from './cases/case.js';
import { BLOCKS_OF_HTML } from './cases/html-blocks.js';
import { CARRIED_HTML } from './cases/html-carried.js';
import { INLINE_HTML } from './cases/html-inline.js';
import { UNTRANSLATED_HTML } from './cases/html-notranslate.js';
import { REFERENCES } from './cases/references.js';
import { XML } from './cases/xml.js';
import { fetchedFiles, machineFiles } from './real-files.js';
import { type MarkupSyntax, markupOf, nestingOf } from './structure.js';
import { translateWith } from './translate-text.js';

const MAX_FILE_BYTES = 12_000;
const FILES_OF_A_KIND = 6;

/** The model copies what it reads, more or less: every word may come out different, as with others. */
describe('markup with a neural model', () => {
  const engine = createNeuralEngine(
    { log: silentLogger },
    { modelDirectories: [TEST_MODELS], threadCount: 1 },
  );
  const translate = translateWith(engine);

  beforeAll(() => engine.start());
  afterAll(() => engine.stop());

  const expectSameStructure = async (
    source: string,
    syntax: MarkupSyntax,
    options: object = {},
  ): Promise<void> => {
    const translated = await translate(source, { tag_handling: syntax, ...options });
    expect(markupOf(translated, syntax).toSorted()).toEqual(markupOf(source, syntax).toSorted());
    const nesting = nestingOf(source, syntax);
    if (nesting) expect(nestingOf(translated, syntax)).toEqual(nesting);
  };

  it.each([
    'Press the <b>small button</b> and wait.',
    'Press <b>the <i>small</i> button</b> and <a href="x">wait for it</a>.',
    'The <b>file</b> is open<sup>1</sup>, and it is <!-- very --> free.',
    'You can <u>o</u>pen the file.',
  ])('comes back as it was where the words do: %s', async (text) => {
    expect(await translate(text, { tag_handling: 'html' })).toBe(text);
  });

  const html = [INLINE_HTML, BLOCKS_OF_HTML, CARRIED_HTML, UNTRANSLATED_HTML, REFERENCES];
  it.each([
    ...html.flat().map((row: Case) => ({ row, syntax: 'html' as const })),
    ...XML.map((row: Case) => ({ row, syntax: 'xml' as const })),
  ])('has its structure: $row.0, $row.1', async ({ row: [, source, , options], syntax }) => {
    await expectSameStructure(source, syntax, options);
  });

  const files = [...Object.values(fetchedFiles()), machineFiles(100)].flatMap((rows) =>
    rows.filter(({ bytes }) => bytes <= MAX_FILE_BYTES).slice(0, FILES_OF_A_KIND),
  );
  describe.runIf(files.length > 0)('real files', () => {
    it.each(files)('$path', async ({ path, syntax }) => {
      await expectSameStructure(readFileSync(path, 'utf8'), syntax);
    });
  });
});
