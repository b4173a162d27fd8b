// Bundles the program into `packages/server/dist/bundle`. Node resolves, opens and links every module on its own, and
// there are some 1,100 when a server starts: that took half of the time until it was ready. The programs of threads
// and engine processes are bundled, too, each by itself: each document starts one.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { runCommand } from './common/run-command.mjs';

const PACKAGES = fileURLToPath(new URL('../packages/', import.meta.url));

/** They load files that lie beside their own. */
const WITH_FILES = ['libsql', 'harfbuzzjs', 'ioredis'];

const OURS = /\/packages\/([^/]+)\/dist\/.*\.js$/;
/** How a module of ours names a program in `dist` of its package. */
const PROGRAM_PLACE = /(?:\.\.\/)+dist\/([^'`]*)(['`]), import\.meta\.url/g;
/** How a module of the server says which one. */
const THREAD = /\b(?:startThread|runInThread)\(\s*['"]([^'"]+)['"]/g;

const COMPILE_TIMEOUT_MS = 60_000;

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
      // `import.meta.bundle` stands for the URL of the bundle itself, which is put in last.
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

/** What both kinds of bundle have in common. */
const OPTIONS = {
  absWorkingDir: PACKAGES,
  bundle: true,
  platform: 'node',
  target: 'node20',
  // The module builds of some packages (jsonc-parser) can be bundled, their CommonJS ones cannot.
  mainFields: ['module', 'main'],
  // Names stay as they are, for stack traces and profiles.
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'error',
  external: WITH_FILES,
};

/** The program of a thread or a process, as modules. */
const bundleProgram = (entry, folder, plugin) =>
  build({
    ...OPTIONS,
    entryPoints: [entry],
    outdir: folder,
    entryNames: basename(entry, '.js'),
    splitting: true,
    format: 'esm',
    charset: 'utf8',
    banner: {
      // Bundled CommonJS modules require Node's own.
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [plugin],
  });

/**
 * Escapes what esbuild leaves: the letters of regular expressions and of templates with a tag, where an escape means
 * the same (the raw templates of ours become regular expressions, too).
 */
const inAscii = (code) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * The main program, as one script: V8 keeps what it compiled of it beside it. It is ASCII, which is read in half of the
 * time and takes half of the memory.
 */
const bundleMain = async (file, plugin) => {
  const { outputFiles } = await build({
    ...OPTIONS,
    entryPoints: ['server/dist/cli/main.js'],
    outfile: file,
    write: false,
    format: 'cjs',
    define: { 'import.meta.url': 'bundleUrl' },
    banner: { js: "const bundleUrl=require('node:url').pathToFileURL(__filename).href;" },
    // They become calls of `require`: a script in a virtual machine has no loader of modules.
    supported: { 'dynamic-import': false },
    plugins: [plugin],
  });
  await mkdir(dirname(file), { recursive: true });
  for (const { path, text } of outputFiles) await writeFile(path, inAscii(text));
};

/** @param to the folder for the files; what was there is deleted */
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
    found.set(key, bundleProgram(`${owner}/dist/${path}`, folder, own));
  };
  const main = join(to, 'main.cjs');
  await bundleMain(main, keepPlaces(to, programs, onProgram));
  // A program may name others in turn.
  for (const made of found.values()) await made;
  const { code } = await runCommand(
    process.execPath,
    [join(PACKAGES, '../scripts/compile-bundle.mjs'), main],
    {
      timeoutMs: COMPILE_TIMEOUT_MS,
    },
  );
  if (code !== 0) console.log('The bundle could not be compiled: programs start more slowly.');
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleServer();
