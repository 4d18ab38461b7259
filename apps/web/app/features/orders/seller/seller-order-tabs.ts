import type { SellerOrder } from '../seller-orders.api.ts';

/** A seller's tabs of a day's orders. */
export const sellerOrderTabs = ['paid', 'collected', 'cancelled', 'not_collected'] as const;
export type SellerOrderTab = (typeof sellerOrderTabs)[number];

const tabByState: Record<SellerOrder['state'], SellerOrderTab> = {
  paid: 'paid',
  collected: 'collected',
  not_collected: 'not_collected',
  cancelled_by_buyer: 'cancelled',
  cancelled_by_store: 'cancelled',
  refunded: 'cancelled',
};

export const filterOrdersByTab = (tab: SellerOrderTab, orders: readonly SellerOrder[]): SellerOrder[] =>
  orders.filter(({ state }) => tabByState[state] === tab);
