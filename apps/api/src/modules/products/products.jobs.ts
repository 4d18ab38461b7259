import type { Context } from '../../platform/context.ts';
import { deleteUnusedUploads } from './save-product.ts';
import { generateSlots } from './slots/generate-slots.ts';

export async function productJobs(context: Context): Promise<void> {
  await context.jobs.schedule('3 * * * *', 'products.generate-slots', () => generateSlots(context));
  await context.jobs.schedule('41 3 * * *', 'products.delete-unused-uploads', () =>
    deleteUnusedUploads(context),
  );
  // Runs at startup, so that after downtime slots do not wait for the next full hour.
  await context.db.transaction().execute((trx) => context.jobs.enqueue(trx, 'products.generate-slots', {}));
}
