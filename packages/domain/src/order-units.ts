/** Units of an order; all amounts are for all that were bought. */
export interface OrderUnits {
  quantity: number;
  /** Units that were given back singly while the order stands. */
  returned_quantity: number;
}

/** Units that the buyer has paid and not given back singly. */
export const countKeptUnits = (order: OrderUnits): number => order.quantity - order.returned_quantity;

/** A part of an amount of the order; exact, because each amount is that of one unit times the quantity. */
export const ofUnits = (cents: number, { quantity }: Pick<OrderUnits, 'quantity'>, units: number): number =>
  (cents / quantity) * units;

/**
 * What the buyer has back in all once so many more units are given back: their price, and of what was refunded before by
 * amount the part of the units that stay. Giving back all that are left is the full price.
 */
export function planUnitReturn(
  order: OrderUnits & { price_cents: number; refunded_cents: number },
  units: number,
): number {
  const kept = countKeptUnits(order);
  const amountCents = order.refunded_cents - ofUnits(order.price_cents, order, order.returned_quantity);
  const staysCents = Math.ceil((amountCents * (kept - units)) / kept);
  return ofUnits(order.price_cents, order, order.returned_quantity + units) + staysCents;
}
