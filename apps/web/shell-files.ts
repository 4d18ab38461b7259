import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectFiles, type Manifest } from './scripts/head-tags.ts';

/** Pages that open offline. */
const OFFLINE_PAGES = [
  'app/routes/buyer/offers.tsx',
  'app/routes/buyer/history.tsx',
  'app/routes/buyer/ticket.tsx',
];
/** Needed by every page, or to navigate between two of them. */
const SHARED_SOURCES = ['index.html', 'app/lib/browser/scroll-to-top.ts', 'app/ui/overlay/toast-view.tsx'];

/** Excludes chunks that only online pages load from the precache. */
export function selectShellFiles<T extends { url: string }>(files: T[]): T[] {
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, 'dist/.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const widgets = OFFLINE_PAGES.flatMap((page) => manifest[page]?.dynamicImports ?? []);
  const sources = [...SHARED_SOURCES, ...OFFLINE_PAGES, ...widgets];
  const shellFiles = new Set(sources.flatMap((source) => [...collectFiles(source, manifest)]));
  const isChunk = (url: string) => url.endsWith('.js') && !url.startsWith('assets/first-paint-');
  return files.filter(({ url }) => shellFiles.has(url) || !isChunk(url));
}
