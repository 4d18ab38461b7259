import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { preparedStatementHint } from '../../../platform/performance/prepared-statements.ts';

interface NewIntent {
  ref: string;
  clientSecret: string;
  idempotencyKey: string;
  capturesLater: boolean;
  amountCents: number;
  now: Date;
}

/** Returns the existing intent for a known idempotency key. */
export async function insertIntent(
  db: Db,
  { ref, clientSecret, idempotencyKey, capturesLater, amountCents, now }: NewIntent,
) {
  const row = await db
    .insertInto('sandbox_intents')
    .values({
      ref,
      client_secret: clientSecret,
      idempotency_key: idempotencyKey,
      captures_later: capturesLater,
      amount_cents: amountCents,
      status: 'requires_payment_method',
      card_last4: null,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('idempotency_key').doUpdateSet({ idempotency_key: sql`excluded.idempotency_key` }),
    )
    .returning(['ref', 'client_secret'])
    .modifyEnd(preparedStatementHint)
    .executeTakeFirstOrThrow();
  return { ref: row.ref, clientSecret: row.client_secret };
}

export const findIntent = (db: Db, ref: string) =>
  db
    .selectFrom('sandbox_intents')
    .select(['status', 'card_last4', 'card_fingerprint'])
    .where('ref', '=', ref)
    .modifyEnd(preparedStatementHint)
    .executeTakeFirstOrThrow();

export const findIntentStatus = async (db: Db, clientSecret: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('sandbox_intents')
      .select('status')
      .where('client_secret', '=', clientSecret)
      .modifyEnd(preparedStatementHint)
      .executeTakeFirst()
  )?.status;

/** What the card form brings about; a payment that is captured later is only authorised. */
const newStatus = {
  paid: sql<
    'requires_capture' | 'succeeded'
  >`case when captures_later then 'requires_capture' else 'succeeded' end`,
  requires_action: 'requires_action',
  requires_payment_method: 'requires_payment_method',
} as const;

/** Changes an intent that has one of the statuses; returns its reference, undefined when it has another. */
export const updateIntent = async (
  db: Db,
  clientSecret: string,
  from: readonly ('requires_payment_method' | 'requires_action')[],
  to: keyof typeof newStatus,
  card: { card_last4?: string; card_fingerprint?: string } = {},
): Promise<string | undefined> =>
  (
    await db
      .updateTable('sandbox_intents')
      .set({ status: newStatus[to], ...card })
      .where('client_secret', '=', clientSecret)
      .where('status', 'in', from)
      .returning('ref')
      .modifyEnd(preparedStatementHint)
      .executeTakeFirst()
  )?.ref;

export const captureIntent = (db: Db, ref: string) =>
  db
    .updateTable('sandbox_intents')
    .set({ status: 'succeeded' })
    .where('ref', '=', ref)
    .where('status', '=', 'requires_capture')
    .execute();

export const cancelIntent = (db: Db, ref: string) =>
  db
    .updateTable('sandbox_intents')
    .set({ status: 'canceled' })
    .where('ref', '=', ref)
    .where('status', '!=', 'succeeded')
    .execute();

/** Does nothing for a known idempotency key. A constraint limits the refunds to the amount of the payment. */
export const refundIntent = (
  db: Db,
  ref: string,
  { amountCents, idempotencyKey, now }: { amountCents: number; idempotencyKey: string; now: Date },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const isNew = await trx
      .insertInto('sandbox_refunds')
      .values({ idempotency_key: idempotencyKey, ref, amount_cents: amountCents, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('ref')
      .executeTakeFirst();
    if (!isNew) return;
    const { numUpdatedRows } = await trx
      .updateTable('sandbox_intents')
      .set({ refunded_cents: sql`refunded_cents + ${amountCents}` })
      .where('ref', '=', ref)
      .where('status', '=', 'succeeded')
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Error('the intent has no payment to refund');
  });

export const listIntents = (db: Db, { from, to }: { from: Date; to: Date }) =>
  db
    .selectFrom('sandbox_intents')
    .select(['ref as id', 'status', 'amount_cents', 'refunded_cents', 'created_at'])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('created_at')
    .orderBy('ref')
    .execute();

/** Disputes of the sandbox stay open, because no bank receives a response. */
export const insertDispute = (trx: Trx, dispute: { ref: string; intent_ref: string; created_at: Date }) =>
  trx.insertInto('sandbox_disputes').values(dispute).execute();

export async function findDispute(db: Db, ref: string) {
  const row = await db
    .selectFrom('sandbox_disputes')
    .innerJoin('sandbox_intents', 'sandbox_intents.ref', 'intent_ref')
    .select(['sandbox_disputes.created_at', 'intent_ref', 'amount_cents'])
    .where('sandbox_disputes.ref', '=', ref)
    .executeTakeFirstOrThrow();
  return {
    ref,
    paymentRef: row.intent_ref,
    amountCents: row.amount_cents,
    reason: 'fraudulent',
    status: 'needs_response',
    withdrawnCents: row.amount_cents,
    respondBy: null,
    openedAt: row.created_at,
  };
}
