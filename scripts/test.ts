import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

interface TestCounts {
  passed: number;
  failed: number;
}

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
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  readCounts: () => TestCounts,
): Promise<TestCounts> {
  if (isInterrupted) return { passed: 0, failed: 1 };
  suite = spawn('npx', args, { cwd, stdio: 'inherit', env: { ...suiteEnv, ...env } });
  const [status] = await once(suite, 'exit');
  try {
    const counts = readCounts();
    // A suite that fails outside its tests counts as one failure.
    return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const readReport = (file: string) => JSON.parse(readFileSync(join(temporaryDir, file), 'utf8'));

const vitestCounts = await runSuite(
  [
    'vitest',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${join(temporaryDir, 'vitest.json')}`,
  ],
  root,
  {},
  () => {
    const { numPassedTests, numFailedTests } = readReport('vitest.json');
    return { passed: numPassedTests, failed: numFailedTests };
  },
);
const playwrightCounts = await runSuite(
  ['playwright', 'test', '--reporter=list,json'],
  join(root, 'e2e'),
  { PLAYWRIGHT_JSON_OUTPUT_FILE: join(temporaryDir, 'playwright.json') },
  () => {
    const { expected, flaky, unexpected } = readReport('playwright.json').stats;
    if (flaky) process.stdout.write(`${flaky} journeys passed at the second try only\n`);
    return { passed: expected + flaky, failed: unexpected };
  },
);

const failed = vitestCounts.failed + playwrightCounts.failed;
process.stdout.write(`\n${vitestCounts.passed + playwrightCounts.passed} passed, ${failed} failed\n`);
process.exitCode = failed ? 1 : 0;
// A process of the tests may write until it ends.
rmSync(temporaryDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
