import { account } from './account.ts';
import { affiliates } from './affiliates.ts';
import { business } from './business.ts';
import { geo } from './geo.ts';
import { identity } from './identity.ts';
import { ledger } from './ledger.ts';
import { notifications } from './notifications.ts';
import { offers } from './offers.ts';
import { orders } from './orders.ts';
import { packs } from './packs.ts';
import { payments } from './payments.ts';
import { salePlaces } from './sale-places.ts';
import { sales } from './sales.ts';
import { sellerOrders } from './seller-orders.ts';
import { sellers } from './sellers.ts';
import { week } from './week.ts';

/** Every call of WoPack, by name. */
export const endpoints = {
  ...identity,
  ...geo,
  ...salePlaces,
  ...packs,
  ...week,
  ...offers,
  ...payments,
  ...orders,
  ...sellerOrders,
  ...sales,
  ...sellers,
  ...notifications,
  ...affiliates,
  ...account,
  ...ledger,
  ...business,
} as const;

export type EndpointName = keyof typeof endpoints;
