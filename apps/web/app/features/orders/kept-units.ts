/** Packs of an order that were neither cancelled nor refunded singly. */
export const countKeptUnits = (order: { quantity: number; returned_quantity: number }): number =>
  order.quantity - order.returned_quantity;
