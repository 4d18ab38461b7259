import type { Insertable, Updateable } from 'kysely';
import type { Trx } from '../../../platform/db/database.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Whether it was the first time; later there is nothing to insert. */
export async function insertDispute(trx: Trx, dispute: Insertable<Database['disputes']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.column('provider_ref').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export const lockDispute = (trx: Trx, ref: string) =>
  trx
    .selectFrom('disputes')
    .select(['id', 'payment_id', 'provider_ref', 'amount_cents', 'reason', 'status', 'withdrawn_cents'])
    .select(['posting_count', 'respond_by', 'opened_at', 'checked_at'])
    .where('provider_ref', '=', ref)
    .forUpdate()
    .executeTakeFirstOrThrow();

export const updateDispute = (trx: Trx, id: number, change: Updateable<Database['disputes']>) =>
  trx.updateTable('disputes').set(change).where('id', '=', id).execute();
