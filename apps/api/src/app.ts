import type { FastifyInstance } from 'fastify';
import {
  adminGauges,
  adminJobs,
  adminPersonalData,
  adminRoutes,
  createOperatorAuthenticator,
  decisionMails,
  operatorMails,
} from './modules/admin/index.ts';
import {
  affiliateJobs,
  affiliatePersonalData,
  affiliateReconciliation,
  affiliateRoutes,
  creditMonths,
} from './modules/affiliates/index.ts';
import {
  allocationJobs,
  allocationPersonalData,
  allocationRoutes,
  hasEntrants,
} from './modules/allocation/index.ts';
import {
  authenticateDevicesToo,
  businessJobs,
  businessMails,
  businessPersonalData,
  businessRoutes,
  createIdentityNote,
  createSellingSwitch,
  recordMemberVisit,
} from './modules/businesses/index.ts';
import { checkoutJobs, checkoutMails, checkoutRoutes, createGiveUpOffer } from './modules/checkout/index.ts';
import {
  createCodeTries,
  creditJobs,
  creditPersonalData,
  creditReconciliation,
  creditRoutes,
} from './modules/credit/index.ts';
import { forecastJobs, forecastRoutes } from './modules/forecasts/index.ts';
import { geoRoutes } from './modules/geo/index.ts';
import {
  accountRoutes,
  createAuthenticator,
  identityJobs,
  identityMails,
  identityRoutes,
  legalIdentityPersonalData,
  legalTextPersonalData,
  securityPersonalData,
} from './modules/identity/index.ts';
import {
  ledgerGauges,
  ledgerJobs,
  ledgerPersonalData,
  ledgerRoutes,
  type ReconciliationSource,
  settlementReconciliation,
} from './modules/ledger/index.ts';
import { mediaJobs, mediaRoutes, type PaintDemoPhoto } from './modules/media/index.ts';
import {
  notificationJobs,
  notificationPersonalData,
  notificationRoutes,
  registerOutboxPage,
} from './modules/notifications/index.ts';
import {
  createLinkPreviews,
  favouritePersonalData,
  listBusiestPositions,
  offerJobs,
  offerRoutes,
  savedSearchPersonalData,
} from './modules/offers/index.ts';
import {
  createBuyerOrderFeed,
  createOrderHooks,
  createSellerOrderFeed,
  orderJobs,
  orderMails,
  orderPersonalData,
  orderReconciliation,
  orderRoutes,
  scheduleReminders,
} from './modules/orders/index.ts';
import {
  type PaymentProvider,
  paymentJobs,
  paymentPersonalData,
  paymentReconciliation,
  paymentRoutes,
  payoutAccountPersonalData,
  transferReconciliation,
} from './modules/payments/index.ts';
import {
  findProductNames,
  productJobs,
  productPersonalData,
  productRoutes,
  salePlaceHooks,
  setSellerProductsOnSale,
} from './modules/products/index.ts';
import {
  findSalePlacesByWords,
  listSalePlaceNames,
  salePlaceJobs,
  salePlaceMails,
  salePlacePersonalData,
  salePlaceRoutes,
} from './modules/sale-places/index.ts';
import { uploadPersonalData } from './modules/uploads/index.ts';
import type { Context, Http } from './platform/context.ts';
import { registerEndpointHooks } from './platform/http/endpoint-hooks.ts';
import { buildFastify, type Readiness, registerReadiness } from './platform/http/fastify.ts';
import { createJsonDownloadRoute } from './platform/http/json-download.ts';
import { adminPageRoutes, webRoutes } from './platform/http/pages/web.routes.ts';
import { createRateLimitFactory } from './platform/http/rate-limits.ts';
import { createFileRoute, createRoute } from './platform/http/route.ts';
import { createStreamRoute } from './platform/http/stream-route.ts';
import type { Gauge } from './platform/observability/metrics.ts';
import type { PersonalDataHandler } from './platform/personal-data.ts';

export interface AppOptions {
  provider: PaymentProvider;
  paintDemo: PaintDemoPhoto | null;
  /** Folder of the built web app; null serves the API alone. */
  webDir: string | null;
  /** Folder of the built operator console. */
  adminDir?: string | null;
  readiness?: Readiness;
}

/** Modules with personal data, in the order of locks: payout accounts before operators, these before sale places, products and slots, and these before entries of lines. */
const personalDataHandlers: PersonalDataHandler[] = [
  payoutAccountPersonalData,
  adminPersonalData,
  orderPersonalData,
  paymentPersonalData,
  creditPersonalData,
  ledgerPersonalData,
  affiliatePersonalData,
  favouritePersonalData,
  savedSearchPersonalData,
  notificationPersonalData,
  salePlacePersonalData,
  productPersonalData,
  allocationPersonalData,
  uploadPersonalData,
  businessPersonalData,
  legalIdentityPersonalData,
  legalTextPersonalData,
  securityPersonalData,
];

/** Metrics that modules count. */
export const listGauges = (context: Context): Gauge[] => [...adminGauges(context), ...ledgerGauges(context)];

/** Modules that know expected balances of the ledger. */
export const reconciliationSources: ReconciliationSource[] = [
  paymentReconciliation,
  orderReconciliation,
  affiliateReconciliation,
  settlementReconciliation,
  transferReconciliation,
  creditReconciliation,
];

/** Builds the server without listening. The only place that knows all modules. */
export async function buildApp(
  context: Context,
  { provider, paintDemo, webDir, adminDir, readiness }: AppOptions,
): Promise<FastifyInstance> {
  const app = await buildFastify(context.config, context.log);
  registerReadiness(app, context, readiness);
  registerEndpointHooks(
    app,
    {
      authenticate: authenticateDevicesToo(context, createAuthenticator(context)),
      operatorAuthenticator: createOperatorAuthenticator(context),
      recordMemberVisit: (actor) => recordMemberVisit(context, actor),
    },
    context.readRouter.recordWrite,
  );
  const createRateLimit = createRateLimitFactory(context.db, context.config);
  const http: Http = {
    app,
    route: createRoute(app, { db: context.db, readRouter: context.readRouter, createRateLimit }),
    jsonDownloadRoute: createJsonDownloadRoute(app, { createRateLimit }),
    createRateLimit,
    streamRoute: createStreamRoute(app, {
      config: context.config,
      liveEvents: context.liveEvents,
    }),
    fileRoute: createFileRoute(app, { createRateLimit }),
  };

  identityRoutes(
    context,
    http,
    createSellingSwitch(context, {
      listSalePlaces: listSalePlaceNames,
      onSellingChanged: setSellerProductsOnSale,
    }),
  );
  accountRoutes(context, http, {
    personalDataHandlers,
    onLegalIdentityChange: createIdentityNote(context, listSalePlaceNames),
  });
  businessRoutes(context, http, listSalePlaceNames);
  geoRoutes(context, http, { findSalePlaces: findSalePlacesByWords, listBusiestPositions });
  salePlaceRoutes(context, http, salePlaceHooks);
  productRoutes(context, http, hasEntrants);
  offerRoutes(context, http, {
    sales: createSellerOrderFeed(context),
    purchases: createBuyerOrderFeed(context),
  });
  allocationRoutes(context, http, createGiveUpOffer(context, provider));
  forecastRoutes(context, http);
  const enterCode = createCodeTries(context);
  checkoutRoutes(context, http, { provider, enterCode });
  paymentRoutes(context, http, provider);
  orderRoutes(context, http);
  affiliateRoutes(context, http);
  creditRoutes(context, http, enterCode);
  ledgerRoutes(context, http, findProductNames);
  notificationRoutes(context, http, scheduleReminders);
  adminRoutes(context, http, { provider, webDir, personalDataHandlers });
  await mediaRoutes(context, http, paintDemo);
  if (context.config.outboxPage) registerOutboxPage(app, context.config.outboxDir);
  if (adminDir) await adminPageRoutes(app, adminDir);
  if (webDir) {
    const { publicUrl } = context.config;
    await webRoutes(app, { folder: webDir, publicUrl, linkPreviews: createLinkPreviews(context) });
  }
  return app;
}

/** Registers the background jobs: every process works on them, each job runs once. */
export async function registerJobs(context: Context, { provider, webDir }: AppOptions): Promise<void> {
  await notificationJobs(context, {
    ...identityMails(context),
    ...orderMails(context),
    ...checkoutMails(context),
    ...decisionMails(context),
    ...operatorMails(context),
    ...businessMails(context, listSalePlaceNames),
    ...salePlaceMails(context),
  });
  await mediaJobs(context);
  await identityJobs(context, personalDataHandlers);
  await businessJobs(context);
  await salePlaceJobs(context);
  await productJobs(context, hasEntrants);
  await offerJobs(context);
  await ledgerJobs(context, reconciliationSources, () => creditMonths(context));
  await paymentJobs(context, provider, createOrderHooks(context));
  await allocationJobs(context, provider);
  await forecastJobs(context);
  await checkoutJobs(context, provider);
  await orderJobs(context);
  await affiliateJobs(context);
  await creditJobs(context);
  await adminJobs(context, { provider, webDir });
}
