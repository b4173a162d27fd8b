import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

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

// Packages find each other through their `exports`, that is in dist: build before testing.
export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Processes rather than threads: tests start engines and signal processes.
    pool: 'forks',
    // More than the cores of a small machine: many tests wait for programs that they start.
    maxWorkers: 4,
    // Files share the modules they import; loading those again for each file takes longer than most tests.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    // Far beyond what any test takes: only one that hangs is to fail by it.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
