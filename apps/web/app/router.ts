import { createBrowserRouter, type RouteObject } from 'react-router';
import { withTimeout } from './lib/api/api.ts';
import { hasTexts, loadTexts, type TextFile } from './lib/i18n/i18n.ts';
import type { RouteHandle } from './lib/layout-options.tsx';
import { routes } from './routes.ts';

export const createRouter = () => createBrowserRouter(prepareRoutes(routes));

/** Fails when a file did not load: the page would show keys. */
async function requireTexts(files: TextFile[]): Promise<void> {
  await loadTexts(...files);
  const missing = files.filter((file) => !hasTexts(file));
  if (missing.length) throw new Error(`texts did not load: ${missing.join(', ')}`);
}

/**
 * A page's texts, named in its `handle` or a parent's, load together with its code. A timeout fails like a missing
 * chunk.
 */
export const prepareRoutes = (rawRoutes: RouteObject[], parentTexts: TextFile[] = []): RouteObject[] =>
  rawRoutes.map((route) => {
    const { lazy, children } = route;
    const { texts: ownTexts = [] }: RouteHandle = route.handle ?? {};
    const texts = [...parentTexts, ...ownTexts];
    return {
      ...route,
      ...(typeof lazy === 'function' && {
        lazy: async () => (await withTimeout(Promise.all([lazy(), requireTexts(texts)])))[0],
      }),
      ...(children && { children: prepareRoutes(children, texts) }),
    } as RouteObject;
  });
