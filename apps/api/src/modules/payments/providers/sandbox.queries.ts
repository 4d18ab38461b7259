import type { PaymentMethod } from '@wopack/contract';
import { type Insertable, sql } from 'kysely';
import type { Database, Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { preparedStatementHint, sharedReadHint } from '../../../platform/performance/prepared-statements.ts';

interface NewIntent {
  ref: string;
  clientSecret: string;
  idempotencyKey: string;
  capturesLater: boolean;
  method: PaymentMethod;
  amountCents: number;
  now: Date;
}

/** The intent of the same idempotency key, if there is one. */
export async function insertIntent(
  db: Db,
  { ref, clientSecret, idempotencyKey, capturesLater, method, amountCents, now }: NewIntent,
) {
  const row = await db
    .insertInto('sandbox_intents')
    .values({
      ref,
      client_secret: clientSecret,
      idempotency_key: idempotencyKey,
      captures_later: capturesLater,
      method,
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

export const getIntent = (db: Db, ref: string) =>
  db
    .selectFrom('sandbox_intents')
    .select(['status', 'card_last4', 'card_fingerprint', 'method', 'answer', 'answers_at'])
    .where('ref', '=', ref)
    .modifyEnd(sharedReadHint)
    .executeTakeFirstOrThrow();

export const findIntentStatus = async (db: Db, clientSecret: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('sandbox_intents')
      .select('status')
      .where('client_secret', '=', clientSecret)
      .modifyEnd(sharedReadHint)
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
  card: { card_last4?: string; card_fingerprint?: string; method?: PaymentMethod } = {},
): Promise<{ ref: string; customer_ref: string | null; keeps_card: boolean } | undefined> =>
  db
    .updateTable('sandbox_intents')
    .set({ status: newStatus[to], ...card })
    .where('client_secret', '=', clientSecret)
    .where('status', 'in', from)
    .where('method', '<>', 'mb_way')
    .returning(['ref', 'customer_ref', 'keeps_card'])
    .modifyEnd(preparedStatementHint)
    .executeTakeFirst();

/** Asks a phone, once; false when the intent is none of MB WAY, or not open any more. */
export async function askPhone(
  db: Db,
  ref: string,
  { answer, answersAt }: { answer: 'accepted' | 'refused' | 'none' | 'late'; answersAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sandbox_intents')
    .set({ status: 'requires_action', answer, answers_at: answersAt })
    .where('ref', '=', ref)
    .where('method', '=', 'mb_way')
    .where('status', '=', 'requires_payment_method')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What phones have answered until now. */
export const takeAnswers = (db: Db, now: Date) =>
  db
    .updateTable('sandbox_intents')
    .set({
      status: sql<'succeeded'>`case when answer in ('accepted', 'late') then 'succeeded' else 'requires_payment_method' end`,
      answers_at: null,
    })
    .where('answers_at', '<=', now)
    .where('status', '=', 'requires_action')
    .execute();

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
    // The bank of a late answer is deciding already.
    .where(sql<boolean>`(answer is distinct from 'late' or status <> 'requires_action')`)
    .execute();

export const cancelIdleIntent = (db: Db, ref: string) =>
  db
    .updateTable('sandbox_intents')
    .set({ status: 'canceled' })
    .where('ref', '=', ref)
    .where('status', '=', 'requires_payment_method')
    .execute();

const refundColumns = ['sandbox_refunds.id', 'sandbox_refunds.ref', 'sandbox_refunds.amount_cents'] as const;

const selectRefunds = (db: DbOrTrx) =>
  db
    .selectFrom('sandbox_refunds')
    .select(refundColumns)
    .select(['sandbox_refunds.status', 'sandbox_refunds.failure', 'sandbox_refunds.refund_id'])
    .select('sandbox_refunds.created_at');

export const listRefundsOf = (db: Db, ref: string) =>
  selectRefunds(db).where('ref', '=', ref).orderBy('created_at').orderBy('id').execute();

export const listRefunds = (db: Db, { from, to }: { from: Date; to: Date }) =>
  selectRefunds(db)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('created_at')
    .execute();

export const lockIntent = (trx: Trx, ref: string) =>
  trx
    .selectFrom('sandbox_intents')
    .select(['status', 'amount_cents', 'refunded_cents', 'card_last4'])
    .where('ref', '=', ref)
    .forUpdate()
    .executeTakeFirst();

/** Whether a dispute of the intent has withdrawn its amount, and the bank did not return it. */
export const isWithdrawn = async (trx: Trx, ref: string): Promise<boolean> =>
  (await trx
    .selectFrom('sandbox_disputes')
    .select('ref')
    .where('intent_ref', '=', ref)
    .where('withdrawn_cents', '>', 0)
    .executeTakeFirst()) !== undefined;

export const findRefundByKey = (trx: Trx, idempotencyKey: string) =>
  selectRefunds(trx).where('idempotency_key', '=', idempotencyKey).executeTakeFirst();

export async function insertRefund(
  trx: Trx,
  refund: Omit<Insertable<Database['sandbox_refunds']>, 'status' | 'failure'>,
) {
  await trx.insertInto('sandbox_refunds').values(refund).execute();
  await trx
    .updateTable('sandbox_intents')
    .set({ refunded_cents: sql`refunded_cents + ${refund.amount_cents}` })
    .where('ref', '=', refund.ref)
    .execute();
  return selectRefunds(trx).where('id', '=', refund.id).executeTakeFirstOrThrow();
}

/** The bank returns refunds to a card since before an instant: their money is with the provider again. */
export const failRefundsTo = (db: Db, cardLast4: string, madeBefore: Date) =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ ref: string; cents: number }>`
      UPDATE sandbox_refunds SET status = 'failed', failure = 'lost_or_stolen_card'
      FROM sandbox_intents WHERE sandbox_intents.ref = sandbox_refunds.ref AND card_last4 = ${cardLast4}
        AND sandbox_refunds.status <> 'failed' AND sandbox_refunds.created_at < ${madeBefore}
      RETURNING sandbox_refunds.ref, sandbox_refunds.amount_cents AS cents`.execute(trx);
    for (const { ref, cents } of rows)
      await trx
        .updateTable('sandbox_intents')
        .set({ refunded_cents: sql`refunded_cents - ${cents}` })
        .where('ref', '=', ref)
        .execute();
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
  trx
    .insertInto('sandbox_disputes')
    .values((eb) => ({
      ...dispute,
      withdrawn_cents: eb
        .selectFrom('sandbox_intents')
        .select(({ ref }) => ref('amount_cents').$notNull().as('amount_cents'))
        .where('ref', '=', dispute.intent_ref),
    }))
    .execute();

const selectDisputes = (db: Db) =>
  db
    .selectFrom('sandbox_disputes')
    .innerJoin('sandbox_intents', 'sandbox_intents.ref', 'intent_ref')
    .select(['sandbox_disputes.ref', 'sandbox_disputes.created_at', 'intent_ref', 'amount_cents'])
    .select(['sandbox_disputes.status', 'sandbox_disputes.withdrawn_cents']);

export const getDispute = (db: Db, ref: string) =>
  selectDisputes(db).where('sandbox_disputes.ref', '=', ref).executeTakeFirstOrThrow();

export const listDisputesOf = (db: Db, intentRef: string) =>
  selectDisputes(db).where('intent_ref', '=', intentRef).orderBy('sandbox_disputes.ref').execute();

export const listDisputes = (db: Db, { from, to }: { from: Date; to: Date }) =>
  selectDisputes(db)
    .where('sandbox_disputes.created_at', '>=', from)
    .where('sandbox_disputes.created_at', '<', to)
    .execute();

export const assignCustomer = (
  db: Db,
  ref: string,
  { customer, keepsCard }: { customer: string; keepsCard: boolean },
) =>
  db
    .updateTable('sandbox_intents')
    .set({ customer_ref: customer, keeps_card: keepsCard })
    .where('ref', '=', ref)
    .where('status', 'in', ['requires_payment_method', 'requires_action'])
    .execute();

/** Typed in for an intent that is kept once it is paid; a card that was refused before is replaced. */
export const insertCard = (db: Db, card: Insertable<Database['sandbox_cards']>) =>
  db
    .insertInto('sandbox_cards')
    .values(card)
    .onConflict((conflict) => conflict.column('intent_ref').doUpdateSet(card))
    .execute();

const selectCards = (db: Db, customer: string) =>
  db
    .selectFrom('sandbox_cards')
    .innerJoin('sandbox_intents', 'sandbox_intents.ref', 'intent_ref')
    .select(['sandbox_cards.ref', 'last4', 'brand', 'exp_month', 'exp_year', 'fingerprint'])
    .select('sandbox_cards.default_since')
    .where('sandbox_cards.customer_ref', '=', customer)
    .where('sandbox_intents.status', 'in', ['succeeded', 'requires_capture'])
    .orderBy('sandbox_cards.created_at', 'desc')
    .orderBy('sandbox_cards.ref');

export const listCards = (db: Db, customer: string) => selectCards(db, customer).execute();

/** The kept card by which an intent is to be paid: one of the customer that it was assigned to. */
export const findCardForIntent = (db: Db, clientSecret: string, ref: string) =>
  db
    .selectFrom('sandbox_cards')
    .innerJoin('sandbox_intents', 'sandbox_intents.customer_ref', 'sandbox_cards.customer_ref')
    .select(['last4', 'exp_month', 'exp_year', 'fingerprint'])
    .where('client_secret', '=', clientSecret)
    .where('sandbox_cards.ref', '=', ref)
    .executeTakeFirst();

/** With those of the same number. False when the customer has no such card. */
export async function removeCard(db: Db, customer: string, ref: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sandbox_cards')
    .where('customer_ref', '=', customer)
    .where('fingerprint', 'in', (cards) =>
      cards
        .selectFrom('sandbox_cards')
        .select('fingerprint')
        .where('ref', '=', ref)
        .where('customer_ref', '=', customer),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** False when the customer has no such card. */
export async function setDefaultCard(
  db: Db,
  { customer, ref, now }: { customer: string; ref: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sandbox_cards')
    .set({ default_since: now })
    .where('customer_ref', '=', customer)
    .where('ref', '=', ref)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const deleteCards = (db: Db, customer: string) =>
  db.deleteFrom('sandbox_cards').where('customer_ref', '=', customer).execute();
