import type { RouteObject } from 'react-router';
import { lazyPage } from '../lazy-page.ts';

export const partnerRoutes: RouteObject[] = [
  {
    path: 'account/affiliate',
    id: 'affiliateProgram',
    lazy: lazyPage(() => import('../../pages/account/affiliate.tsx'), 'partner', 'account', 'auth'),
  },
  {
    path: 'sellers',
    id: 'sellers',
    lazy: lazyPage(() => import('../../pages/partner/sellers.tsx'), 'partner'),
  },
  {
    path: 'clients',
    id: 'clients',
    lazy: lazyPage(() => import('../../pages/partner/clients.tsx'), 'partner'),
  },
  {
    path: 'clients/:id',
    id: 'infoAboutClient',
    lazy: lazyPage(() => import('../../pages/partner/client.tsx'), 'partner'),
  },
];
