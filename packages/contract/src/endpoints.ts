import { account } from './modules/account.ts';
import { catalogue } from './modules/admin/catalogue.ts';
import { content } from './modules/admin/content.ts';
import { reportsOfContent } from './modules/admin/content-reports.ts';
import { dashboard } from './modules/admin/dashboard.ts';
import { decisions } from './modules/admin/decisions.ts';
import { money } from './modules/admin/money.ts';
import { operatorSessions } from './modules/admin/operator-sessions.ts';
import { operators } from './modules/admin/operators.ts';
import { partnersOfConsole } from './modules/admin/partners.ts';
import { people } from './modules/admin/people.ts';
import { problems } from './modules/admin/problems.ts';
import { support } from './modules/admin/support.ts';
import { system } from './modules/admin/system.ts';
import { tax } from './modules/admin/tax.ts';
import { affiliates } from './modules/affiliates.ts';
import { allocation } from './modules/allocation.ts';
import { business } from './modules/business.ts';
import { checkout } from './modules/checkout.ts';
import { geo } from './modules/geo.ts';
import { identity } from './modules/identity.ts';
import { ledger } from './modules/ledger.ts';
import { notifications } from './modules/notifications.ts';
import { offers } from './modules/offers.ts';
import { orders, salesStatistics } from './modules/orders.ts';
import { payments } from './modules/payments.ts';
import { pickupCalendar } from './modules/pickup-calendar.ts';
import { products } from './modules/products.ts';
import { publicSalePlaces, sellers } from './modules/public-sale-places.ts';
import { salePlaces } from './modules/sale-places.ts';
import { sellerAllocation } from './modules/seller-allocation.ts';
import { sellerOrders } from './modules/seller-orders.ts';
import { statements } from './modules/statements.ts';

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
  ...sellerAllocation,
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
  ...statements,
  ...business,
  ...operatorSessions,
  ...operators,
  ...dashboard,
  ...support,
  ...problems,
  ...decisions,
  ...people,
  ...content,
  ...reportsOfContent,
  ...catalogue,
  ...money,
  ...system,
  ...partnersOfConsole,
  ...tax,
} as const;

export type EndpointName = keyof typeof endpoints;
