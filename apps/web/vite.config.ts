import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { collectFiles, type Manifest } from './scripts/head-tags.ts';
import {
  createAboutPlugin,
  createFirstPaintPlugin,
  createServiceWorkerPlugin,
  createTranslationFilesPlugin,
} from './vite-plugins.ts';

const OFFLINE_PAGES = [
  'app/routes/layout/app-layout.tsx',
  'app/routes/buyer/offers.tsx',
  'app/routes/buyer/offer.tsx',
  'app/routes/buyer/history.tsx',
  'app/routes/buyer/ticket.tsx',
  'app/routes/counter/counter.tsx',
  'app/routes/public/friend.tsx',
];
/** Needed by every page, or to navigate between two of them. */
const SHARED_SOURCES = [
  'index.html',
  'app/start-app.tsx',
  'app/lib/browser/scroll-to-top.ts',
  '../../packages/ui/src/overlay/toast-view.tsx',
  '../../packages/ui/src/overlay/sheet-view.tsx',
];

const PRECACHED_FILES = [
  'index.html',
  'logo-mark.svg',
  'assets/*.js',
  'assets/index-*.css',
  // In every language: the worker cannot know which one is used.
  'assets/texts-*/*/{shared,offer,offers,invoice,buyer,counter,auth,friend}.json',
];

/** Excludes chunks that only online pages load from the precache. */
function listShellFiles(outDir: string): string[] {
  const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  const widgets = OFFLINE_PAGES.flatMap((page) => manifest[page]?.dynamicImports ?? []);
  const sources = [...SHARED_SOURCES, ...OFFLINE_PAGES, ...widgets];
  const shellFiles = new Set(sources.flatMap((source) => [...collectFiles(source, manifest)]));
  const isChunk = (url: string) => url.endsWith('.js') && !url.startsWith('assets/first-paint-');
  return globSync(PRECACHED_FILES, { cwd: outDir })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((url) => shellFiles.has(url) || !isChunk(url))
    .sort();
}

const API_URL = 'http://localhost:3000';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    createTranslationFilesPlugin(),
    ...(isSsrBuild
      ? []
      : [
          createAboutPlugin(),
          createFirstPaintPlugin(),
          createServiceWorkerPlugin('app/service-worker/sw.ts', listShellFiles),
        ]),
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
    // Read by the prerendering, for preload tags, and by bench/run.ts.
    manifest: !isSsrBuild,
    modulePreload: { polyfill: false },
    // Kilobytes: MapLibre, one file, is loaded with a map only.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ['index.html', 'app/start-app.tsx'].map((file) => join(import.meta.dirname, file)),
          output: {
            codeSplitting: {
              // What every page needs: libraries, which change rarely, and the app's own code; not the entry, which
              // runs before it, and what Vite adds to it.
              groups: [
                { name: 'preload', test: /vite\/preload-helper/, priority: 2 },
                { name: 'vendor', test: /node_modules/, tags: ['$initial'], priority: 1 },
                { name: 'app', test: /(?<!entry\.client)\.tsx?$/, tags: ['$initial'], priority: 1 },
                // Small modules of many pages in one file: an offer's page makes 80 requests instead of 96, and its
                // median in Lighthouse rose from 80 to 98 (docs/performance.md). Not the code of forms, which the
                // first pages of a visitor do without.
                { name: 'shared', test: /^(?!.*(node_modules|form.(select|text-field)))/, minShareCount: 29 },
              ],
            },
          },
        },
  },
  test: {
    environment: 'jsdom',
    // Starts faster than a process for each file.
    pool: 'threads',
    // Files share what they import and one document; test/setup.ts resets both.
    isolate: false,
    setupFiles: './test/setup.ts',
    // A slow machine is slower, never red.
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    include: ['app/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
  },
}));
