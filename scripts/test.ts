import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import type { VitestReport } from './test-reporter.ts';

/**
 * Runs all suites to their end and prints the totals: `N passed, N failed`. With --long also the proofs of which
 * otherwise only a sample runs.
 */
const temporaryDir = mkdtempSync(join(findFastestDir(), 'wopack-test-'));
// PostgreSQL has a user of its own where the tests run as root.
chmodSync(temporaryDir, 0o711);
const root = join(import.meta.dirname, '..');
const suiteEnv = {
  ...process.env,
  ...(process.argv.includes('--long') && { TEST_LONG: '1' }),
  TMPDIR: temporaryDir,
  // The suites start dozens of servers: each but the first finds its modules compiled.
  NODE_COMPILE_CACHE: join(temporaryDir, 'compiled-modules'),
};

/** Memory where there is room: a test database is copied there in half of the time, and no server waits for the disk. */
function findFastestDir(): string {
  // Four times what they take.
  const neededBytes = 2 * 2 ** 30;
  const memoryDir = '/dev/shm';
  if (process.env.TMPDIR || !existsSync(memoryDir)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryDir);
  // What lies there is taken from the memory of the tests.
  const freeBytes = Math.min(bavail * bsize, process.availableMemory() / 2);
  return freeBytes > neededBytes ? memoryDir : tmpdir();
}

type TestCounts = Pick<VitestReport, 'passed' | 'failed'>;

/** Ends after the suite, which a terminal interrupts too. */
let isInterrupted = false;
let suite: ChildProcess | undefined;
process.on('SIGINT', () => {
  isInterrupted = true;
});
process.on('SIGTERM', () => {
  isInterrupted = true;
  suite?.kill('SIGTERM');
});

async function runSuite(
  command: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  readCounts: () => TestCounts,
): Promise<TestCounts> {
  if (isInterrupted) return { passed: 0, failed: 1 };
  // Not by npx, which may end before the suite does.
  const options = { cwd, stdio: 'inherit', env: { ...suiteEnv, ...env } } as const;
  suite = spawn(process.execPath, [join(root, 'node_modules', command), ...args], options);
  const [status] = await once(suite, 'exit');
  try {
    const counts = readCounts();
    // A suite that fails outside its tests counts as one failure.
    return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch {
    failures.push(`${command} ended without a report`);
    return { passed: 0, failed: 1 };
  }
}

const vitestFile = join(temporaryDir, 'vitest.json');
const playwrightFile = join(temporaryDir, 'playwright.json');
const readReport = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** Named again at the end, where who reads a long output looks first. */
const failures: string[] = [];
const unstable: string[] = [];

const vitestCounts = await runSuite(
  // As the journeys: one more try, and who needs it is named.
  'vitest/vitest.mjs',
  ['run', '--retry=1', '--reporter=dot', `--reporter=${join(import.meta.dirname, 'test-reporter.ts')}`],
  root,
  // A file of output is read without colours, also those of printed elements; Playwright has them on a terminal only.
  { VITEST_REPORT_FILE: vitestFile, ...(!process.stdout.isTTY && { NO_COLOR: '1', COLORS: 'false' }) },
  () => {
    const report: VitestReport = readReport(vitestFile);
    failures.push(...report.failures);
    unstable.push(...report.unstable);
    return report;
  },
);
const playwrightCounts = await runSuite(
  '@playwright/test/cli.js',
  ['test', '--reporter=list,json'],
  join(root, 'e2e'),
  // Its workers, which force colours upon themselves, would each warn of it.
  { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile, NO_COLOR: undefined },
  () => {
    const { stats, suites }: JSONReport = readReport(playwrightFile);
    for (const { title, file, tests } of suites.flatMap(listSpecs)) {
      if (tests.some(({ status }) => status === 'unexpected')) failures.push(`${file} > ${title}`);
      if (tests.some(({ status }) => status === 'flaky')) unstable.push(`${file} > ${title}`);
    }
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
  },
);

function listSpecs({ specs, suites = [] }: JSONReportSuite): JSONReportSpec[] {
  return [...specs, ...suites.flatMap(listSpecs)];
}

const printNames = (title: string, names: string[]) => {
  if (names.length > 0) process.stdout.write(`\n${title}:\n${names.map((name) => `  ${name}\n`).join('')}`);
};
printNames('Passed at the second try only', unstable);
printNames('Failed', failures);
const failed = vitestCounts.failed + playwrightCounts.failed;
process.stdout.write(`\n${vitestCounts.passed + playwrightCounts.passed} passed, ${failed} failed\n`);
process.exitCode = failed ? 1 : 0;
// A process of the tests may write until it ends.
rmSync(temporaryDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
