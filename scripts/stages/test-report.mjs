import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Enough of a failure's message to see what was expected; the whole of it is in the output above. */
const MAX_MESSAGE_LINES = 4;

/** What Vitest's JSON reporter wrote, or undefined if it wrote nothing that can be read. */
export const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

/** The first lines of an error's message, each on a line of its own. */
export const shorten = (message) =>
  stripVTControlCharacters(message ?? '')
    .trim()
    .split('\n')
    .slice(0, MAX_MESSAGE_LINES)
    .map((line) => `\n    ${line}`)
    .join('');

/** One entry for each failed test, and for each file that failed before its first test. */
const listFailures = (report, root) =>
  report.testResults
    .filter((file) => file.status === 'failed')
    .flatMap((file) => {
      const path = file.name && relative(root, file.name);
      const failed = file.assertionResults.filter((test) => test.status === 'failed');
      if (failed.length === 0) return [`${path}${shorten(file.message)}`];
      return failed.map((test) => `${path}: ${test.fullName}${shorten(test.failureMessages?.[0])}`);
    });

/** Counts tests; a file that failed before its first test counts as one failed test. */
export const countTests = (report, { exitCode, root }) => {
  if (!report) return { passed: 0, failed: 1, skipped: 0, failures: ['tests: no report'] };
  const failures = listFailures(report, root);
  // Such as an error thrown outside of any test, or no test found at all.
  if (failures.length === 0 && exitCode !== 0) failures.push('tests: an error outside of any test');
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  };
};
