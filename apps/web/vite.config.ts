import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { earlyScripts } from './early-scripts.ts';
import { writeFirstPages } from './first-pages/plugin.ts';
import { leanRouter } from './lean-router.ts';
import { shellFiles } from './shell-files.ts';
import { textFiles } from './text-files.ts';

const shell = shellFiles();

const api = 'http://localhost:3000';

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    leanRouter(),
    textFiles(),
    shell.plugin,
    earlyScripts('token.js', 'first-paint.js', 'first-list.js'),
    writeFirstPages(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'sw.ts',
      injectRegister: false,
      // Three of them, one a language, stand in public/manifest.
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: [
          'index.html',
          'first-paint.js',
          'token.js',
          'logo-mark.svg',
          'assets/**/*.{js,css,json}',
        ],
        // Their names change with their content.
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [
          (files) => ({ manifest: files.filter(({ url }) => shell.has(url)), warnings: [] }),
        ],
      },
    }),
  ],
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      [
        '/api',
        '/google',
        '/apple',
        '/facebook',
        '/media',
        '/sandbox',
        '/dev',
        '/openapi.json',
        '/docs',
        '/map-style',
        '/static-map',
      ].map((path) => [path, api]),
    ),
  },
  build: {
    outDir: 'dist',
    // The content policy allows pictures and fonts from the own origin, not as data: addresses.
    assetsInlineLimit: 0,
    // Which files a page needs: the bench adds them up.
    manifest: true,
    modulePreload: {
      polyfill: false,
      // With few chunks a list of what each page needs costs more than it saves.
      resolveDependencies: (_file, dependencies, { hostType }) => (hostType === 'html' ? dependencies : []),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Many small chunks compress badly. What every page needs travels in two (libraries change rarely), what
          // the list and a pack's page share in one.
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack\/[^/]+)\//,
            },
            { name: 'shell', tags: ['$initial'], test: /src\/(ui|lib|modules)\/|packages\/|@tabler/ },
            {
              name: 'offers',
              test: /src\/modules\/offers\/(list\/|filters\/|live\/)?[^/]+$|src\/lib\/use-now\.ts|IconMapPinFilled/,
              minShareCount: 2,
            },
            // Small parts that many other pages share: as chunks of their own they would be a dozen a page. What stands
            // on a library of its own stays apart.
            {
              name: 'shared',
              test: /src\/lib\/(?!problems)[^/]+$|packages\/rules|@tabler|src\/ui\/(?!bar-|confirm-|qr-|search-|sheet|switch|toast)[^/]+$/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: './test/setup.ts',
    testTimeout: 30_000,
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
  },
});
