import type { SlotWindow } from '@wopack/rules';
import type { Sale } from '../queries/sales.queries.ts';
import { randomFrom } from '../random.ts';

const MINUTE = 60_000;

/** A pack of which some are sold already, with the slot they are sold of. */
export interface SoldPack {
  productId: number;
  placeId: number;
  slot: SlotWindow;
  sold: number;
  /** Nobody has come for one yet, even where the window runs. */
  allOpen: boolean;
}

/** Four digits, each once at a venue. */
export function pinMaker(): (placeId: number) => string {
  const used = new Map<number, number>();
  return (placeId) => {
    const turn = used.get(placeId) ?? 0;
    used.set(placeId, turn + 1);
    // 3571 and 10 000 have no common divisor: ten thousand turns before a PIN comes again.
    return String((placeId * 7919 + 1234 + turn * 3571) % 10_000).padStart(4, '0');
  };
}

/** An order for every unit sold of the slots on sale. Where the window runs some are collected already. */
export function openSales(
  packs: readonly SoldPack[],
  clients: readonly number[],
  pin: (placeId: number) => string,
  now: Date,
): Sale[] {
  const random = randomFrom('open sales');
  return packs.flatMap(({ productId, placeId, slot, sold, allOpen }) =>
    Array.from({ length: sold }, (): Sale => {
      const running = now.getTime() - slot.starts_at.getTime();
      const collected = !allOpen && running > 5 * MINUTE && random.chance(0.35);
      const before = collected ? slot.starts_at.getTime() : now.getTime();
      return {
        userId: random.pick(clients),
        productId,
        date: slot.date,
        state: collected ? 'collected' : 'paid',
        pin: pin(placeId),
        cardLast4: '4242',
        boughtAt: new Date(before - random.whole(5, 14 * 60) * MINUTE),
        collectedAt: collected ? new Date(now.getTime() - Math.floor(random.next() * running)) : null,
      };
    }),
  );
}
