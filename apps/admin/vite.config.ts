import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const API_URL = 'http://localhost:3000';

export default defineConfig({
  base: '/admin/',
  plugins: [react(), tailwindcss()],
  server: {
    port: 5174,
    proxy: Object.fromEntries(['/api', '/media'].map((path) => [path, API_URL])),
  },
  build: {
    // The first versions with `light-dark()`, as for the main app.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content security policy allows fonts from the own origin, not data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Kilobytes: one file with all libraries of the console, kept by the browser.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'vendor', test: /node_modules/, tags: ['$initial'] }] } },
    },
  },
  test: {
    environment: 'jsdom',
    // Starts faster than a process for each file.
    pool: 'threads',
    setupFiles: './test/setup.tsx',
    testTimeout: 120_000,
    include: ['app/**/*.test.{ts,tsx}'],
  },
});
