import type { SellerOrder } from '../seller-orders.api.ts';

/** A pack's window with its orders. */
export interface SlotGroup {
  slotId: number;
  firstOrder: SellerOrder;
  orders: SellerOrder[];
  /** Orders that can still be cancelled. */
  cancellableCount: number;
}

/** In the order they come in. */
export function groupOrdersBySlot(orders: readonly SellerOrder[]): SlotGroup[] {
  const groups = new Map<number, SlotGroup>();
  for (const order of orders) {
    const group = groups.get(order.slot_id) ?? {
      slotId: order.slot_id,
      firstOrder: order,
      orders: [],
      cancellableCount: 0,
    };
    group.orders.push(order);
    if (order.can_cancel) group.cancellableCount += 1;
    groups.set(order.slot_id, group);
  }
  return [...groups.values()];
}
