import { endpoints } from '@wopack/contract';
import { localDate } from '@wopack/domain';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Actor, Call } from '../../platform/http/route.ts';
import { hasReferrals, incrementVisits } from './affiliates.queries.ts';
import { getAffiliateOverview, listAffiliateMonths } from './credits/credits.ts';
import {
  buildReferredBuyerView,
  buildReferredSellerView,
  exportAffiliateCsv,
  getReferredUser,
  listReferredBuyers,
  listReferredSellers,
} from './partner-lists.ts';
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
  const { clock } = context;
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
    requirePartner(context, async ({ actor, params }) => ({
      data: buildReferredBuyerView(await getReferredUser(context, 'buyer', actor.id, params.id), clock.now()),
    })),
  );
  route(
    endpoints.listReferredSellers,
    requirePartner(context, (call, db) => listReferredSellers({ ...context, db }, call)),
  );
  route(
    endpoints.getReferredSeller,
    requirePartner(context, async ({ actor, params }) => ({
      data: buildReferredSellerView(
        await getReferredUser(context, 'seller', actor.id, params.id),
        clock.now(),
      ),
    })),
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

/** Stores a count a day and nothing about the visitor. The answer does not reveal whether the code exists. */
async function recordVisit({ db, clock, config }: Context, { body }: Call<typeof endpoints.recordVisit>) {
  await incrementVisits(db, body.ref_link.trim(), localDate(clock.now(), config.operatorTimeZone).toString());
  return { success: true, code: 0 as const };
}
