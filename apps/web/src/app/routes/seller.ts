import type { RouteObject } from 'react-router';
import { onAnotherPage, requireOwner } from '../guards.ts';
import { lazyPage } from '../lazy-page.ts';

const point = lazyPage(() => import('../../pages/seller/point.tsx'), 'seller');
const dish = lazyPage(() => import('../../pages/seller/dish.tsx'), 'seller');

export const sellerRoutes: RouteObject[] = [
  { path: 'seller/point', id: 'creatingPoint', lazy: point },
  { path: 'seller/point/:id', id: 'editingPoint', lazy: point },
  { path: 'seller/dish', id: 'creatingDish', lazy: dish },
  { path: 'seller/dish/:id', id: 'editingDish', lazy: dish },
  {
    path: 'seller',
    id: 'seller',
    lazy: lazyPage(() => import('../../pages/seller/today.tsx'), 'seller', 'week', 'money'),
  },
  {
    path: 'seller/week',
    id: 'week',
    lazy: lazyPage(() => import('../../pages/seller/week.tsx'), 'week', 'seller'),
  },
  {
    path: 'seller/sale',
    id: 'sale',
    lazy: lazyPage(() => import('../../pages/seller/sale.tsx'), 'sales', 'seller'),
  },
  {
    path: 'seller/orders',
    id: 'orders',
    lazy: lazyPage(() => import('../../pages/seller/orders.tsx'), 'seller'),
  },
];

/** Without the frame: nothing to see yet for who has no pack. */
export const quickStart: RouteObject[] = [
  {
    path: 'seller/quick-start',
    id: 'SellerQuickStart',
    loader: requireOwner,
    shouldRevalidate: onAnotherPage,
    lazy: lazyPage(() => import('../../pages/seller/quick-start.tsx'), 'seller'),
  },
];
