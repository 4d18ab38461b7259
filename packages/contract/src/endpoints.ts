import { account } from './account.ts';
import { affiliates } from './affiliates.ts';
import { checkout } from './checkout.ts';
import { geo } from './geo.ts';
import { business, identity } from './identity.ts';
import { ledger } from './ledger.ts';
import { notifications } from './notifications.ts';
import { offers } from './offers.ts';
import { orders, salesStatistics } from './orders.ts';
import { payments } from './payments.ts';
import { pickupCalendar } from './pickup-calendar.ts';
import { products } from './products.ts';
import { salePlaces, sellers } from './sale-places.ts';
import { sellerOrders } from './seller-orders.ts';

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
