import type { Insertable, Updateable } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/schema.ts';

/** The first time; later there is nothing to insert. */
export const insertDispute = (trx: Trx, dispute: Insertable<Database['disputes']>) =>
  trx
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.column('provider_ref').doNothing())
    .execute();

export const lockDispute = (trx: Trx, ref: string) =>
  trx
    .selectFrom('disputes')
    .selectAll()
    .where('provider_ref', '=', ref)
    .forUpdate()
    .executeTakeFirstOrThrow();

export const updateDispute = (trx: Trx, id: number, change: Updateable<Database['disputes']>) =>
  trx.updateTable('disputes').set(change).where('id', '=', id).execute();
