import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { routeRead } from '../../platform/http/route-read.ts';
import { listAffiliateMonths } from './credits/list-affiliate-months.ts';
import { exportAffiliateCsv } from './export-affiliate-csv.ts';
import { getAffiliateOverview } from './get-affiliate-overview.ts';
import {
  buildReferredBuyerView,
  buildReferredSellerView,
  getReferredUser,
  listReferredBuyers,
  listReferredSellers,
} from './referrals/list-referred-users.ts';
import { recordVisit } from './referrals/record-visit.ts';
import { requirePartner } from './require-partner.ts';
import { listSharesPage } from './shares/list-shares.ts';

export function affiliateRoutes(context: Context, { route, fileRoute }: Http): void {
  const { clock } = context;
  // Limited, because partners gain from a higher visit count.
  route(endpoints.recordVisit, (call) => recordVisit(context, call), {
    limit: { max: 10, window: '1 minute' },
  });
  // Open to non-partners: the screen explains the programme with it.
  route(endpoints.getAffiliateOverview, routeRead(context, getAffiliateOverview));
  route(endpoints.listAffiliateMonths, requirePartner(context, routeRead(context, listAffiliateMonths)));
  route(endpoints.listReferredBuyers, requirePartner(context, routeRead(context, listReferredBuyers)));
  route(
    endpoints.getReferredBuyer,
    requirePartner(context, async ({ actor, params }) => ({
      data: buildReferredBuyerView(await getReferredUser(context, 'buyer', actor.id, params.id), clock.now()),
    })),
  );
  route(endpoints.listReferredSellers, requirePartner(context, routeRead(context, listReferredSellers)));
  route(
    endpoints.getReferredSeller,
    requirePartner(context, async ({ actor, params }) => ({
      data: buildReferredSellerView(
        await getReferredUser(context, 'seller', actor.id, params.id),
        clock.now(),
      ),
    })),
  );
  route(endpoints.listShares, requirePartner(context, routeRead(context, listSharesPage)));
  fileRoute(
    endpoints.exportAffiliateCsv,
    requirePartner(context, (call) => exportAffiliateCsv(context, call)),
  );
}
