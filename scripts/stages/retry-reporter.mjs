import { shorten } from './test-report.mjs';

/** For Vitest: says at the end which tests passed only when they were repeated, and why. */
// biome-ignore lint/style/noDefaultExport: what Vitest loads by path is the default export
export default class RetryReporter {
  #tests = [];

  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const [error] = test.result().errors ?? [];
    const name = `${test.module.relativeModuleId}: ${test.fullName}`;
    this.#tests.push(name + shorten(error?.stack ?? error?.message));
  }

  onTestRunEnd() {
    if (this.#tests.length > 0) console.log(['Passed when repeated:', ...this.#tests].join('\n  '));
  }
}
