import { deferredRoutes } from '../app/route-tables/deferred.ts';
import { buildRoutes } from '../app/router.tsx';

/** All pages there are. */
export const allRoutes = buildRoutes(deferredRoutes);
