import { DAY_MS, HOUR_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { workInBatches } from '../../platform/db/batches.ts';
import { createTranslator } from '../../platform/translator.ts';
import { deleteUnusedUploads } from '../uploads/index.ts';
import { deleteOldOverrides } from './pickup-calendar/pickup-calendar.queries.ts';
import { applyAllergenRule } from './product-availability.ts';
import { importJobs } from './product-imports/import-jobs.ts';
import type { HasEntrants } from './save-product.ts';
import { indexNextProducts } from './search.queries.ts';
import { findSummedUntil, sumSlots } from './slots/slot-sums.queries.ts';
import { generateSlots } from './slots/slots.ts';
import { deleteUnusedSlots, UNUSED_SLOT_DAYS } from './slots/unsold-units.queries.ts';
import { translateProduct, translateProductBacklog } from './translations/translate-products.ts';

export async function productJobs(context: Context, hasEntrants: HasEntrants): Promise<void> {
  await context.jobs.schedule('3 * * * *', 'products.generate-slots', () => generateSlots(context));
  await context.jobs.schedule('33 * * * *', 'products.sum-slots', () => sumBegunSlots(context));
  await context.jobs.schedule('41 3 * * *', 'products.delete-unused-uploads', () =>
    deleteUnusedUploads(context),
  );
  await context.jobs.schedule('13 2 * * *', 'products.delete-unused-slots', async () => {
    await sumBegunSlots(context);
    const before = new Date(context.clock.now().getTime() - UNUSED_SLOT_DAYS * DAY_MS);
    await workInBatches((limit) => deleteUnusedSlots(context.db, before, limit));
    await deleteOldOverrides(context.db, before);
  });
  await importJobs(context, hasEntrants);
  await context.jobs.work('products.index', () => indexAllProducts(context));
  await context.db.transaction().execute((trx) => context.jobs.enqueue(trx, 'products.index', {}));
  await context.jobs.work('products.apply-allergen-rule', () => applyAllergenRule(context));
  await context.db
    .transaction()
    .execute((trx) => context.jobs.enqueue(trx, 'products.apply-allergen-rule', {}));
  const translator = createTranslator(context.config.translation);
  if (translator) {
    await context.jobs.work('products.translate', async ({ productId }) => {
      await translateProduct(context, { translator, productId });
    });
    await context.jobs.schedule('17 4 * * *', 'products.translate-backlog', () =>
      translateProductBacklog(context, translator),
    );
  }
  // Runs at startup, so that after downtime slots do not wait for the next full hour.
  await context.db.transaction().execute((trx) => context.jobs.enqueue(trx, 'products.generate-slots', {}));
}

/** The console compares the last 30 days with those before. */
const SUMMED_DAYS = 60;
/**
 * A slot that is over without a sale moves with its product's hours while the new window of its date is not over: until
 * the end of the next day, 49 hours after a date of 25 hours began. Orders and holds end within an hour after a window.
 */
const HOURS_UNTIL_FINAL = 50;

/** Sums up what has begun since the last time, and again what could still change then. */
async function sumBegunSlots({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  const summedUntil = (await findSummedUntil(db))?.getTime() ?? 0;
  let from = Math.max(now - SUMMED_DAYS * DAY_MS, summedUntil - HOURS_UNTIL_FINAL * HOUR_MS);
  for (; from < now; from += DAY_MS)
    await sumSlots(db, { from: new Date(from), to: new Date(Math.min(from + DAY_MS, now)) });
}

const INDEXED_AT_ONCE = 500;

/** Indexes products whose search terms another version of the software wrote. */
async function indexAllProducts({ db }: Pick<Context, 'db'>): Promise<void> {
  while (await db.transaction().execute((trx) => indexNextProducts(trx, INDEXED_AT_ONCE)));
}
