import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { selectShellFiles } from './shell-files.ts';
import { createFirstPaintPlugin, createTranslationFilesPlugin } from './vite-plugins.ts';

const API_URL = 'http://localhost:3000';

const createServiceWorkerPlugins = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'app/service-worker',
    filename: 'sw.ts',
    injectRegister: false,
    // The three manifests, one per language, are in public/manifest.
    manifest: false,
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: [
        'index.html',
        'logo-mark.svg',
        'assets/*.js',
        'assets/index-*.css',
        // In every language: the worker cannot know which one is used.
        'assets/texts-*/*/{common,errors,offers,orders}.json',
      ],
      // Their names contain a content hash.
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
  // Bundles the libraries of the prerendering program, which runs from a cache folder.
  ...(isSsrBuild && { ssr: { noExternal: true as const } }),
  build: {
    // The first versions with `light-dark()`: the transformation for older ones resolves it once at the root, for
    // every surface.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content security policy allows images and fonts from the own origin, not data: URLs.
    assetsInlineLimit: 0,
    // Read by the prerendering, for preload tags, and by bench/first-load.ts.
    manifest: !isSsrBuild,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: isSsrBuild
        ? {}
        : {
            codeSplitting: {
              // Needed by every page, rarely changed; `Trans` is not.
              groups: [
                {
                  name: 'vendor',
                  test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next(?!\/dist\/es\/Trans)|@tanstack\/[^/]+|@tabler\/[^/]+)\//,
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
