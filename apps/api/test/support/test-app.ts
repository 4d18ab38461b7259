import { afterAll, beforeAll, inject } from 'vitest';
import type { createPaymentProvider } from '../../src/modules/payments/index.ts';
import { startTestApp, type TestApp } from './start-test-app.ts';
import { createTestDatabase } from './test-databases.ts';

export { FRIDAY_NOON, type TestApp } from './start-test-app.ts';

export const MINUTE = 60_000;

/** One for the test file that calls it. The app, not its jobs, may reach the database by another way. */
export function useTestApp({
  proxyDatabase = async (url: string) => url,
  database = () => createTestDatabase(inject('serverUrl')),
  env = async () => ({}),
  createProvider,
}: {
  proxyDatabase?: (databaseUrl: string) => Promise<string>;
  /** By default one of its own on the server of all tests. */
  database?: () => Promise<{ url: string; drop: () => Promise<void> }>;
  /** What else its environment says. */
  env?: () => Promise<NodeJS.ProcessEnv>;
  createProvider?: typeof createPaymentProvider;
} = {}): TestApp {
  const testApp = {} as TestApp;
  let close = async () => {};
  beforeAll(async () => {
    const testDatabase = await database();
    const startedApp = await startTestApp({
      database: testDatabase,
      appDatabaseUrl: await proxyDatabase(testDatabase.url),
      env: await env(),
      createProvider,
    });
    Object.assign(testApp, startedApp);
    close = startedApp.close;
  });
  afterAll(() => close());
  return testApp;
}
