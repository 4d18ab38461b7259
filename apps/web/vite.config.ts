import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { createEarlyScriptsPlugin } from './early-scripts-plugin.ts';
import { createLeanRouterPlugin } from './lean-router-plugin.ts';
import { createPrerenderPlugin } from './prerender/prerender-plugin.ts';
import { createShellFilesPlugin } from './shell-files-plugin.ts';
import { createTranslationFilesPlugin } from './translation-files-plugin.ts';

const shellFiles = createShellFilesPlugin();

const API_URL = 'http://localhost:3000';

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    createLeanRouterPlugin(),
    createTranslationFilesPlugin(),
    shellFiles.plugin,
    createEarlyScriptsPlugin('magic-link-token.js', 'before-first-paint.js', 'prefetch-offers.js'),
    createPrerenderPlugin(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'app/service-worker',
      filename: 'sw.ts',
      injectRegister: false,
      // Three of them, one a language, stand in public/manifest.
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: [
          'index.html',
          'before-first-paint.js',
          'magic-link-token.js',
          'logo-mark.svg',
          'assets/**/*.{js,css,json}',
        ],
        // Their names change with their content.
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [
          (files) => ({ manifest: files.filter(({ url }) => shellFiles.isShellFile(url)), warnings: [] }),
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
      ].map((path) => [path, API_URL]),
    ),
  },
  build: {
    outDir: 'dist',
    // The first ones with `light-dark()`: rewritten for older ones it would be settled at the root, for every surface.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
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
            {
              name: 'shell',
              tags: ['$initial'],
              test: /web\/app\/(ui|lib|features|performance)\/|packages\/|@tabler/,
            },
            {
              name: 'offers',
              test: /app\/features\/offers\/(list\/|filters\/|live\/)?[^/]+$|app\/lib\/browser\/use-now\.ts|IconMapPinFilled/,
              minShareCount: 2,
            },
            // Small parts that many other pages share: as chunks of their own they would be a dozen a page. What stands
            // on a library of its own stays apart.
            {
              name: 'shared',
              test: /app\/lib\/(?!api\/errors)[^.]+\.tsx?$|packages\/domain|@tabler|app\/ui\/(\w+\/)?(?!bar-|confirm-|qr-|search-|sheet|switch|toast)[^/]+$/,
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
    include: ['app/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
  },
});
