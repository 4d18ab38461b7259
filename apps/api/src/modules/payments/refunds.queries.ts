import type { Insertable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/schema.ts';

/** A payment with what of it went back, or is going, in parts. */
export const findToSendBack = (db: Db, paymentId: number) =>
  db
    .selectFrom('payments')
    .select(['state', 'provider_ref', 'token', 'user_id', 'amount_cents'])
    .select((eb) =>
      eb
        .selectFrom('partial_refunds')
        .select(({ fn, val }) => fn.coalesce(fn.sum<string>('amount_cents'), val(0)).as('cents'))
        .whereRef('payment_id', '=', 'payments.id')
        .as('parts_cents'),
    )
    .where('id', '=', paymentId)
    .executeTakeFirst()
    .then((row) => row && { ...row, parts_cents: Number(row.parts_cents) });

export const insertPart = (trx: Trx, part: Insertable<Database['partial_refunds']>) =>
  trx.insertInto('partial_refunds').values(part).returning('id').executeTakeFirstOrThrow();

export const unsentParts = (db: Db) =>
  db
    .selectFrom('partial_refunds')
    .select('id')
    .where('sent_at', 'is', null)
    .orderBy('id')
    .limit(500)
    .execute();

/** Undefined when it was sent. */
export const findUnsentPart = (db: Db, id: number) =>
  db
    .selectFrom('partial_refunds')
    .innerJoin('payments', 'payments.id', 'partial_refunds.payment_id')
    .select(['partial_refunds.amount_cents', 'payments.user_id', 'payments.provider_ref', 'payments.token'])
    .where('partial_refunds.id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst();

/** False when somebody was quicker. */
export const markPartSent = async (trx: Trx, id: number, now: Date): Promise<boolean> =>
  (await trx
    .updateTable('partial_refunds')
    .set({ sent_at: now })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined;
