import type { RouteObject } from 'react-router';
import { requireGuest, requireSession } from '../guards.ts';
import { lazyPage } from '../lazy-page.ts';

/** Pages without the frame of the app: the landing page and the ways in. */
export const publicRoutes: RouteObject[] = [
  { index: true, id: 'landing', lazy: lazyPage(() => import('../routes/public/landing.tsx'), 'landing') },
  {
    loader: requireGuest,
    children: [
      { path: 'auth', id: 'AuthMethod', lazy: lazyPage(() => import('../routes/auth/method.tsx'), 'auth') },
      {
        path: 'auth/email',
        id: 'AuthEmail',
        lazy: lazyPage(() => import('../routes/auth/email.tsx'), 'auth'),
      },
      {
        path: 'auth/code',
        id: 'AuthCode',
        lazy: lazyPage(() => import('../routes/auth/code.tsx'), 'auth'),
      },
      { path: 'signup', id: 'Signup', lazy: lazyPage(() => import('../routes/auth/sign-up.tsx'), 'auth') },
      { path: 'signin', id: 'Signin', lazy: lazyPage(() => import('../routes/auth/sign-in.tsx'), 'auth') },
    ],
  },
  {
    loader: requireSession,
    children: [
      {
        path: 'auth/location',
        id: 'AuthLocation',
        lazy: lazyPage(() => import('../routes/auth/location.tsx'), 'auth', 'geo'),
      },
      {
        path: 'auth/city',
        id: 'AuthCity',
        lazy: lazyPage(() => import('../routes/auth/city.tsx'), 'auth', 'geo'),
      },
    ],
  },
];
