import { buildRoutes } from '../src/app/router.tsx';
import { deferredRoutes } from '../src/app/routes/deferred.ts';

/** All pages there are. */
export const allRoutes = buildRoutes(deferredRoutes);
