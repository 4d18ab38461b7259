import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import type { RouteHandle } from '../app/lib/layout-options.tsx';
import { routes } from '../app/routes.ts';
import { getTranslationFiles } from './render.tsx';

/*
 * A component suspends while its texts are missing, and hides everything up to the next Suspense, for a page its whole
 * screen. So each route names the files of texts that its components read, and a part that loads later has a Suspense
 * of its own.
 */

const APP = join(import.meta.dirname, '../app');

const fileBySection = new Map(
  Object.entries(getTranslationFiles('en')).flatMap(([file, sections]) =>
    Object.keys(sections).map((section) => [section, file] as const),
  ),
);

const listMatches = (source: string, pattern: RegExp) =>
  [...source.matchAll(pattern)].map(([, match]) => match!);

interface Module {
  imports: string[];
  /** The files of texts that its components wait for. */
  texts: string[];
  hasLazyPart: boolean;
  hasSuspense: boolean;
}

const modules = new Map<string, Module>();

function readModule(path: string): Module {
  const source = readFileSync(path, 'utf8').replaceAll(/^import type .*$/gm, '');
  return {
    imports: listMatches(source, /(?:from |import )'(\.[^']+\.tsx?)'/g).map((name) =>
      join(dirname(path), name),
    ),
    texts: listMatches(source, /useTranslation\(([^)`]*)\)/g)
      .filter((parameters) => !parameters.includes('useSuspense: false'))
      .flatMap((parameters) => listMatches(parameters, /'([\w-]+)'/g))
      .map((section) => fileBySection.get(section)!),
    hasLazyPart: source.includes('= lazyWithErrorBoundary('),
    hasSuspense: source.includes('<Suspense'),
  };
}

/** With all modules that load before it is shown. */
function collectModules(path: string, paths = new Set<string>()): Set<string> {
  if (paths.has(path)) return paths;
  paths.add(path);
  const module = modules.get(path) ?? readModule(path);
  modules.set(path, module);
  for (const imported of module.imports) collectModules(imported, paths);
  return paths;
}

interface Page {
  name: string;
  entries: string[];
  texts: string[];
}

function listPages(
  level: RouteObject[],
  parent: Omit<Page, 'name'> = { entries: [], texts: ['shared'] },
): Page[] {
  return level.flatMap((route) => {
    const { texts = [] }: RouteHandle = route.handle ?? {};
    const own = listMatches(String(route.lazy ?? ''), /['"][^'"]*(\/routes\/[^'"?]+)/g);
    const entries = [...parent.entries, ...own.map((path) => join(APP, path))];
    const page = { entries, texts: [...parent.texts, ...texts] };
    if (route.children) return listPages(route.children, page);
    return own.length ? [{ name: route.id!, ...page }] : [];
  });
}

const pages = listPages(routes);

test('pages are read from the routes', () => {
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.find(({ name }) => name === 'seller')).toMatchObject({
    entries: ['layout/app-layout', 'seller/seller-section', 'seller/today'].map((name) =>
      join(APP, `routes/${name}.tsx`),
    ),
    texts: expect.arrayContaining(['shared', 'seller']),
  });
});

test.each(pages)('$name names the texts of its components', ({ entries, texts }) => {
  const paths = new Set(entries.flatMap((path) => [...collectModules(path)]));
  const missing = [...paths].flatMap((path) =>
    modules
      .get(path)!
      .texts.filter((file) => !texts.includes(file))
      .map((file) => `${file}: ${relative(APP, path)}`),
  );
  expect([...new Set(missing)]).toEqual([]);
});

test('a part that loads later hides itself only', () => {
  for (const { entries } of pages) for (const path of entries) collectModules(path);
  const withLazyPart = [...modules].filter(([, { hasLazyPart }]) => hasLazyPart).map(([path]) => path);
  expect(withLazyPart.length).toBeGreaterThan(5);
  /** The Suspense stands beside the part, or where its module is used. */
  const isGuarded = (path: string): boolean => {
    if (modules.get(path)!.hasSuspense) return true;
    const users = [...modules.values()].filter(({ imports }) => imports.includes(path));
    return users.length > 0 && users.every(({ hasSuspense }) => hasSuspense);
  };
  expect(withLazyPart.filter((path) => !isGuarded(path)).map((path) => relative(APP, path))).toEqual([]);
});
