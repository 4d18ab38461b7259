import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { createFirstPaintPlugin } from './first-paint-plugin.ts';
import { selectShellFiles } from './shell-files.ts';
import { createTranslationFilesPlugin } from './translation-files-plugin.ts';

const API_URL = 'http://localhost:3000';

const createServiceWorkerPlugins = () =>
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
        'logo-mark.svg',
        'assets/*.js',
        'assets/index-*.css',
        // In every language: the worker cannot know which one is spoken.
        'assets/texts-*/*/{common,errors,offers,orders}.json',
      ],
      // Their names change with their content.
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [(files) => ({ manifest: selectShellFiles(files), warnings: [] })],
    },
  });

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    createTranslationFilesPlugin(),
    ...(isSsrBuild ? [] : [createFirstPaintPlugin(), createServiceWorkerPlugins()]),
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
  // The prerendering program carries its libraries: it runs from a cache folder.
  ...(isSsrBuild && { ssr: { noExternal: true as const } }),
  build: {
    // The first ones with `light-dark()`: rewritten for older ones it would be settled at the root, for every surface.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content policy allows pictures and fonts from the own origin, not as data: addresses.
    assetsInlineLimit: 0,
    // Which files a page needs: prerendering names them in the page, the bench adds them up.
    manifest: !isSsrBuild,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: isSsrBuild
        ? {}
        : {
            codeSplitting: {
              // What every page needs and changes seldom.
              groups: [
                {
                  name: 'vendor',
                  test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack\/[^/]+|@tabler\/[^/]+)\//,
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
}));
