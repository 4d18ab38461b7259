import type { RouteObject } from 'react-router';
import { lazyPage } from '../lazy-page.ts';

export const accountRoutes: RouteObject[] = [
  {
    path: 'main',
    id: 'main',
    lazy: lazyPage(() => import('../../pages/main.tsx'), 'main', 'offers', 'orders', 'seller'),
  },
  {
    path: 'sellers/:id',
    id: 'infoAboutSeller',
    lazy: lazyPage(() => import('../../pages/buyer/seller-profile.tsx'), 'about-seller', 'offers'),
  },
  {
    path: 'account',
    id: 'account',
    lazy: lazyPage(() => import('../../pages/account/account.tsx'), 'account', 'auth', 'geo'),
  },
  {
    path: 'account/basic-info',
    id: 'basicInfo',
    lazy: lazyPage(() => import('../../pages/account/basic-info.tsx'), 'account'),
  },
  {
    path: 'account/password',
    id: 'changePassword',
    lazy: lazyPage(() => import('../../pages/account/password.tsx'), 'account', 'auth'),
  },
  {
    path: 'account/devices',
    id: 'devices',
    lazy: lazyPage(() => import('../../pages/account/devices.tsx'), 'account'),
  },
  {
    path: 'account/export',
    id: 'exportData',
    lazy: lazyPage(() => import('../../pages/account/export-account.tsx'), 'account'),
  },
  {
    path: 'account/delete',
    id: 'deleteAccount',
    lazy: lazyPage(() => import('../../pages/account/delete-account.tsx'), 'account', 'auth'),
  },
  {
    path: 'account/change_city',
    id: 'changeCity',
    lazy: lazyPage(() => import('../../pages/account/change-city.tsx'), 'account', 'geo'),
  },
  {
    path: 'account/notifications',
    id: 'notifications',
    lazy: lazyPage(() => import('../../pages/account/notifications.tsx'), 'notifications', 'account'),
  },
  {
    path: 'transactions',
    id: 'transactions',
    lazy: lazyPage(() => import('../../pages/account/transactions.tsx'), 'money', 'account'),
  },
  {
    path: 'account/payout',
    id: 'payout',
    lazy: lazyPage(() => import('../../pages/account/payout.tsx'), 'money', 'account', 'auth'),
  },
  {
    path: 'statements',
    id: 'statements',
    lazy: lazyPage(() => import('../../pages/account/statements.tsx'), 'money', 'account'),
  },
  {
    path: 'statements/:id',
    id: 'statement',
    lazy: lazyPage(() => import('../../pages/account/statement.tsx'), 'money', 'account'),
  },
  {
    path: 'account/point',
    id: 'haveAPoint',
    lazy: lazyPage(() => import('../../pages/account/seller-role.tsx'), 'account'),
  },
  {
    path: 'account/business',
    id: 'business',
    lazy: lazyPage(() => import('../../pages/account/business.tsx'), 'account'),
  },
];
