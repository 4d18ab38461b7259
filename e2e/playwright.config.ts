import { defineConfig } from '@playwright/test';
import { findBrowser } from './support/find-browser.ts';

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: './journeys',
  // One demo server shared by the journeys; those that kill their server start their own.
  globalSetup: './support/global-setup.ts',
  // A third one uses two cores while the others wait for animations, time limits and servers that start.
  workers: 3,
  fullyParallel: true,
  // Enough at a tenth of the usual speed, as on a machine that others use too.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // `npm test` counts and names journeys that pass only on the second attempt.
  retries: 1,
  outputDir: '../node_modules/.cache/e2e',
  use: {
    baseURL: process.env.E2E_URL,
    timezoneId: 'Europe/Lisbon',
    // Recording every journey would double the duration.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: findBrowser({ prefersShell: true }),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
