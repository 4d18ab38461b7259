import { defineConfig } from 'vitest/config';

// One number for all projects: those with different ones run one after the other or, on more cores, not at all. A third
// worker uses two cores while the others wait for PostgreSQL.
process.env.VITEST_MAX_WORKERS ??= '3';

const pureProject = (root: string, name: string) => ({
  test: { root, name, include: ['src/**/*.test.ts'] },
});

export default defineConfig({
  test: {
    // jsdom takes <search> for an unknown element; the provider of social sign-in for development speaks of itself.
    onConsoleLog: (log) => !/The tag <search> is unrecognized|oidc-provider/.test(log),
    projects: [
      pureProject('packages/domain', 'domain'),
      {
        test: {
          root: 'packages/ui',
          name: 'ui',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // Starts faster than a process for each file.
          pool: 'threads',
          setupFiles: ['./test/setup.ts'],
          testTimeout: 300_000,
        },
      },
      {
        test: {
          root: 'apps/api',
          name: 'api',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'db/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          // A slow machine is slower, never red.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          // Files share what they import, and nothing else: each has an app and a database of its own.
          isolate: false,
        },
      },
      'apps/web',
      'apps/admin',
      pureProject('apps/mobile', 'mobile'),
    ],
  },
});
