import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { withTimeout } from '../lib/with-timeout.ts';
import { AppLayout } from './app-layout.tsx';
import { BareLayout } from './bare-layout.tsx';
import { requireSeller, requireSession, shouldRevalidateOnPathChange } from './guards.ts';
import { lazyPage } from './lazy-page.ts';
import { Root } from './root.tsx';
import { PageError, RouteError } from './route-error.tsx';
import { buyerRoutes, offerRoute } from './routes/buyer.ts';
import type { DeferredRoutes } from './routes/deferred.ts';
import { publicRoutes } from './routes/public.ts';
import { Splash } from './splash.tsx';
import { loadWideLayout } from './use-wide-layout.ts';

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
        lazy: lazyPage(() => import('./policy-layout.tsx')),
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
      { path: '*', id: 'notFound', lazy: lazyPage(() => import('../pages/public/not-found.tsx')) },
    ],
  },
];

/** The table grows when somebody goes where the first visit seldom leads: it is a kilobyte less to load before. */
export function createRouter() {
  const initialRoutes = buildRoutes({ bare: [], policies: [], session: [], sellerArea: [] });
  return createBrowserRouter(initialRoutes, {
    async patchRoutesOnNavigation({ path, patch }) {
      if (matchRoutes(initialRoutes, path)?.at(-1)?.route.id !== 'notFound') return;
      const { deferredRoutes } = await withTimeout(import('./routes/deferred.ts'));
      for (const [parent, pages] of Object.entries(deferredRoutes)) patch(parent, pages);
    },
  });
}
