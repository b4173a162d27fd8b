// Bundles the program into `packages/server/dist/bundle`. Node resolves, opens and links every module on its own, and
// there are some 1,100 when a server starts: that took half of the time until it was ready.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const FOLDER = fileURLToPath(new URL('../packages/server/', import.meta.url));

/** They load files that lie beside their own. */
const WITH_FILES = ['libsql', 'harfbuzzjs', 'ioredis'];

/** Modules of ours go on finding threads, programs and files from the place where they were compiled to. */
const keepPlaces = (folder) => ({
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\/packages\/[^/]+\/dist\/.*\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const place = JSON.stringify(relative(folder, path).replaceAll('\\', '/'));
      const contents = source.replaceAll(
        'import.meta.url',
        `new URL(${place}, import.meta.url).href`,
      );
      return { contents, loader: 'js', resolveDir: dirname(path) };
    });
  },
});

/**
 * Writes `sources.json`, too: what each file was made of.
 *
 * @param to the folder for the files; what was there is deleted
 */
export const bundleServer = async (to = `${FOLDER}dist/bundle`) => {
  await rm(to, { recursive: true, force: true });
  const { metafile } = await build({
    ...{ absWorkingDir: FOLDER, entryPoints: ['dist/cli/main.js'], outdir: to, entryNames: 'main' },
    ...{ bundle: true, splitting: true, platform: 'node', format: 'esm', target: 'node20' },
    // The module builds of some packages (jsonc-parser) can be bundled, their CommonJS ones cannot.
    mainFields: ['module', 'main'],
    // Names stay as they are, for stack traces and profiles.
    minifyWhitespace: true,
    metafile: true,
    ...{ charset: 'utf8', legalComments: 'none', logLevel: 'error', external: WITH_FILES },
    // Bundled CommonJS modules require Node's own.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [keepPlaces(to)],
  });
  const sources = Object.entries(metafile.outputs).map(([file, { inputs }]) => [
    basename(file),
    Object.keys(inputs),
  ]);
  await writeFile(join(to, 'sources.json'), JSON.stringify(Object.fromEntries(sources)));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleServer();
