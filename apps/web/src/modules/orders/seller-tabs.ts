import type { SellerOrder } from './seller-orders.api.ts';

/** How a seller sorts a day's orders. */
export const sellerTabs = ['paid', 'collected', 'cancelled', 'not_collected'] as const;
export type SellerTab = (typeof sellerTabs)[number];

const tabOf: Record<SellerOrder['state'], SellerTab> = {
  paid: 'paid',
  collected: 'collected',
  not_collected: 'not_collected',
  cancelled_by_buyer: 'cancelled',
  cancelled_by_store: 'cancelled',
  refunded: 'cancelled',
};

export const ordersIn = (tab: SellerTab, orders: readonly SellerOrder[]): SellerOrder[] =>
  orders.filter(({ state }) => tabOf[state] === tab);
