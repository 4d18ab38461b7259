import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    setupFiles: './test/setup.ts',
    testTimeout: 30_000,
    include: ['src/**/*.test.{ts,tsx}'],
  },
});
