import { describe, expect, it } from 'vitest';
import { ensureNode } from '../../scripts/setup.mjs';
import { countTests } from '../../scripts/stages/test-stages.mjs';

const report = (counts: Partial<Record<string, unknown>>) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...counts,
});

describe('counting tests', () => {
  it('adds what was left out to what was skipped', () => {
    const counts = countTests(
      report({ numPassedTests: 7, numPendingTests: 2, numTodoTests: 1 }),
      0,
    );
    expect(counts).toEqual({ passed: 7, failed: 0, skipped: 3 });
  });

  it('counts a file that failed before its first test', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ];
    const counts = countTests(report({ numPassedTests: 1, numFailedTests: 1, testResults }), 1);
    expect(counts).toEqual({ passed: 1, failed: 2, skipped: 0 });
  });

  it('counts a run that failed although every test passed', () => {
    expect(countTests(report({ numPassedTests: 7 }), 1).failed).toBe(1);
  });

  it('counts a run without a report as one failure', () => {
    expect(countTests(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
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
