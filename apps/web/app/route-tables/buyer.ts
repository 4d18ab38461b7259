import type { RouteObject } from 'react-router';
import { lazyPage, lazyPageWithBaseStyles } from '../lazy-page.ts';

/** A pack, for everybody who has its link. */
export const offerRoute: RouteObject = {
  path: 'offers/:id',
  id: 'infoAboutOffer',
  lazy: lazyPage(() => import('../routes/buyer/offer.tsx'), 'offer', 'offers', 'payment'),
};

/** What somebody hungry needs; some of it opens without a connection. */
export const buyerRoutes: RouteObject[] = [
  {
    path: 'offers',
    id: 'offers',
    lazy: lazyPageWithBaseStyles(() => import('../routes/buyer/offers.tsx'), 'offers'),
  },
  {
    path: 'favorite',
    id: 'favorite',
    lazy: lazyPage(() => import('../routes/buyer/favourites.tsx'), 'offers'),
  },
  {
    path: 'offers/history',
    id: 'history',
    lazy: lazyPage(() => import('../routes/buyer/history.tsx'), 'orders'),
  },
  {
    path: 'orders/:id',
    id: 'ticket',
    lazy: lazyPage(() => import('../routes/buyer/ticket.tsx'), 'orders'),
  },
  {
    path: 'orders/:id/success',
    id: 'orderSuccess',
    lazy: lazyPage(() => import('../routes/buyer/order-success.tsx'), 'orders'),
  },
];
