import { availableParallelism, loadavg } from 'node:os';
import { test as base } from '@playwright/test';

/** All cases with TEST_LONG, else the first: for journeys that differ only in their device. */
export const sampleCases = <T>(cases: readonly T[]): readonly T[] =>
  process.env.TEST_LONG ? cases : cases.slice(0, 1);

/** What a live update may take (docs/specification.md, Stock); as many times longer as processes wait for a core. */
export const LIVE_UPDATE_TIMEOUT = {
  get timeout() {
    return 2_000 * Math.max(1, loadavg()[0]! / availableParallelism());
  },
};

/** Closes all contexts after a journey: they would slow down those that follow. */
export const test = base.extend<{ closeContexts: undefined }>({
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
