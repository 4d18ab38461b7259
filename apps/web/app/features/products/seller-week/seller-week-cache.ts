import type { Reply } from '@wopack/contract/client';

export type SellerWeek = Reply<'getSellerWeek'>['data'];
export type WeekProduct = SellerWeek['packs'][number];
export type ProductDay = WeekProduct['days'][number];
export type Slot = NonNullable<ProductDay['slot']>;

/** A slot with another quantity: what is sold or held stays. */
export const withQuantity = (slot: Slot, quantity: number): Slot => ({
  ...slot,
  quantity,
  left: Math.max(0, quantity - slot.sold - slot.held),
  sold_out: false,
});

export const withSoldOut = (slot: Slot): Slot => ({
  ...slot,
  quantity: slot.quantity - slot.left,
  left: 0,
  sold_out: true,
});

/** The week with one slot changed. */
export const replaceSlot = (week: SellerWeek, slot: Slot): SellerWeek => ({
  ...week,
  packs: week.packs.map((product) => ({
    ...product,
    days: product.days.map((day) => (day.slot?.id === slot.id ? { ...day, slot } : day)),
  })),
});

/** Whether what is told live of a pack is not what the week shows. */
export function isStockChanged(
  week: SellerWeek,
  { product_id, slot_id, quantity }: { product_id: number; slot_id: number | null; quantity: number },
): boolean {
  const product = week.packs.find(({ id }) => id === product_id);
  const slot = product?.days.find((day) => day.slot?.id === slot_id)?.slot;
  return slot !== undefined && slot !== null && slot.left !== quantity;
}

/** A day on which something can be sold still. */
export const isSlotOpen = (slot: Slot | null, now: Date): slot is Slot =>
  slot !== null && !slot.closed && new Date(slot.ends_at) > now;
