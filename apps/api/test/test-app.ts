import { afterAll, beforeAll, inject } from 'vitest';
import type { createPaymentProvider } from '../src/modules/payments/index.ts';
import { cloneTemplate } from './databases.ts';
import { startTestApp, type TestApp } from './start-test-app.ts';

export { FRIDAY_NOON, type TestApp } from './start-test-app.ts';

export const MINUTE = 60_000;

/** One for the test file that calls it. The app, not its jobs, may reach the database by another way. */
export function useTestApp({
  way = async (url: string) => url,
  database = () => cloneTemplate(inject('serverUrl')),
  env = async () => ({}),
  choose,
}: {
  way?: (databaseUrl: string) => Promise<string>;
  /** By default one of its own on the server of all tests. */
  database?: () => Promise<{ url: string; drop: () => Promise<void> }>;
  /** What else its environment says. */
  env?: () => Promise<NodeJS.ProcessEnv>;
  choose?: typeof createPaymentProvider;
} = {}): TestApp {
  const test = {} as TestApp;
  let close = async () => {};
  beforeAll(async () => {
    const own = await database();
    const started = await startTestApp({ database: own, way: await way(own.url), env: await env(), choose });
    Object.assign(test, started);
    close = started.close;
  });
  afterAll(() => close());
  return test;
}
