import { localDate } from '@wopack/rules';
import { randomFrom } from '../random.ts';
import { TIME_ZONE } from '../schedules.ts';
import { type Member, type OldPack, type Past, pastOf, type Wanted } from './history.ts';

/** A pack of somebody whom the partner brought. */
export interface BroughtPack extends OldPack {
  sellerForDays: number;
}

/** Five months of shops whom the partner brought: slow at first, better every month; nobody buys before they signed up. */
export function partnersPast(
  packs: readonly BroughtPack[],
  members: readonly Member[],
  taken: ReadonlySet<string>,
  pin: (placeId: number) => string,
  now: Date,
): Past {
  const random = randomFrom('partner');
  const today = localDate(now, TIME_ZONE);
  const brought = members.filter((member) => member.brought);
  const wanted = packs.flatMap(({ sellerForDays, ...pack }) =>
    Array.from({ length: Math.max(0, Math.min(150, sellerForDays - 2)) }, (_, i): Wanted[] => {
      const daysAgo = i + 1;
      const day = today.subtract({ days: daysAgo });
      if (taken.has(`${pack.productId} ${day}`) || !random.chance(0.7 - daysAgo / 300)) return [];
      const buyers = Array.from({ length: random.whole(1, Math.min(3, pack.quantity)) }, () =>
        random.pick(random.chance(0.3) ? brought : members),
      )
        .filter(({ forDays }) => forDays > daysAgo)
        .map(({ userId }) => ({
          userId,
          state: random.chance(0.06)
            ? random.pick(['not_collected', 'cancelled_by_buyer', 'refunded'] as const)
            : ('collected' as const),
        }));
      return buyers.length > 0 ? [{ pack, day, buyers }] : [];
    }).flat(),
  );
  return pastOf(wanted, random, pin, now);
}
