import { createBrowserRouter, type RouteObject } from 'react-router';
import { withTimeout } from './lib/api/api.ts';
import { i18n } from './lib/i18n/i18n.ts';
import type { RouteHandle } from './lib/layout-options.tsx';
import { routes } from './routes.ts';

export const createRouter = () => createBrowserRouter(prepareRoutes(routes));

/** Fails when a namespace did not load: i18next resolves all the same, and the page would show keys. */
async function loadTexts(namespaces: string[]): Promise<void> {
  await i18n.loadNamespaces(namespaces);
  const missing = namespaces.filter((namespace) => !i18n.hasResourceBundle(i18n.language, namespace));
  if (missing.length) throw new Error(`texts did not load: ${missing.join(', ')}`);
}

/** A page's namespaces, named in its `handle`, load together with its code. A timeout fails like a missing chunk. */
export const prepareRoutes = (rawRoutes: RouteObject[]): RouteObject[] =>
  rawRoutes.map((route) => {
    const { lazy, children } = route;
    const { namespaces = [] }: RouteHandle = route.handle ?? {};
    return {
      ...route,
      ...(typeof lazy === 'function' && {
        lazy: async () => (await withTimeout(Promise.all([lazy(), loadTexts(namespaces)])))[0],
      }),
      ...(children && { children: prepareRoutes(children) }),
    } as RouteObject;
  });
