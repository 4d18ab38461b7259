import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { inTime } from '../lib/in-time.ts';
import { AppLayout } from './app-layout.tsx';
import { BareLayout } from './bare-layout.tsx';
import { onAnotherPage, requireOwner, requireSession } from './guards.ts';
import { lazyPage } from './lazy-page.ts';
import { Root } from './root.tsx';
import { PageError, RouteError } from './route-error.tsx';
import { buyerRoutes, offerRoute } from './routes/buyer.ts';
import type { Further } from './routes/further.ts';
import { publicRoutes } from './routes/public.ts';
import { Splash } from './splash.tsx';
import { wideParts } from './use-wide-parts.ts';

/**
 * Pages by the path and name of docs/specification.md, Pages. A page that fails leaves its layout on the screen. A
 * boundary never stands on a route that is `lazy` itself: while its code is missing the router shows nothing there.
 */
export const routesWith = ({ bare, policies, session, owner }: Further): RouteObject[] => [
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
        lazy: () => wideParts().then(() => ({ Component: AppLayout })),
        children: [
          {
            ErrorBoundary: PageError,
            children: [
              offerRoute,
              { id: 'session', loader: requireSession, children: [...buyerRoutes, ...session] },
              { id: 'owner', loader: requireOwner, shouldRevalidate: onAnotherPage, children: owner },
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
  const first = routesWith({ bare: [], policies: [], session: [], owner: [] });
  return createBrowserRouter(first, {
    async patchRoutesOnNavigation({ path, patch }) {
      if (matchRoutes(first, path)?.at(-1)?.route.id !== 'notFound') return;
      const { further } = await inTime(import('./routes/further.ts'));
      for (const [parent, pages] of Object.entries(further)) patch(parent, pages);
    },
  });
}
