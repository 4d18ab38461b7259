import { DAY_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { HasEntrants } from '../save-product.ts';
import { deleteImportsBefore, listImportIdsInState } from './product-imports.queries.ts';
import { prepareImportPhotos, writeImport } from './write-import.ts';

/** Whoever did not start an import within this time begins again. */
const IMPORT_RETENTION_DAYS = 7;

export async function importJobs(context: Context, hasEntrants: HasEntrants): Promise<void> {
  const { db, clock, jobs } = context;
  await jobs.work('products.prepare-import-photos', ({ importId }) => prepareImportPhotos(context, importId));
  await jobs.work('products.write-import', ({ importId }) => writeImport(context, importId, hasEntrants));
  await jobs.schedule('47 3 * * *', 'products.delete-old-imports', () =>
    deleteImportsBefore(db, new Date(clock.now().getTime() - IMPORT_RETENTION_DAYS * DAY_MS)),
  );
  // What a process that was killed had begun goes on at the next start instead of when its job expires.
  for (const [state, queue] of [
    ['checking', 'products.prepare-import-photos'],
    ['importing', 'products.write-import'],
  ] as const)
    for (const importId of await listImportIdsInState(db, state)) await jobs.enqueue(db, queue, { importId });
}
