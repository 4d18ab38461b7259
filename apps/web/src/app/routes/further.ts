import { accountRoutes } from './account.ts';
import { linkRoutes } from './links.ts';
import { partnerRoutes } from './partner.ts';
import { policyRoutes } from './policy.ts';
import { quickStart, sellerRoutes } from './seller.ts';

/** Pages that hardly anybody opens first, by the route of the table below which they hang. */
export const further = {
  bare: [...linkRoutes, ...quickStart],
  policies: policyRoutes,
  session: [...accountRoutes, ...partnerRoutes],
  owner: sellerRoutes,
};

export type Further = typeof further;
