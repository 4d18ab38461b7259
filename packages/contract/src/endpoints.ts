import { dashboard, operatorSessions } from './modules/admin/console.ts';
import { content } from './modules/admin/content.ts';
import { creditOfConsole } from './modules/admin/credit.ts';
import { decisions, reportsOfContent } from './modules/admin/decisions.ts';
import { launch } from './modules/admin/launch.ts';
import { legalTextsOfConsole } from './modules/admin/legal-texts.ts';
import { money } from './modules/admin/money.ts';
import { offeredValues } from './modules/admin/offered-values.ts';
import { ordersOfConsole } from './modules/admin/orders.ts';
import { partnersOfConsole } from './modules/admin/partners.ts';
import { people } from './modules/admin/people.ts';
import { placeClaims } from './modules/admin/place-claims.ts';
import { problems } from './modules/admin/problems.ts';
import { operators, system } from './modules/admin/system.ts';
import { tax } from './modules/admin/tax.ts';
import { valueProposals } from './modules/admin/value-proposals.ts';
import { affiliates } from './modules/affiliates.ts';
import { allocation } from './modules/allocation/allocation.ts';
import { sellerAllocation } from './modules/allocation/seller-allocation.ts';
import { businesses } from './modules/businesses.ts';
import { checkout } from './modules/checkout.ts';
import { credit } from './modules/credit.ts';
import { forecasts } from './modules/forecasts.ts';
import { geo } from './modules/geo.ts';
import { account } from './modules/identity/account.ts';
import { business } from './modules/identity/business.ts';
import { identity } from './modules/identity/identity.ts';
import { ledger } from './modules/ledger/ledger.ts';
import { statements } from './modules/ledger/statements.ts';
import { notifications } from './modules/notifications.ts';
import { offers } from './modules/offers/offers.ts';
import { publicSalePlaces, sellers } from './modules/offers/public-sale-places.ts';
import { friendLinks } from './modules/orders/friend-links.ts';
import { impact } from './modules/orders/impact.ts';
import { orders, salesStatistics } from './modules/orders/orders.ts';
import { reviews } from './modules/orders/reviews.ts';
import { sellerOrders } from './modules/orders/seller-orders.ts';
import { sellerValue } from './modules/orders/seller-value.ts';
import { payments } from './modules/payments.ts';
import { pickupCalendar } from './modules/products/pickup-calendar.ts';
import { productImports } from './modules/products/product-imports.ts';
import { products } from './modules/products/products.ts';
import { salePlaces } from './modules/sale-places.ts';

/** All calls by name. */
export const endpoints = {
  ...identity,
  ...geo,
  ...salePlaces,
  ...publicSalePlaces,
  ...products,
  ...productImports,
  ...pickupCalendar,
  ...offers,
  ...allocation,
  ...sellerAllocation,
  ...forecasts,
  ...checkout,
  ...credit,
  ...payments,
  ...orders,
  ...friendLinks,
  ...reviews,
  ...sellerOrders,
  ...sellerValue,
  ...salesStatistics,
  ...impact,
  ...sellers,
  ...notifications,
  ...affiliates,
  ...account,
  ...ledger,
  ...statements,
  ...business,
  ...businesses,
  ...operatorSessions,
  ...operators,
  ...dashboard,
  ...ordersOfConsole,
  ...problems,
  ...decisions,
  ...people,
  ...content,
  ...reportsOfContent,
  ...placeClaims,
  ...valueProposals,
  ...offeredValues,
  ...money,
  ...creditOfConsole,
  ...system,
  ...launch,
  ...legalTextsOfConsole,
  ...partnersOfConsole,
  ...tax,
} as const;

export type EndpointName = keyof typeof endpoints;
