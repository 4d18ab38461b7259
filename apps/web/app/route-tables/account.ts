import type { RouteObject } from 'react-router';
import { lazyPage } from '../lazy-page.ts';

export const accountRoutes: RouteObject[] = [
  {
    path: 'main',
    id: 'main',
    lazy: lazyPage(() => import('../routes/main.tsx'), 'main', 'offers', 'orders', 'seller'),
  },
  {
    path: 'sellers/:id',
    id: 'infoAboutSeller',
    lazy: lazyPage(() => import('../routes/buyer/seller-profile.tsx'), 'about-seller', 'offers'),
  },
  {
    path: 'account',
    id: 'account',
    lazy: lazyPage(() => import('../routes/account/account.tsx'), 'account', 'auth', 'geo'),
  },
  {
    path: 'account/basic-info',
    id: 'basicInfo',
    lazy: lazyPage(() => import('../routes/account/basic-info.tsx'), 'account'),
  },
  {
    path: 'account/password',
    id: 'changePassword',
    lazy: lazyPage(() => import('../routes/account/password.tsx'), 'account', 'auth'),
  },
  {
    path: 'account/devices',
    id: 'devices',
    lazy: lazyPage(() => import('../routes/account/devices.tsx'), 'account'),
  },
  {
    path: 'account/export',
    id: 'exportData',
    lazy: lazyPage(() => import('../routes/account/export-account.tsx'), 'account'),
  },
  {
    path: 'account/delete',
    id: 'deleteAccount',
    lazy: lazyPage(() => import('../routes/account/delete-account.tsx'), 'account', 'auth'),
  },
  {
    path: 'account/change_city',
    id: 'changeCity',
    lazy: lazyPage(() => import('../routes/account/change-city.tsx'), 'account', 'geo'),
  },
  {
    path: 'account/notifications',
    id: 'notifications',
    lazy: lazyPage(() => import('../routes/account/notifications.tsx'), 'notifications', 'account'),
  },
  {
    path: 'transactions',
    id: 'transactions',
    lazy: lazyPage(() => import('../routes/account/transactions.tsx'), 'money', 'account'),
  },
  {
    path: 'account/payout',
    id: 'payout',
    lazy: lazyPage(() => import('../routes/account/payout.tsx'), 'money', 'account', 'auth'),
  },
  {
    path: 'statements',
    id: 'statements',
    lazy: lazyPage(() => import('../routes/account/statements.tsx'), 'money', 'account'),
  },
  {
    path: 'statements/:id',
    id: 'statement',
    lazy: lazyPage(() => import('../routes/account/statement.tsx'), 'money', 'account'),
  },
  {
    path: 'account/point',
    id: 'haveAPoint',
    lazy: lazyPage(() => import('../routes/account/seller-role.tsx'), 'account'),
  },
  {
    path: 'account/business',
    id: 'business',
    lazy: lazyPage(() => import('../routes/account/business.tsx'), 'account'),
  },
];
