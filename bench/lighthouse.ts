import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { findBrowser } from '../e2e/support/find-browser.ts';
import { median } from './servers.ts';

/** Fetched for the run only: 176 MB that no other command needs. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const BROWSER_FLAGS = ['--no-sandbox', '--disable-gpu'];
const MAX_ATTEMPTS = 3;
const runFile = promisify(execFile);
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const METRICS = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'speed-index': 'speed index',
  'total-blocking-time': 'blocking',
  'cumulative-layout-shift': 'shift',
} as const;

interface Report {
  /** Speed of the machine by Lighthouse's own measure: blocking depends on it. */
  environment: { benchmarkIndex: number };
  categories: Record<(typeof CATEGORIES)[number], { score: number | null }>;
  audits: Record<
    string,
    { numericValue?: number; score: number | null; title: string; scoreDisplayMode: string }
  >;
}

/** Runs Lighthouse's phone profile in a browser of its own whose local storage already holds `storage`. */
async function audit(url: string, path: string, storage: Record<string, string>): Promise<Report> {
  const directory = await mkdtemp(join(tmpdir(), 'wopack-lighthouse-'));
  const profile = join(directory, 'profile');
  const executablePath = findBrowser() ?? chromium.executablePath();
  try {
    const browser = await chromium.launchPersistentContext(profile, { executablePath, args: BROWSER_FLAGS });
    const page = await browser.newPage();
    // A file of the same origin that loads nothing else: caches stay empty.
    await page.goto(`${url}/robots.txt`);
    await page.evaluate((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, storage);
    await browser.close();
    const output = join(directory, 'report.json');
    await runFile(
      'npm',
      [
        'exec',
        '--yes',
        `--package=${LIGHTHOUSE}`,
        '--',
        'lighthouse',
        url + path,
        '--quiet',
        `--chrome-flags=--headless=new --user-data-dir=${profile} ${BROWSER_FLAGS.join(' ')}`,
        '--disable-storage-reset',
        '--output=json',
        `--output-path=${output}`,
        `--only-categories=${CATEGORIES.join(',')}`,
      ],
      { env: { ...process.env, CHROME_PATH: executablePath } },
    );
    return JSON.parse(await readFile(output, 'utf8')) as Report;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Lighthouse now and then cannot record a page (`NO_NAVSTART`, `NO_LCP`); that run says nothing about the page. */
async function auditUntilRecorded(...page: Parameters<typeof audit>): Promise<Report> {
  for (let attempt = 1; ; attempt++) {
    try {
      const report = await audit(...page);
      if (report.categories.performance.score !== null) return report;
      if (attempt === MAX_ATTEMPTS) throw new Error(`No figures of ${page[1]}`);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
    process.stdout.write(`${page[1]} was not recorded, again\n`);
  }
}

/** Prints the median scores of four pages. Target: 95 / 100 / 100 / 100. */
export async function benchLighthouse(url: string, token: string, rounds: number): Promise<void> {
  const signedIn = { token, cookieChoice: 'essential' };
  const pages = { '/': {}, '/auth': {}, '/offers': signedIn, '/offers/1': signedIn };
  for (const [path, storage] of Object.entries(pages)) {
    const reports: Report[] = [];
    for (let round = 0; round < rounds; round++) reports.push(await auditUntilRecorded(url, path, storage));
    const scores = CATEGORIES.map((category) =>
      Math.round(100 * median(reports.map((report) => report.categories[category].score ?? 0))),
    );
    const metrics = Object.entries(METRICS).map(([id, name]) => {
      const value = median(reports.map((report) => report.audits[id]?.numericValue ?? Number.NaN));
      return id === 'cumulative-layout-shift'
        ? `${name} ${value.toFixed(3)}`
        : `${name} ${value.toFixed(0)} ms`;
    });
    const speed = median(reports.map(({ environment }) => environment.benchmarkIndex)).toFixed(0);
    process.stdout.write(
      `${path.padEnd(10)} ${scores.join(' / ').padEnd(24)} ${metrics.join(', ')}; speed of the machine ${speed}\n`,
    );
    const failed = Object.values(reports[0]!.audits).filter(
      ({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary',
    );
    for (const { title } of failed) process.stdout.write(`           not passed: ${title}\n`);
  }
}
