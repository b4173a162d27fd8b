import { isAscii } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

/** What `bin/dragoman.js` runs. */
interface Program {
  main(args: readonly string[]): Promise<void>;
}

/**
 * Chooses what to run: the bundle, which loads faster, unless a package was compiled after it was made.
 *
 * @param packages the folder with all packages, with a slash at the end
 */
export const chooseProgram = async (packages: URL): Promise<URL> => {
  const bundle = new URL('server/dist/bundle/main.cjs', packages);
  const bundledMs = await modifiedMs(bundle);
  const compiled = (await readdir(packages)).map((name) =>
    modifiedMs(new URL(`${name}/dist/.tsbuildinfo`, packages)),
  );
  const isCurrent = (await Promise.all(compiled)).every((compiledMs) => compiledMs < bundledMs);
  return isCurrent ? bundle : new URL('server/dist/cli/main.js', packages);
};

const modifiedMs = async (file: URL): Promise<number> =>
  (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;

/** Loads what {@link chooseProgram} chose. */
export const loadProgram = async (chosen: URL): Promise<Program> =>
  chosen.pathname.endsWith('.cjs')
    ? loadBundle(fileURLToPath(chosen)).program
    : import(chosen.href);

/** Where what V8 compiled of a bundle is kept. */
export const compiledPathOf = (bundle: string): string => `${bundle}.compiled`;

/**
 * Loads a bundle as a CommonJS module, and what V8 compiled of it before. Where that was made by
 * another version of Node, V8 leaves it aside and compiles what is called, as usual.
 *
 * @param file its absolute path; ASCII is read fastest
 * @returns the script, too: what has been compiled of it can be had from it
 */
export const loadBundle = (
  file: string,
): { readonly program: Program; readonly script: Script } => {
  const compiled = compiledPathOf(file);
  const bytes = readFileSync(file);
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  // As Node wraps CommonJS modules.
  const source = `(function (exports, require, module, __filename, __dirname) { ${text}\n})`;
  const script = new Script(source, {
    filename: file,
    ...(existsSync(compiled) && { cachedData: readFileSync(compiled) }),
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  return { program: module.exports as Program, script };
};
