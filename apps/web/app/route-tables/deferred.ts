import { accountRoutes } from './account.ts';
import { linkRoutes } from './links.ts';
import { partnerRoutes } from './partner.ts';
import { policyRoutes } from './policy.ts';
import { quickStartRoutes, sellerRoutes } from './seller.ts';

/** Pages that hardly anybody opens first, by the route of the table below which they hang. */
export const deferredRoutes = {
  bare: [...linkRoutes, ...quickStartRoutes],
  policies: policyRoutes,
  session: [...accountRoutes, ...partnerRoutes],
  sellerArea: sellerRoutes,
};

export type DeferredRoutes = typeof deferredRoutes;
