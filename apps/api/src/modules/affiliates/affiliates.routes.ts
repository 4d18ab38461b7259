import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { affiliateCsv } from './affiliate-csv.ts';
import { countVisit } from './count-visit.ts';
import { listMonths } from './list-months.ts';
import { broughtBy, clientView, listClients, listSellers, sellerView } from './list-people.ts';
import { sharePage } from './list-shares.ts';
import { showOverview } from './show-overview.ts';

export function affiliateRoutes(context: Context, { route, files }: Http): void {
  const { clock } = context;
  // Counting is worth something to partners: not at any speed.
  route(endpoints.countVisit, (call) => countVisit(context, call), {
    limit: { max: 10, window: '1 minute' },
  });
  route(endpoints.affiliateOverview, (call) => showOverview(context, call));
  route(endpoints.affiliateMonths, (call) => listMonths(context, call));
  route(endpoints.affiliateClients, (call) => listClients(context, call));
  route(endpoints.affiliateClient, async ({ actor, params }) => ({
    data: clientView(await broughtBy(context, 'buyer', actor.id, params.id), clock.now()),
  }));
  route(endpoints.affiliateSellers, (call) => listSellers(context, call));
  route(endpoints.affiliateSeller, async ({ actor, params }) => ({
    data: sellerView(await broughtBy(context, 'seller', actor.id, params.id), clock.now()),
  }));
  route(endpoints.affiliateShares, (call) => sharePage(context, call));
  files(endpoints.affiliateCsv, (call) => affiliateCsv(context, call));
}
