import { defineConfig } from 'vitest/config';

const pureProject = (root: string, name: string) => ({
  test: { root, name, include: ['src/**/*.test.ts'] },
});

export default defineConfig({
  test: {
    projects: [
      pureProject('packages/domain', 'domain'),
      'packages/ui',
      'apps/api',
      'apps/web',
      'apps/admin',
      pureProject('apps/mobile', 'mobile'),
    ],
  },
});
