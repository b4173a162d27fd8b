// Everything a fresh clone needs before it can start. Only `node:` modules may be imported here:
// node_modules may not exist yet.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureNativeEngine } from './build-engine.mjs';
import { ensureBuilt } from './common/build.mjs';
import { SetupError, step } from './common/steps.mjs';
import { ensureDebianPackages } from './packages/debian-packages.mjs';
import { ensureNpmPackages } from './packages/npm-packages.mjs';

/** The folder of the repository. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const MINIMUM_NODE = [20, 19];

/** Throws when this Node.js is older than the product can run on. */
export const ensureNode = (version = process.versions.node) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor, wantedMinor] = MINIMUM_NODE;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return version;
  throw new SetupError(
    `Dragoman needs Node.js ${MINIMUM_NODE.join('.')} or newer; this is ${version}.`,
  );
};

const languagePackages = () => {
  const path = join(ROOT, 'scripts', 'language-packages.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).default : [];
};

/**
 * Installs the Apertium language pairs and a dictionary of German nouns, or says in one line how to.
 * Never throws.
 */
export const ensureLanguages = () => ensureDebianPackages(languagePackages());

/**
 * Makes a clone ready to run; prints one line a step. `withBuild: false` leaves the build out.
 * Resolves to `{ hasLanguages }`: whether all packages of languages are there.
 */
export const setUp = async ({ print, withBuild = true } = {}) => {
  await step('Node.js', () => ensureNode(), { print });
  await step('npm packages', () => ensureNpmPackages(ROOT), { print });
  if (withBuild) await step('build', () => ensureBuilt(ROOT), { print });
  await step('neural engine', () => ensureNativeEngine(), { print });
  const { isComplete } = await step('languages', () => ensureLanguages(), { print });
  return { hasLanguages: isComplete };
};

/**
 * Runs a script; errors that the user must fix are shown without a stack trace, and the exit code
 * is 1.
 */
export const runScript = async (work) => {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    process.exitCode = 1;
  }
};

// `node scripts/setup.mjs`: only makes the clone ready, for those who start the server in another
// way.
if (process.argv[1] === fileURLToPath(import.meta.url)) await runScript(() => setUp());
