import type { RouteObject } from 'react-router';
import { requireSeller, shouldRevalidateOnPathChange } from '../guards.ts';
import { lazyPage } from '../lazy-page.ts';

const lazySalePlacePage = lazyPage(() => import('../routes/seller/sale-place.tsx'), 'seller');
const lazyProductPage = lazyPage(() => import('../routes/seller/product.tsx'), 'seller');

export const sellerRoutes: RouteObject[] = [
  { path: 'seller/point', id: 'creatingPoint', lazy: lazySalePlacePage },
  { path: 'seller/point/:id', id: 'editingPoint', lazy: lazySalePlacePage },
  { path: 'seller/dish', id: 'creatingDish', lazy: lazyProductPage },
  { path: 'seller/dish/:id', id: 'editingDish', lazy: lazyProductPage },
  {
    path: 'seller',
    id: 'seller',
    lazy: lazyPage(() => import('../routes/seller/today.tsx'), 'seller', 'week', 'money'),
  },
  {
    path: 'seller/week',
    id: 'week',
    lazy: lazyPage(() => import('../routes/seller/week.tsx'), 'week', 'seller'),
  },
  {
    path: 'seller/sale',
    id: 'sale',
    lazy: lazyPage(() => import('../routes/seller/sales.tsx'), 'sales', 'seller'),
  },
  {
    path: 'seller/orders',
    id: 'orders',
    lazy: lazyPage(() => import('../routes/seller/orders.tsx'), 'seller'),
  },
];

/** Without the frame: nothing to see yet for who has no pack. */
export const quickStartRoutes: RouteObject[] = [
  {
    path: 'seller/quick-start',
    id: 'SellerQuickStart',
    loader: requireSeller,
    shouldRevalidate: shouldRevalidateOnPathChange,
    lazy: lazyPage(() => import('../routes/seller/quick-start.tsx'), 'seller'),
  },
];
