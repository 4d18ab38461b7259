import { localDate, upcomingWindows } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import { calendarsOf } from './calendar.queries.ts';
import { activeProductsAfter, insertSlots } from './slots.queries.ts';

const BATCH = 1000;

/** Every hour: each pack on sale has its slots for the coming days, whatever its venue calls today. */
export async function keepSlots({ db, clock }: Context): Promise<void> {
  const now = clock.now();
  // Yesterday, wherever on earth.
  const twoDaysAgo = localDate(now, 'UTC').subtract({ days: 2 }).toString();
  for (let last = 0; ; ) {
    const products = await activeProductsAfter(db, last, BATCH);
    const calendars = await calendarsOf(db, products, twoDaysAgo);
    await insertSlots(
      db,
      products.flatMap(({ id, daily_quantity, time_zone }) => {
        const calendar = calendars.get(id);
        if (!calendar || !daily_quantity) return [];
        return upcomingWindows(calendar, time_zone, now).map((window) => ({
          ...window,
          product_id: id,
          quantity: daily_quantity,
        }));
      }),
    );
    const next = products.at(-1)?.id;
    if (next === undefined || products.length < BATCH) return;
    last = next;
  }
}
