import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { projects: ['packages/rules', 'apps/api', 'apps/web', 'apps/mobile'] },
});
