import { upcomingWindows } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import { activeProductsAfter, insertSlots } from './slots.queries.ts';

const BATCH = 1000;

/** Every hour: each pack on sale has its slots for the coming days, whatever its venue calls today. */
export async function keepSlots({ db, clock }: Context): Promise<void> {
  const now = clock.now();
  for (let last = 0; ; ) {
    const products = await activeProductsAfter(db, last, BATCH);
    await insertSlots(
      db,
      products.flatMap(({ id, schedule, daily_quantity, time_zone }) =>
        schedule && daily_quantity
          ? upcomingWindows(schedule, time_zone, now).map((window) => ({
              ...window,
              product_id: id,
              quantity: daily_quantity,
            }))
          : [],
      ),
    );
    const next = products.at(-1)?.id;
    if (next === undefined || products.length < BATCH) return;
    last = next;
  }
}
