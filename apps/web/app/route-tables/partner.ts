import type { RouteObject } from 'react-router';
import { shouldRevalidateOnPathChange } from '../guards.ts';
import { lazyPage } from '../lazy-page.ts';
import { requirePartner } from '../require-partner.ts';

export const partnerRoutes: RouteObject[] = [
  {
    path: 'account/affiliate',
    id: 'affiliateProgram',
    lazy: lazyPage(() => import('../routes/account/affiliate.tsx'), 'partner', 'account', 'auth'),
  },
  {
    loader: requirePartner,
    shouldRevalidate: shouldRevalidateOnPathChange,
    children: [
      {
        path: 'sellers',
        id: 'sellers',
        lazy: lazyPage(() => import('../routes/partner/referred-sellers.tsx'), 'partner'),
      },
      {
        path: 'clients',
        id: 'clients',
        lazy: lazyPage(() => import('../routes/partner/referred-buyers.tsx'), 'partner'),
      },
      {
        path: 'clients/:id',
        id: 'infoAboutClient',
        lazy: lazyPage(() => import('../routes/partner/referred-buyer.tsx'), 'partner'),
      },
    ],
  },
];
