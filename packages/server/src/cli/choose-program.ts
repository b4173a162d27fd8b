import { readdir, stat } from 'node:fs/promises';

/**
 * Chooses what to run: the bundle, which loads faster, unless a package was compiled after it was made.
 *
 * @param packages the folder with all packages, with a slash at the end
 * @returns a module that exports `main`
 */
export const chooseProgram = async (packages: URL): Promise<URL> => {
  const bundle = new URL('server/dist/bundle/main.js', packages);
  const bundledMs = await modifiedMs(bundle);
  const compiled = (await readdir(packages)).map((name) =>
    modifiedMs(new URL(`${name}/dist/.tsbuildinfo`, packages)),
  );
  const isCurrent = (await Promise.all(compiled)).every((compiledMs) => compiledMs < bundledMs);
  return isCurrent ? bundle : new URL('server/dist/cli/main.js', packages);
};

const modifiedMs = async (file: URL): Promise<number> =>
  (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
