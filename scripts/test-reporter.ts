import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** What a run of Vitest comes to: the totals, and who is to be named at the end of the output. */
export interface VitestReport {
  passed: number;
  failed: number;
  /** Full names of the tests and files that failed. */
  failures: string[];
  /** Full names of the tests that passed at the second try only. */
  unstable: string[];
}

/** Writes the report to the file that `VITEST_REPORT_FILE` names. */
export default class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]) {
    const report: VitestReport = { passed: 0, failed: 0, failures: [], unstable: [] };
    const fail = (name: string) => {
      report.failed++;
      report.failures.push(name);
    };
    for (const testModule of modules) {
      const file = relative(process.cwd(), testModule.moduleId);
      let hasFailedTests = false;
      for (const test of testModule.children.allTests()) {
        const name = `${file} > ${test.fullName}`;
        const { state } = test.result();
        if (state === 'passed') report.passed++;
        if (state === 'failed') {
          hasFailedTests = true;
          fail(name);
        }
        if (test.diagnostic()?.flaky) report.unstable.push(name);
      }
      // A file that cannot be loaded, or a hook that fails.
      if (testModule.state() === 'failed' && !hasFailedTests) fail(file);
    }
    if (unhandledErrors.length > 0) fail(`${unhandledErrors.length} errors outside of a test`);
    writeFileSync(process.env.VITEST_REPORT_FILE!, JSON.stringify(report));
  }
}
