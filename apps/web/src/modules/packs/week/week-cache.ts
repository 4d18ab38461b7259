import type { Reply } from '@wopack/contract/client';

export type Week = Reply<'getSellerWeek'>['data'];
export type WeekPack = Week['packs'][number];
export type PackDay = WeekPack['days'][number];
export type Slot = NonNullable<PackDay['slot']>;

/** A slot with another quantity: what is sold or held stays. */
export const withQuantity = (slot: Slot, quantity: number): Slot => ({
  ...slot,
  quantity,
  left: Math.max(0, quantity - slot.sold - slot.held),
  sold_out: false,
});

export const withoutRest = (slot: Slot): Slot => ({
  ...slot,
  quantity: slot.quantity - slot.left,
  left: 0,
  sold_out: true,
});

/** The week with one slot changed. */
export const withSlot = (week: Week, slot: Slot): Week => ({
  ...week,
  packs: week.packs.map((pack) => ({
    ...pack,
    days: pack.days.map((day) => (day.slot?.id === slot.id ? { ...day, slot } : day)),
  })),
});

/** Whether what is told live of a pack is not what the week shows. */
export function isNews(
  week: Week,
  { product_id, slot_id, quantity }: { product_id: number; slot_id: number | null; quantity: number },
): boolean {
  const pack = week.packs.find(({ id }) => id === product_id);
  const slot = pack?.days.find((day) => day.slot?.id === slot_id)?.slot;
  return slot !== undefined && slot !== null && slot.left !== quantity;
}

/** A day on which something can be sold still. */
export const isOpen = (slot: Slot | null, now: Date): slot is Slot =>
  slot !== null && !slot.closed && new Date(slot.ends_at) > now;
