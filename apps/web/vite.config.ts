import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const api = 'http://localhost:3000';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/media', '/sandbox', '/dev', '/openapi.json', '/docs'].map((path) => [path, api]),
    ),
  },
  build: {
    outDir: 'dist',
    // The content policy allows pictures and fonts from the own origin, not as data: addresses.
    assetsInlineLimit: 0,
  },
  test: {
    environment: 'jsdom',
    setupFiles: './test/setup.ts',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
  },
});
