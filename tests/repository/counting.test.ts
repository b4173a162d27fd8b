import { describe, expect, it } from 'vitest';
import { ensureNode } from '../../scripts/setup.mjs';
import { countTests } from '../../scripts/stages/test-report.mjs';

const report = (counts: Partial<Record<string, unknown>>) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...counts,
});

const count = (counts: Partial<Record<string, unknown>>, exitCode: number) =>
  countTests(report(counts), { exitCode, root: '/project' });

describe('counting tests', () => {
  it('adds what was left out to what was skipped', () => {
    expect(count({ numPassedTests: 7, numPendingTests: 2, numTodoTests: 1 }, 0)).toEqual({
      passed: 7,
      failed: 0,
      skipped: 3,
      failures: [],
    });
  });

  it('counts and names what failed, also a file that failed before its first test', () => {
    const testResults = [
      {
        name: '/project/tests/broken.test.ts',
        status: 'failed',
        message: '\u001b[31mSyntaxError: no\u001b[39m',
        assertionResults: [],
      },
      {
        name: '/project/tests/wrong.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds numbers' },
          { status: 'failed', fullName: 'adds words', failureMessages: ['expected a\n at b.ts:1'] },
        ],
      },
      { name: '/project/tests/right.test.ts', status: 'passed', assertionResults: [] },
    ];
    const counts = count({ numPassedTests: 1, numFailedTests: 1, testResults }, 1);
    expect(counts).toEqual({
      passed: 1,
      failed: 2,
      skipped: 0,
      failures: [
        'tests/broken.test.ts\n    SyntaxError: no',
        'tests/wrong.test.ts: adds words\n    expected a\n     at b.ts:1',
      ],
    });
  });

  it('counts a run that failed although every test passed', () => {
    expect(count({ numPassedTests: 7 }, 1).failed).toBe(1);
  });

  it('counts a run without a report as one failure', () => {
    expect(countTests(undefined, { exitCode: 0, root: '/project' }).failed).toBe(1);
  });
});

describe('the Node.js version', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.21.0'])('%s will do', (version) => {
    expect(ensureNode(version)).toBe(version);
  });

  it.each(['20.18.3', '18.20.8', '9.0.0'])('%s will not', (version) => {
    expect(() => ensureNode(version)).toThrow(/needs Node.js 20\.19 or newer/);
  });
});
