import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { chooseProgram } from './packages/server/src/cli/choose-program.js';

/** Files that take longest, mostly because they wait for programs: at the end, others would wait for them. */
const SLOWEST = [
  'tests/repository/docs/commands',
  'tests/documents/several-servers',
  'tests/programs/command-line',
  'tests/documents/libreoffice',
  'tests/accounts/outage',
  'tests/accounts/',
  'tests/documents/',
  'tests/faults/',
  'tests/repository/engine-builds',
  'tests/programs/',
  'tests/page/',
  'tests/operations/',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = SLOWEST.findIndex((start) => moduleId.includes(`/${start}`));
  return rank < 0 ? SLOWEST.length : rank;
};

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

/** How a source names the program of a thread or a process, in `dist` of its package. */
const PROGRAM_PLACE = /(?:\.\.\/)+dist\/([^'`]*['`]), import\.meta\.url/g;
const SOURCE = /\/packages\/(engines|server)\/src\/.*(?<!\.test)\.ts$/;

/**
 * Sources start the programs in the bundle, as the product does: loading all modules of a program takes a thread
 * four times as long. Where packages were compiled after the bundle was made, the programs stay those in `dist`.
 */
const startBundledPrograms = async (): Promise<Plugin> => {
  const chosen = await chooseProgram(new URL('packages/', import.meta.url));
  const isCurrent = chosen.pathname.endsWith('/bundle/main.cjs');
  return {
    name: 'start-bundled-programs',
    enforce: 'pre',
    transform(code, id) {
      const owner = SOURCE.exec(id)?.[1];
      if (!isCurrent || owner === undefined) return undefined;
      const folder = new URL(`programs/${owner}/`, chosen).href;
      return code.replaceAll(PROGRAM_PLACE, (_, program) => `${folder}${program}, import.meta.url`);
    },
  };
};

// Packages find each other through their `exports`, that is in dist: build before testing.
export default defineConfig({
  plugins: [startBundledPrograms()],
  test: {
    include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Processes rather than threads: tests start engines and signal processes.
    pool: 'forks',
    // More than the cores of a small machine: many tests wait for programs that they start.
    maxWorkers: 6,
    // Files share the modules they import; loading those again for each file takes longer than most tests.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    // Far beyond what any test takes: only one that hangs is to fail by it.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
