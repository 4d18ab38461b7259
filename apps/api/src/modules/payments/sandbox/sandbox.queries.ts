import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database.ts';

interface NewIntent {
  ref: string;
  clientSecret: string;
  idempotencyKey: string;
  amountCents: number;
}

/** With a key that was used before, the intent that was made then. */
export async function insertIntent(db: Db, { ref, clientSecret, idempotencyKey, amountCents }: NewIntent) {
  const row = await db
    .insertInto('sandbox_intents')
    .values({
      ref,
      client_secret: clientSecret,
      idempotency_key: idempotencyKey,
      amount_cents: amountCents,
      status: 'requires_payment_method',
      card_last4: null,
    })
    .onConflict((conflict) =>
      conflict.column('idempotency_key').doUpdateSet({ idempotency_key: sql`excluded.idempotency_key` }),
    )
    .returning(['ref', 'client_secret'])
    .executeTakeFirstOrThrow();
  return { ref: row.ref, clientSecret: row.client_secret };
}

export const findIntent = (db: Db, ref: string) =>
  db.selectFrom('sandbox_intents').selectAll().where('ref', '=', ref).executeTakeFirstOrThrow();

export const lockIntentBySecret = (trx: Trx, clientSecret: string) =>
  trx
    .selectFrom('sandbox_intents')
    .selectAll()
    .where('client_secret', '=', clientSecret)
    .forUpdate()
    .executeTakeFirst();

export const setIntent = (
  trx: Trx,
  ref: string,
  change: { status: 'requires_payment_method' | 'requires_action' | 'succeeded'; card_last4?: string },
) => trx.updateTable('sandbox_intents').set(change).where('ref', '=', ref).execute();

export const cancelIntent = (db: Db, ref: string) =>
  db
    .updateTable('sandbox_intents')
    .set({ status: 'canceled' })
    .where('ref', '=', ref)
    .where('status', '!=', 'succeeded')
    .execute();

export const refundIntent = async (db: Db, ref: string): Promise<void> => {
  await db
    .updateTable('sandbox_intents')
    .set({ refunded_cents: sql`amount_cents` })
    .where('ref', '=', ref)
    .where('status', '=', 'succeeded')
    .execute();
};
