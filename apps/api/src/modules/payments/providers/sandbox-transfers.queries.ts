import { type Insertable, sql } from 'kysely';
import type { Database, Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';

const transferColumns = [
  'ref',
  'account_ref',
  'amount_cents',
  'reversed_cents',
  'transfer_id',
  'created_at',
] as const;
const reversalColumns = ['ref', 'transfer_ref', 'amount_cents', 'transfer_id', 'created_at'] as const;

/** Serialises changes of one account. */
export const lockAccount = (trx: Trx, accountRef: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox account ${accountRef}`}, 0))`.execute(trx);

export const findTransferByKey = (db: DbOrTrx, key: string) =>
  db
    .selectFrom('sandbox_transfers')
    .select(transferColumns)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();

export const insertTransfer = (trx: Trx, transfer: Insertable<Database['sandbox_transfers']>) =>
  trx.insertInto('sandbox_transfers').values(transfer).returning(transferColumns).executeTakeFirstOrThrow();

export const findTransfer = (db: DbOrTrx, ref: string) =>
  db.selectFrom('sandbox_transfers').select(transferColumns).where('ref', '=', ref).executeTakeFirstOrThrow();

export const listTransfersOfGroup = (db: DbOrTrx, group: string) =>
  db
    .selectFrom('sandbox_transfers')
    .select(transferColumns)
    .where('transfer_group', '=', group)
    .orderBy('created_at')
    .execute();

export const listTransfers = (db: DbOrTrx, { from, to }: { from: Date; to: Date }) =>
  db
    .selectFrom('sandbox_transfers')
    .select(transferColumns)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('created_at')
    .execute();

/** What was charged, and what was transferred out of it. */
export async function getSourceLeft(db: DbOrTrx, paymentRef: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select (amount_cents - coalesce((select sum(amount_cents) from sandbox_transfers
      where payment_ref = intent.ref), 0))::int as cents
    from sandbox_intents intent where ref = ${paymentRef} and status = 'succeeded'`.execute(db);
  return rows[0]?.cents ?? 0;
}

export const findReversalByKey = (db: DbOrTrx, key: string) =>
  db
    .selectFrom('sandbox_transfer_reversals')
    .select(reversalColumns)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();

export async function insertReversal(trx: Trx, reversal: Insertable<Database['sandbox_transfer_reversals']>) {
  await trx
    .updateTable('sandbox_transfers')
    .set({ reversed_cents: sql`reversed_cents + ${reversal.amount_cents}` })
    .where('ref', '=', reversal.transfer_ref)
    .execute();
  return trx
    .insertInto('sandbox_transfer_reversals')
    .values(reversal)
    .returning(reversalColumns)
    .executeTakeFirstOrThrow();
}

export const listReversalsOf = (db: DbOrTrx, transferRef: string) =>
  db
    .selectFrom('sandbox_transfer_reversals')
    .select(reversalColumns)
    .where('transfer_ref', '=', transferRef)
    .orderBy('created_at')
    .execute();

export async function getAccountBalance(db: DbOrTrx, accountRef: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select (coalesce((select sum(amount_cents - reversed_cents) from sandbox_transfers where account_ref = ${accountRef}), 0)
      - coalesce((select sum(amount_cents) from sandbox_payouts where account_ref = ${accountRef} and status <> 'failed'), 0)
      )::int as cents`.execute(db);
  return rows[0]!.cents;
}

const payoutColumns = [
  'ref',
  'account_ref',
  'amount_cents',
  'status',
  'failed_at',
  'created_at',
  'arrives_on',
] as const;

/** Accounts with money, and when the oldest of it since their last payout arrived. */
export async function listAccountsToPay(db: DbOrTrx): Promise<string[]> {
  const { rows } = await sql<{ account_ref: string }>`
    select account_ref from (
      select account_ref, amount_cents - reversed_cents as cents from sandbox_transfers
      union all select account_ref, -amount_cents from sandbox_payouts where status <> 'failed') movement
    group by account_ref having sum(cents) > 0 order by account_ref`.execute(db);
  return rows.map(({ account_ref }) => account_ref);
}

export const insertPayout = (trx: Trx, payout: Insertable<Database['sandbox_payouts']>) =>
  trx
    .insertInto('sandbox_payouts')
    .values(payout)
    .onConflict((conflict) =>
      conflict.columns(['account_ref', 'arrives_on']).where('status', '<>', sql.lit('failed')).doNothing(),
    )
    .execute();

/** Those whose day has come are at the bank. */
export const finishPayouts = (db: Db, today: string) =>
  db
    .updateTable('sandbox_payouts')
    .set({ status: 'paid' })
    .where('status', '=', 'pending')
    .where('arrives_on', '<=', today)
    .execute();

export const findPayout = (db: DbOrTrx, accountRef: string, ref: string) =>
  db
    .selectFrom('sandbox_payouts')
    .select(payoutColumns)
    .where('ref', '=', ref)
    .where('account_ref', '=', accountRef)
    .executeTakeFirstOrThrow();

export const listPayouts = (db: DbOrTrx, accountRef: string, { from, to }: { from: Date; to: Date }) =>
  db
    .selectFrom('sandbox_payouts')
    .select(payoutColumns)
    .where('account_ref', '=', accountRef)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('created_at')
    .execute();

export async function listMovements(
  db: DbOrTrx,
  accountRef: string,
  { from, to }: { from: Date; to: Date },
): Promise<{ ref: string; cents: number; at: Date }[]> {
  const { rows } = await sql<{ ref: string; cents: number; at: Date }>`
    select ref, cents, at from (
      select ref, amount_cents as cents, created_at as at from sandbox_transfers where account_ref = ${accountRef}
      union all select reversal.ref, -reversal.amount_cents, reversal.created_at
        from sandbox_transfer_reversals reversal join sandbox_transfers transfer on transfer.ref = transfer_ref
        where account_ref = ${accountRef}
      union all select ref, -amount_cents, created_at from sandbox_payouts where account_ref = ${accountRef}
      union all select ref, amount_cents, failed_at from sandbox_payouts
        where account_ref = ${accountRef} and failed_at is not null) movement
    where at >= ${from} and at < ${to} order by at`.execute(db);
  return rows;
}
