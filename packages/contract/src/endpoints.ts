import { account } from './modules/account.ts';
import { catalogue } from './modules/admin/catalogue.ts';
import { content } from './modules/admin/content.ts';
import { decisions } from './modules/admin/decisions.ts';
import { money } from './modules/admin/money.ts';
import { operators } from './modules/admin/operators.ts';
import { partnersOfConsole } from './modules/admin/partners.ts';
import { people } from './modules/admin/people.ts';
import { support } from './modules/admin/support.ts';
import { tax } from './modules/admin/tax.ts';
import { affiliates } from './modules/affiliates.ts';
import { allocation } from './modules/allocation.ts';
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
import { publicSalePlaces, salePlaces, sellers } from './modules/sale-places.ts';
import { sellerOrders } from './modules/seller-orders.ts';

/** All calls by name. */
export const endpoints = {
  ...identity,
  ...geo,
  ...salePlaces,
  ...publicSalePlaces,
  ...products,
  ...pickupCalendar,
  ...offers,
  ...allocation,
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
  ...operators,
  ...support,
  ...decisions,
  ...people,
  ...content,
  ...catalogue,
  ...money,
  ...partnersOfConsole,
  ...tax,
} as const;

export type EndpointName = keyof typeof endpoints;
