import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { reading } from '../../platform/http/reading.ts';
import { affiliateCsv } from './affiliate-csv.ts';
import { countVisit } from './count-visit.ts';
import { listMonths } from './list-months.ts';
import { broughtBy, clientView, listClients, listSellers, sellerView } from './list-people.ts';
import { sharePage } from './list-shares.ts';
import { partnersOnly } from './partners-only.ts';
import { showOverview } from './show-overview.ts';

export function affiliateRoutes(context: Context, { route, files }: Http): void {
  const { clock } = context;
  // Counting is worth something to partners: not at any speed.
  route(endpoints.countVisit, (call) => countVisit(context, call), {
    limit: { max: 10, window: '1 minute' },
  });
  // Whoever is no partner yet learns here what it would be.
  route(endpoints.affiliateOverview, reading(context, showOverview));
  route(endpoints.affiliateMonths, partnersOnly(context, reading(context, listMonths)));
  route(endpoints.affiliateClients, partnersOnly(context, reading(context, listClients)));
  route(
    endpoints.affiliateClient,
    partnersOnly(context, async ({ actor, params }) => ({
      data: clientView(await broughtBy(context, 'buyer', actor.id, params.id), clock.now()),
    })),
  );
  route(endpoints.affiliateSellers, partnersOnly(context, reading(context, listSellers)));
  route(
    endpoints.affiliateSeller,
    partnersOnly(context, async ({ actor, params }) => ({
      data: sellerView(await broughtBy(context, 'seller', actor.id, params.id), clock.now()),
    })),
  );
  route(endpoints.affiliateShares, partnersOnly(context, reading(context, sharePage)));
  files(
    endpoints.affiliateCsv,
    partnersOnly(context, (call) => affiliateCsv(context, call)),
  );
}
