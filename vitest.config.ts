import { defineConfig } from 'vitest/config';

// Packages find each other through their `exports`, that is in dist: build before testing.
export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Processes rather than threads: tests start engines and signal processes.
    pool: 'forks',
    // More than the cores of a small machine: many tests wait for programs that they start.
    maxWorkers: 3,
    // Files share the modules they import; loading those again for each file takes longer than most tests.
    isolate: false,
    // Far beyond what any test takes: only one that hangs is to fail by it.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
