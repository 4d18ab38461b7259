import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Actor } from '../../platform/http/route.ts';
import { hasReferrals } from './affiliates.queries.ts';
import { getAffiliateOverview, listAffiliateMonths } from './credits/credits.ts';
import {
  exportAffiliateCsv,
  getReferredBuyer,
  getReferredSeller,
  listReferredBuyers,
  listReferredSellers,
  recordVisit,
} from './referrals.ts';
import { listSharesPage } from './shares.ts';

/** Allows partners, and former partners with referrals, who keep access to their earnings. */
const requirePartner =
  <C extends { actor: Actor }, Rest extends unknown[], R>(
    { db }: Pick<Context, 'db'>,
    handler: (call: C, ...rest: Rest) => Promise<R>,
  ) =>
  async (call: C, ...rest: Rest): Promise<R> => {
    const { isPartner, id } = call.actor;
    if (!isPartner && !(await hasReferrals(db, id))) throw new AppError('notAllowed');
    return handler(call, ...rest);
  };

export function affiliateRoutes(context: Context, { route, fileRoute }: Http): void {
  route(endpoints.recordVisit, (call) => recordVisit(context, call));
  // Open to non-partners: the screen explains the programme with it.
  route(endpoints.getAffiliateOverview, (call, db) => getAffiliateOverview({ ...context, db }, call));
  route(
    endpoints.listAffiliateMonths,
    requirePartner(context, (call, db) => listAffiliateMonths({ ...context, db }, call)),
  );
  route(
    endpoints.listReferredBuyers,
    requirePartner(context, (call, db) => listReferredBuyers({ ...context, db }, call)),
  );
  route(
    endpoints.getReferredBuyer,
    requirePartner(context, (call) => getReferredBuyer(context, call)),
  );
  route(
    endpoints.listReferredSellers,
    requirePartner(context, (call, db) => listReferredSellers({ ...context, db }, call)),
  );
  route(
    endpoints.getReferredSeller,
    requirePartner(context, (call) => getReferredSeller(context, call)),
  );
  route(
    endpoints.listShares,
    requirePartner(context, (call, db) => listSharesPage({ ...context, db }, call)),
  );
  fileRoute(
    endpoints.exportAffiliateCsv,
    requirePartner(context, (call) => exportAffiliateCsv(context, call)),
  );
}
