import type { OrderState } from '@wopack/contract';
import { localDate, type Schedule, slotWindow, weekdays } from '@wopack/rules';
import type { Sale } from '../queries/sales.queries.ts';
import type { PastSlot } from '../queries/slots.queries.ts';
import { type Random, randomFrom } from '../random.ts';
import { TIME_ZONE } from '../schedules.ts';

const MINUTE = 60_000;
const stillSold: readonly OrderState[] = ['paid', 'collected', 'not_collected', 'refunded'];

/** A pack with a past. */
export interface OldPack {
  productId: number;
  placeId: number;
  quantity: number;
  schedule: Schedule;
}

export interface Past {
  slots: PastSlot[];
  sales: Sale[];
}

export interface Wanted {
  pack: OldPack;
  day: Temporal.PlainDate;
  buyers: { userId: number; state: OrderState }[];
}

/** Five weeks of the seller's trade. The demo's buyer comes by now and then. */
export function sellersPast(
  packs: readonly OldPack[],
  clients: readonly number[],
  pin: (placeId: number) => string,
  now: Date,
): Past {
  const random = randomFrom('seller');
  const today = localDate(now, TIME_ZONE);
  const wanted = packs.flatMap((pack) =>
    Array.from({ length: 36 }, (_, daysAgo): Wanted => {
      const sold = random.chance(0.3)
        ? pack.quantity
        : random.whole(Math.min(1, pack.quantity), pack.quantity);
      const buyers = Array.from({ length: sold }, () => ({
        userId: random.pick(clients),
        state: random.chance(0.05) ? ('not_collected' as const) : ('collected' as const),
      }));
      return { pack, day: today.subtract({ days: daysAgo }), buyers };
    }),
  );
  return pastOf(wanted, random, pin, now);
}

const buyersStates: OrderState[] = [
  'collected',
  'collected',
  'cancelled_by_buyer',
  'collected',
  'collected',
  'not_collected',
  'collected',
  'refunded',
  'collected',
  'collected',
  'cancelled_by_store',
  'collected',
  'collected',
  'collected',
];

/** What the demo's buyer bought in the last weeks, here and there: every state an order can end in. */
export function buyersPast(
  packs: readonly OldPack[],
  userId: number,
  pin: (placeId: number) => string,
  now: Date,
): Past {
  const random = randomFrom('buyer');
  const today = localDate(now, TIME_ZONE);
  const wanted = packs.slice(0, buyersStates.length).flatMap((pack, i): Wanted[] => {
    const days = Array.from({ length: 7 }, (_, back) => today.subtract({ days: 3 + i * 4 + back }));
    const day = days.find((date) => windowOn(pack.schedule, date));
    return day ? [{ pack, day, buyers: [{ userId, state: buyersStates[i]! }] }] : [];
  });
  return pastOf(wanted, random, pin, now);
}

const windowOn = (schedule: Schedule, day: Temporal.PlainDate) => schedule[weekdays[day.dayOfWeek - 1]!];

export function pastOf(
  wanted: readonly Wanted[],
  random: Random,
  pin: (placeId: number) => string,
  now: Date,
): Past {
  const past: Past = { slots: [], sales: [] };
  for (const { pack, day, buyers } of wanted) {
    const { productId, placeId, quantity, schedule } = pack;
    const window = windowOn(schedule, day);
    if (!window) continue;
    const slot = slotWindow(day.toString(), window, TIME_ZONE);
    // Whoever may still be collecting belongs to the present.
    if (slot.ends_at.getTime() + 30 * MINUTE > now.getTime()) continue;
    const sold = buyers.filter(({ state }) => stillSold.includes(state)).length;
    const lost = buyers.filter(({ state }) => state === 'cancelled_by_store').length;
    past.slots.push({ ...slot, productId, quantity: quantity - lost, left: quantity - lost - sold });
    for (const { userId, state } of buyers) {
      const took = state === 'collected' || state === 'refunded';
      const length = slot.ends_at.getTime() - slot.starts_at.getTime();
      past.sales.push({
        userId,
        productId,
        date: slot.date,
        state,
        pin: pin(placeId),
        cardLast4: '4242',
        boughtAt: new Date(slot.starts_at.getTime() - random.whole(150, 11 * 60) * MINUTE),
        collectedAt: took ? new Date(slot.starts_at.getTime() + Math.floor(random.next() * length)) : null,
      });
    }
  }
  return past;
}
