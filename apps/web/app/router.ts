import { createBrowserRouter, type RouteObject } from 'react-router';
import { withTimeout } from './lib/api/api.ts';
import { i18n } from './lib/i18n/i18n.ts';
import type { RouteHandle } from './lib/layout-options.tsx';
import { routes } from './routes.ts';

export const createRouter = () => createBrowserRouter(prepareRoutes(routes));

/** A page's namespaces, named in its `handle`, load together with its code. A timeout fails like a missing chunk. */
export const prepareRoutes = (rawRoutes: RouteObject[]): RouteObject[] =>
  rawRoutes.map((route) => {
    const { lazy, children } = route;
    const { namespaces = [] }: RouteHandle = route.handle ?? {};
    return {
      ...route,
      ...(typeof lazy === 'function' && {
        lazy: async () => (await withTimeout(Promise.all([lazy(), i18n.loadNamespaces(namespaces)])))[0],
      }),
      ...(children && { children: prepareRoutes(children) }),
    } as RouteObject;
  });
