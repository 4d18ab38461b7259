import { DAY_MS } from '@wopack/domain';
import type { Context } from '../../platform/context.ts';
import { workInBatches } from '../../platform/db/batches.ts';
import { deleteUnusedUploads } from '../uploads/index.ts';
import { deleteOldOverrides } from './pickup-calendar/pickup-calendar.queries.ts';
import { indexNextProducts } from './search.queries.ts';
import { generateSlots } from './slots/slots.ts';
import { deleteUnusedSlots, UNUSED_SLOT_DAYS } from './slots/unsold-units.queries.ts';
import { createTranslator, translateBacklog, translateProduct } from './translations/translate-products.ts';

export async function productJobs(context: Context): Promise<void> {
  await context.jobs.schedule('3 * * * *', 'products.generate-slots', () => generateSlots(context));
  await context.jobs.schedule('41 3 * * *', 'products.delete-unused-uploads', () =>
    deleteUnusedUploads(context),
  );
  await context.jobs.schedule('13 2 * * *', 'products.delete-unused-slots', async () => {
    const before = new Date(context.clock.now().getTime() - UNUSED_SLOT_DAYS * DAY_MS);
    await workInBatches((limit) => deleteUnusedSlots(context.db, before, limit));
    await deleteOldOverrides(context.db, before);
  });
  await context.jobs.work('products.index', () => indexAllProducts(context));
  await context.db.transaction().execute((trx) => context.jobs.enqueue(trx, 'products.index', {}));
  const translator = createTranslator(context.config.translation);
  if (translator) {
    await context.jobs.work('products.translate', async ({ productId }) => {
      await translateProduct(context, { translator, productId });
    });
    await context.jobs.schedule('17 4 * * *', 'products.translate-backlog', () =>
      translateBacklog(context, translator),
    );
  }
  // Runs at startup, so that after downtime slots do not wait for the next full hour.
  await context.db.transaction().execute((trx) => context.jobs.enqueue(trx, 'products.generate-slots', {}));
}

const INDEXED_AT_ONCE = 500;

/** Indexes products whose search terms another version of the software wrote. */
async function indexAllProducts({ db }: Pick<Context, 'db'>): Promise<void> {
  while (await db.transaction().execute((trx) => indexNextProducts(trx, INDEXED_AT_ONCE)));
}
