import type { FastifyInstance } from 'fastify';
import {
  affiliateBook,
  affiliateJobs,
  affiliateKeeper,
  affiliateRoutes,
  creditMonths,
} from './modules/affiliates/index.ts';
import { cities, geoRoutes } from './modules/geo/index.ts';
import {
  accountRoutes,
  authenticateWith,
  businessKeeper,
  identityJobs,
  identityMails,
  identityRoutes,
} from './modules/identity/index.ts';
import { ledgerJobs, ledgerKeeper, ledgerRoutes, settlementBook } from './modules/ledger/index.ts';
import { mediaJobs, mediaRoutes, type PaintDemo } from './modules/media/index.ts';
import {
  notificationJobs,
  notificationKeeper,
  notificationRoutes,
  outboxPage,
} from './modules/notifications/index.ts';
import {
  busiestTowns,
  favouriteKeeper,
  offerJobs,
  offerPreview,
  offerRoutes,
} from './modules/offers/index.ts';
import {
  liveOrders,
  orderBook,
  orderJobs,
  orderKeeper,
  orderMails,
  orderRoutes,
  saleOf,
} from './modules/orders/index.ts';
import { followPlace, openOrClose, packJobs, packKeeper, packRoutes } from './modules/packs/index.ts';
import {
  type PaymentProvider,
  paymentBook,
  paymentJobs,
  paymentKeeper,
  paymentMails,
  paymentRoutes,
} from './modules/payments/index.ts';
import { findVenues, salePlaceKeeper, salePlaceRoutes } from './modules/sale-places/index.ts';
import type { BookSource } from './platform/books.ts';
import type { Context, Http } from './platform/context.ts';
import { streamsOn } from './platform/http/event-stream.ts';
import { buildFastify } from './platform/http/fastify.ts';
import { filesOn } from './platform/http/file-route.ts';
import { limitsOn } from './platform/http/limits.ts';
import { readiness } from './platform/http/ready.ts';
import { routesOn } from './platform/http/route.ts';
import { webRoutes } from './platform/http/web.ts';
import type { Keeper } from './platform/keeper.ts';

export interface Gateways {
  provider: PaymentProvider;
  paintDemo: PaintDemo | null;
  /** Folder of the built web app; null serves the API alone. */
  webDir: string | null;
  /** Aborted when this process is about to end. */
  leaving?: AbortSignal;
}

/** Everybody who keeps something of people. */
const keepers: Keeper[] = [
  orderKeeper,
  paymentKeeper,
  ledgerKeeper,
  affiliateKeeper,
  favouriteKeeper,
  notificationKeeper,
  salePlaceKeeper,
  packKeeper,
  businessKeeper,
];

/** Everybody who knows a part of what the book has to hold. */
export const bookSources: BookSource[] = [paymentBook, orderBook, affiliateBook, settlementBook];

/** The whole server, not listening yet. The only place that knows all modules. */
export async function buildApp(
  context: Context,
  { provider, paintDemo, webDir, leaving }: Gateways,
): Promise<FastifyInstance> {
  const app = await buildFastify(context.config, context.log);
  readiness(app, context.db, leaving);
  const authenticate = authenticateWith(context);
  const http: Http = {
    app,
    route: routesOn(app, authenticate, limitsOn(context.db, context.config), context.reads.wrote),
    streams: streamsOn(app, authenticate),
    files: filesOn(app, authenticate),
    authenticate,
  };

  identityRoutes(context, http, openOrClose);
  accountRoutes(context, http, keepers);
  geoRoutes(context, http, { findVenues, busiestTowns });
  salePlaceRoutes(context, http, followPlace);
  packRoutes(context, http);
  offerRoutes(context, http, cities, liveOrders(context));
  paymentRoutes(context, http, provider, saleOf(context));
  orderRoutes(context, http);
  affiliateRoutes(context, http);
  ledgerRoutes(context, http);
  notificationRoutes(context, http);
  await mediaRoutes(context, http, paintDemo);
  if (context.config.outboxPage) outboxPage(app, context.config.outboxDir);
  if (webDir) {
    const { publicUrl } = context.config;
    await webRoutes(app, { folder: webDir, publicUrl, offerPreview: offerPreview(context) });
  }
  return app;
}

/** What runs beside the calls: on every process, each piece of work once for all of them. */
export async function startWork(context: Context, { provider }: Gateways): Promise<void> {
  await notificationJobs(context, {
    ...identityMails(context),
    ...orderMails(context),
    ...paymentMails(context),
  });
  await mediaJobs(context);
  await identityJobs(context, keepers);
  await packJobs(context);
  await offerJobs(context);
  await ledgerJobs(context, bookSources, () => creditMonths(context));
  await paymentJobs(context, provider, saleOf(context).onPaid);
  await orderJobs(context);
  await affiliateJobs(context);
}
