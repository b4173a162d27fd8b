// Bundles the page's scripts and style sheets into `packages/web/dist/page`: what a browser loads one by one costs
// a round trip for each level of imports.
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const FOLDER = fileURLToPath(new URL('../packages/web/', import.meta.url));

/** @param to the folder for the files; what was there is deleted */
export const bundlePage = async (to = `${FOLDER}dist/page`) => {
  const options = {
    ...{ bundle: true, minify: true, format: 'esm', target: 'es2022', legalComments: 'none' },
    ...{ charset: 'utf8', absWorkingDir: FOLDER, logLevel: 'error' },
  };
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const locales = (await readdir(`${FOLDER}dist/browser/locales`))
    .filter((name) => name.endsWith('.js') && name !== 'en.js')
    .map((name) => `dist/browser/locales/${name}`);
  await Promise.all([
    // Both scripts use the theme, which is set only once.
    build({ ...options, entryPoints: ['dist/browser/theme.js'], outdir: to }),
    build({
      ...{ ...options, entryPoints: ['dist/browser/app.js'], outdir: to },
      external: ['./theme.js'],
    }),
    build({ ...options, entryPoints: locales, outdir: `${to}/locales` }),
    build({ ...options, entryPoints: ['page/page.css'], outdir: to }),
    copyFile(`${FOLDER}page/mark.svg`, `${to}/mark.svg`),
  ]);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundlePage();
