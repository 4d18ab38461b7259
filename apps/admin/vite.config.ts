import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const API_URL = 'http://localhost:3000';

export default defineConfig({
  base: '/admin/',
  plugins: [react(), tailwindcss()],
  // ra-core needs React Router 7, the main app has a newer one: links of packages/ui take the console's.
  // React Router 7 publishes the same exports under two names; ra-core imports the second.
  resolve: { dedupe: ['react-router'], alias: { 'react-router-dom': 'react-router' } },
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
    // Its router is the console's, not another copy.
    server: { deps: { inline: ['ra-core', 'react-router'] } },
  },
});
