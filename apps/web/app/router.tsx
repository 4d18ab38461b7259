import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { requireSeller, requireSession, shouldRevalidateOnPathChange } from './guards.ts';
import { lazyPage } from './lazy-page.ts';
import { withTimeout } from './lib/api/with-timeout.ts';
import { Root } from './root.tsx';
import { buyerRoutes, offerRoute } from './route-tables/buyer.ts';
import type { DeferredRoutes } from './route-tables/deferred.ts';
import { publicRoutes } from './route-tables/public.ts';
import { AppLayout } from './routes/layout/app-layout.tsx';
import { BareLayout } from './routes/layout/bare-layout.tsx';
import { PageError, RouteError } from './routes/layout/route-error.tsx';
import { Splash } from './routes/layout/splash.tsx';
import { loadWideLayout } from './routes/layout/use-wide-layout.ts';

/**
 * Pages by the path and name of docs/specification.md, Pages. A page that fails leaves its layout on the screen. A
 * boundary never stands on a route that is `lazy` itself: while its code is missing the router shows nothing there.
 */
export const buildRoutes = ({ bare, policies, session, sellerArea }: DeferredRoutes): RouteObject[] => [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: Splash,
    children: [
      { id: 'bare', Component: BareLayout, ErrorBoundary: RouteError, children: [...publicRoutes, ...bare] },
      {
        lazy: lazyPage(() => import('./routes/layout/policy-layout.tsx')),
        children: [{ id: 'policies', ErrorBoundary: PageError, children: policies }],
      },
      {
        lazy: () => loadWideLayout().then(() => ({ Component: AppLayout })),
        children: [
          {
            ErrorBoundary: PageError,
            children: [
              offerRoute,
              { id: 'session', loader: requireSession, children: [...buyerRoutes, ...session] },
              {
                id: 'sellerArea',
                loader: requireSeller,
                shouldRevalidate: shouldRevalidateOnPathChange,
                children: sellerArea,
              },
            ],
          },
        ],
      },
      { path: '*', id: 'notFound', lazy: lazyPage(() => import('./routes/public/not-found.tsx')) },
    ],
  },
];

/** The table grows when somebody goes where the first visit seldom leads: it is a kilobyte less to load before. */
export function createRouter() {
  const initialRoutes = buildRoutes({ bare: [], policies: [], session: [], sellerArea: [] });
  return createBrowserRouter(initialRoutes, {
    async patchRoutesOnNavigation({ path, patch }) {
      if (matchRoutes(initialRoutes, path)?.at(-1)?.route.id !== 'notFound') return;
      const { deferredRoutes } = await withTimeout(import('./route-tables/deferred.ts'));
      for (const [parent, pages] of Object.entries(deferredRoutes)) patch(parent, pages);
    },
  });
}
