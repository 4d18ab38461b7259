import type { RouteObject } from 'react-router';
import { lazyPage } from '../lazy-page.ts';

/** Pages that links from mails and other sites lead to. */
export const linkRoutes: RouteObject[] = [
  {
    path: 'unsubscribe/:what/:key',
    id: 'unsubscribe',
    lazy: lazyPage(() => import('../routes/public/unsubscribe.tsx'), 'notifications', 'auth'),
  },
  {
    path: 'auth/token',
    id: 'AuthToken',
    lazy: lazyPage(() => import('../routes/auth/token.tsx'), 'auth', 'account'),
  },
];
