import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    // Starts faster than a process for each file.
    pool: 'threads',
    setupFiles: './test/setup.ts',
    testTimeout: 30_000,
    include: ['src/**/*.test.{ts,tsx}'],
  },
});
