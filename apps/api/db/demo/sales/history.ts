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

export interface Member {
  userId: number;
  forDays: number;
  /** Came by the partner's link. */
  brought: boolean;
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

/** Packs that nobody rated yet are new: on sale for less than two weeks. */
export const PAST_DAYS = 105;
const NEW_DAYS = 12;

/** Fifteen weeks of the seller's trade: growing, and best before the weekend. The demo's buyer comes by now and then. */
export function sellersPast(
  packs: readonly (OldPack & { ratingCount: number })[],
  members: readonly Member[],
  pin: (placeId: number) => string,
  now: Date,
): Past {
  const random = randomFrom('seller');
  const today = localDate(now, TIME_ZONE);
  const wanted = packs.flatMap((pack) =>
    Array.from({ length: pack.ratingCount > 0 ? PAST_DAYS : NEW_DAYS }, (_, daysAgo): Wanted => {
      const day = today.subtract({ days: daysAgo });
      const share =
        0.8 - (0.35 * daysAgo) / PAST_DAYS + (day.dayOfWeek >= 5 ? 0.1 : 0) + random.swing() * 0.3;
      const sold = Math.max(0, Math.min(pack.quantity, Math.round(pack.quantity * share)));
      const buyers = Array.from({ length: sold }, () => ({
        userId: random.pick(longEnough(members, daysAgo)),
        state: random.pick(endings),
      }));
      return { pack, day, buyers };
    }),
  );
  return pastOf(wanted, random, pin, now);
}

/** Nobody buys before they signed up. */
const longEnough = (members: readonly Member[], daysAgo: number) => {
  const known = members.filter(({ forDays }) => forDays > daysAgo + 1);
  return known.map(({ userId }) => userId);
};

/** What becomes of a hundred orders. */
const endings: readonly OrderState[] = [
  ...Array.from({ length: 93 }, () => 'collected' as const),
  ...Array.from({ length: 4 }, () => 'not_collected' as const),
  ...Array.from({ length: 3 }, () => 'cancelled_by_buyer' as const),
];

/** One order for every rating that others' packs have, spread over the same weeks, but not on the days `taken`. */
export function othersPast(
  packs: readonly (OldPack & { ratingCount: number; ownerId: number })[],
  members: readonly Member[],
  ownerForDays: (ownerId: number) => number,
  pin: (placeId: number) => string,
  taken: ReadonlySet<string>,
  now: Date,
): Past {
  const random = randomFrom('others');
  const today = localDate(now, TIME_ZONE);
  const days = Array.from({ length: PAST_DAYS - 3 }, (_, back) => today.subtract({ days: back + 2 }));
  const wanted = packs.flatMap((pack): Wanted[] => {
    const open = days
      .slice(0, ownerForDays(pack.ownerId) - 4)
      .filter((day) => windowOn(pack.schedule, day) && !taken.has(`${pack.productId} ${day.toString()}`));
    const perDay = Math.ceil(pack.ratingCount / Math.max(1, open.length));
    const used = Math.ceil(pack.ratingCount / perDay);
    const start = random.next() * (open.length / Math.max(1, used));
    return Array.from({ length: used }, (_, i) => {
      const day = open[Math.floor(start + (i * open.length) / used) % open.length]!;
      const known = longEnough(members, day.until(today).total('days'));
      const count = Math.min(perDay, pack.quantity, pack.ratingCount - i * perDay);
      const buyers = Array.from({ length: count }, () => ({
        userId: random.pick(known),
        state: 'collected' as const,
      }));
      return { pack, day, buyers };
    });
  });
  return pastOf(wanted, random, pin, now);
}

/** What the demo's buyer, who likes a bargain, has made of orders: every state one can end in. */
export const buyersStates: OrderState[] = [
  ...(['collected', 'collected', 'cancelled_by_buyer', 'collected', 'collected', 'not_collected'] as const),
  ...(['collected', 'refunded', 'collected', 'collected', 'cancelled_by_store'] as const),
  ...(['collected', 'collected', 'collected'] as const),
];

/** What somebody bought in the last weeks, here and there. */
export function personsPast(
  packs: readonly OldPack[],
  userId: number,
  states: readonly OrderState[],
  pin: (placeId: number) => string,
  now: Date,
): Past {
  const random = randomFrom(`person ${states.length}`);
  const today = localDate(now, TIME_ZONE);
  const wanted = packs.slice(0, states.length).flatMap((pack, i): Wanted[] => {
    const days = Array.from({ length: 7 }, (_, back) => today.subtract({ days: 3 + i * 4 + back }));
    const day = days.find((date) => windowOn(pack.schedule, date));
    return day ? [{ pack, day, buyers: [{ userId, state: states[i]! }] }] : [];
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
