// Bundles the program into `packages/server/dist/bundle`. Node resolves, opens and links every module on its own, and
// there are some 1,100 when a server starts: that took half of the time until it was ready. The programs of threads
// and engine processes are bundled, too, each by itself: each document starts one.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PACKAGES = fileURLToPath(new URL('../packages/', import.meta.url));

/** They load files that lie beside their own. */
const WITH_FILES = ['libsql', 'harfbuzzjs', 'ioredis'];

const OURS = /\/packages\/([^/]+)\/dist\/.*\.js$/;
/** How a module of ours names a program in `dist` of its package. */
const PROGRAM_PLACE = /(?:\.\.\/)+dist\/([^'`]*)(['`]), import\.meta\.url/g;
/** How a module of the server says which one. */
const THREAD = /\b(?:startThread|runInThread)\(\s*['"]([^'"]+)['"]/g;

const relativePath = (from, to) => relative(from, to).replaceAll('\\', '/');

/**
 * Modules of ours go on finding files from the place where they were compiled to; other programs they find in the
 * bundle.
 *
 * @param folder the one of the file that is written
 * @param onProgram called with the package and the path of each program
 */
const keepPlaces = (folder, programs, onProgram) => ({
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: OURS }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const [, owner] = OURS.exec(path);
      for (const [, program] of source.matchAll(THREAD)) onProgram(owner, program);
      const place = JSON.stringify(relativePath(folder, path));
      const bundled = `./${relativePath(folder, join(programs, owner))}/`;
      // Cut at what stays as it is: the place of the file that is written.
      const contents = source
        .replace(PROGRAM_PLACE, (_, program, quote) => {
          if (!program.includes('$')) onProgram(owner, program);
          return `${bundled}${program}${quote}, import.meta.bundle`;
        })
        .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
        .replaceAll('import.meta.bundle', 'import.meta.url');
      return { contents, loader: 'js', resolveDir: dirname(path) };
    });
  },
});

/** @returns what each of the written files was made of */
const bundleOne = async (entry, folder, name, plugin) => {
  const { metafile } = await build({
    absWorkingDir: PACKAGES,
    entryPoints: [entry],
    outdir: folder,
    entryNames: name,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // The module builds of some packages (jsonc-parser) can be bundled, their CommonJS ones cannot.
    mainFields: ['module', 'main'],
    // Names stay as they are, for stack traces and profiles.
    minifyWhitespace: true,
    metafile: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'error',
    external: WITH_FILES,
    // Bundled CommonJS modules require Node's own.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [plugin],
  });
  return metafile.outputs;
};

/**
 * Writes `sources.json`, too: what each file of the main program was made of.
 *
 * @param to the folder for the files; what was there is deleted
 */
export const bundleServer = async (to = join(PACKAGES, 'server/dist/bundle')) => {
  await rm(to, { recursive: true, force: true });
  const programs = join(to, 'programs');
  const found = new Map();
  const onProgram = (owner, path) => {
    const key = `${owner}/${path}`;
    if (found.has(key)) return;
    const folder = dirname(join(programs, key));
    const own = keepPlaces(folder, programs, onProgram);
    // A promise of its own for each: they are found while others are being made.
    found.set(key, bundleOne(`${owner}/dist/${path}`, folder, basename(path, '.js'), own));
  };
  const plugin = keepPlaces(to, programs, onProgram);
  const outputs = await bundleOne('server/dist/cli/main.js', to, 'main', plugin);
  // A program may name others in turn.
  for (const made of found.values()) await made;
  const sources = Object.entries(outputs).map(([file, { inputs }]) => [
    basename(file),
    Object.keys(inputs),
  ]);
  await writeFile(join(to, 'sources.json'), JSON.stringify(Object.fromEntries(sources)));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleServer();
