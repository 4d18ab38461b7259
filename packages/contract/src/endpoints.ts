import { account } from './modules/account.ts';
import { affiliates } from './modules/affiliates.ts';
import { checkout } from './modules/checkout.ts';
import { geo } from './modules/geo.ts';
import { business, identity } from './modules/identity.ts';
import { ledger } from './modules/ledger.ts';
import { notifications } from './modules/notifications.ts';
import { offers } from './modules/offers.ts';
import { orders, salesStatistics } from './modules/orders.ts';
import { payments } from './modules/payments.ts';
import { pickupCalendar } from './modules/pickup-calendar.ts';
import { products } from './modules/products.ts';
import { salePlaces, sellers } from './modules/sale-places.ts';
import { sellerOrders } from './modules/seller-orders.ts';

/** All calls by name. */
export const endpoints = {
  ...identity,
  ...geo,
  ...salePlaces,
  ...products,
  ...pickupCalendar,
  ...offers,
  ...checkout,
  ...payments,
  ...orders,
  ...sellerOrders,
  ...salesStatistics,
  ...sellers,
  ...notifications,
  ...affiliates,
  ...account,
  ...ledger,
  ...business,
} as const;

export type EndpointName = keyof typeof endpoints;
