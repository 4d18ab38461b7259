import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs all suites to their end and prints the totals: `N passed, N failed`. With --long also the proofs of which
 * otherwise only a sample runs.
 */
const reports = mkdtempSync(join(tmpdir(), 'wopack-test-'));
const root = join(import.meta.dirname, '..');
const longEnv = process.argv.includes('--long') ? { TEST_LONG: '1' } : {};

interface TestCounts {
  passed: number;
  failed: number;
}

function runSuite(
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  readCounts: () => TestCounts,
): TestCounts {
  const { status } = spawnSync('npx', args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...longEnv, ...env },
  });
  try {
    const counts = readCounts();
    // A suite that fails outside its tests counts as one failure.
    return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const readReport = (file: string) => JSON.parse(readFileSync(join(reports, file), 'utf8'));

const vitestCounts = runSuite(
  ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${join(reports, 'vitest.json')}`],
  root,
  {},
  () => {
    const { numPassedTests, numFailedTests } = readReport('vitest.json');
    return { passed: numPassedTests, failed: numFailedTests };
  },
);
const playwrightCounts = runSuite(
  ['playwright', 'test', '--reporter=list,json'],
  join(root, 'e2e'),
  { PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json') },
  () => {
    const { expected, flaky, unexpected } = readReport('playwright.json').stats;
    if (flaky) process.stdout.write(`${flaky} journeys passed at the second try only\n`);
    return { passed: expected + flaky, failed: unexpected };
  },
);

const failed = vitestCounts.failed + playwrightCounts.failed;
process.stdout.write(`\n${vitestCounts.passed + playwrightCounts.passed} passed, ${failed} failed\n`);
process.exit(failed ? 1 : 0);
