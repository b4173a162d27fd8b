// Translates whole libraries of real pages and compares their trees with those of the originals, node
// by node: `npm run bench -- pages [--library NAME]… [--every N] [--engine reversed|apertium]`.
import { parseArgs } from 'node:util';
import { createDetector, silentLogger } from '../packages/core/dist/index.js';
import { createApertiumEngine } from '../packages/engines/dist/apertium/index.js';
import { engineOf, reversed, translatorOver } from './markup/pipeline.mjs';
import { LIBRARIES, pagesOf, readPage } from './pages/libraries.mjs';
import { compareTrees } from './pages/trees.mjs';

const ENGINES = {
  /** Moves every word and tag, which is harder on the markup than any real engine. */
  reversed: () => engineOf(reversed, 2000),
  apertium: () => createApertiumEngine({ log: silentLogger }),
};
const MAX_SHOWN = 10;

/**
 * Translates pages of libraries and compares the trees.
 *
 * @param options.every one page of so many; 1 for all
 * @returns counts of pages and nodes, and each page whose tree differs, with where it does
 */
export const comparePages = async ({
  libraries = LIBRARIES,
  every = 1,
  engine: name = 'reversed',
}) => {
  const engine = ENGINES[name]();
  await engine.start();
  const translate = translatorOver(await createDetector(), engine);
  const rows = [];
  try {
    for (const library of libraries) {
      const paths = await pagesOf(library);
      const row = { library, pages: 0, nodes: 0, differences: [], isMissing: paths === undefined };
      rows.push(row);
      for (const [index, path] of (paths ?? []).entries()) {
        const page = index % every === 0 ? readPage(path) : undefined;
        if (page === undefined) continue;
        const translated = await translate(page, { tag_handling: 'html' });
        const { nodes, difference } = compareTrees(page, translated);
        row.pages++;
        row.nodes += nodes;
        if (difference !== undefined) row.differences.push({ path, difference });
      }
    }
  } finally {
    await engine.stop();
  }
  return rows;
};

export const run = async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      library: { type: 'string', multiple: true, default: LIBRARIES },
      every: { type: 'string', default: '1' },
      engine: { type: 'string', default: 'reversed' },
    },
  });
  const every = Number(values.every);
  if (!Number.isInteger(every) || every < 1 || !Object.hasOwn(ENGINES, values.engine)) {
    throw new Error('--every is a whole number from 1, --engine reversed or apertium');
  }
  const rows = await comparePages({ libraries: values.library, every, engine: values.engine });
  for (const { library, pages, nodes, differences, isMissing } of rows) {
    const counts = isMissing
      ? 'not in the archive of this machine'
      : `${pages} pages, ${nodes} nodes, ${differences.length} pages with another tree`;
    process.stdout.write(`${library.padEnd(12)} ${counts}\n`);
    for (const { path, difference } of differences.slice(0, MAX_SHOWN))
      process.stdout.write(`  ${path}\n    ${difference.slice(0, 500)}\n`);
  }
  if (rows.some(({ differences }) => differences.length > 0)) process.exitCode = 1;
};
