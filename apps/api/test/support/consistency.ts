import { sql } from 'kysely';
import { expect } from 'vitest';
import { reconciliationSources } from '../../src/app.ts';
import type { LedgerAccount } from '../../src/modules/ledger/accounts.ts';
import { checkLedger, getBalances } from '../../src/modules/ledger/index.ts';
import type { Db, DbOrTrx } from '../../src/platform/db/database.ts';

/** Counts rows that should not be there; with what is wrong as the name. */
const violationQueries: Record<string, ReturnType<typeof sql<{ n: number }>>> = {
  'transactions that do not balance': sql`select count(*)::int as n from
    (select 1 from ledger_entries group by transaction_id having sum(amount_cents) <> 0) wrong`,
  'slots with less than nothing, or more than all, left': sql`select count(*)::int as n from pickup_slots
    where "left" < 0 or "left" > quantity`,
  'slots whose stock is not what is paid and held': sql`select count(*)::int as n from pickup_slots slot
    where quantity - "left" <> (select count(*) from payments
      where slot_id = slot.id and state in ('paid', 'pending'))
      -- Refunded after all: the pack is gone, whatever became of the money.
      + (select count(*) from orders where slot_id = slot.id and state = 'refunded')`,
  'paid payments without their one order': sql`select count(*)::int as n from payments
    where state = 'paid' and (select count(*) from orders where payment_id = payments.id) <> 1`,
  'orders that nobody paid': sql`select count(*)::int as n from orders join payments on payments.id = payment_id
    where payments.state not in ('paid', 'refund_due', 'refunded')`,
  'open orders of a venue with one PIN': sql`select count(*)::int as n from
    (select 1 from orders where state = 'paid' group by sale_place_id, coalesce(encode(pin_hash, 'hex'), pin) having count(*) > 1) wrong`,
  'people with more than two holds': sql`select count(*)::int as n from
    (select 1 from payments where state = 'pending' group by user_id having count(*) > 2) wrong`,
  'sellers whose balance is not what they earned and were not paid out': sql`select count(*)::int as n from
    (select seller_id as user_id, sum(price_cents - 129 - refunded_cents) as cents from orders
      where state in ('paid', 'collected', 'not_collected') group by seller_id) earned
    full join (select user_id, sum(amount_cents) as cents from payouts
      where role = 'seller' and state <> 'returned' group by user_id) gone using (user_id)
    full join (select user_id, sum(amount_cents) as cents from ledger_entries
      join ledger_accounts on ledger_accounts.id = account_id where account_kind = 'seller' group by user_id) booked
      using (user_id)
    where coalesce(earned.cents, 0) - coalesce(gone.cents, 0) <> -coalesce(booked.cents, 0)`,
  'cents the provider’s account is off what was paid in and neither sent back nor lost to a bank': sql`select
    (coalesce((select sum(amount_cents) from ledger_entries join ledger_accounts on ledger_accounts.id = account_id
      where account_kind in ('provider', 'disputes')), 0)
    - coalesce((select sum(amount_cents) from payments where state in ('paid', 'refund_due')), 0)
    - coalesce((select sum(partial_refunds.amount_cents) from partial_refunds join payments on payments.id = payment_id
      where state = 'refunded'), 0)
    + coalesce((select sum(amount_cents) from partial_refunds where sent_at is not null), 0))::int as n`,
  'orders that gave back something else than what was decided': sql`select count(*)::int as n from orders
    where refunded_cents <> case when state in ('cancelled_by_buyer', 'cancelled_by_store') then price_cents
      else coalesce((select max(total_cents) from order_refunds where order_id = orders.id), 0) end`,
  'sellers who gave back more than they earned of an order that stays sold': sql`select count(*)::int as n from orders
    where state in ('paid', 'collected', 'not_collected') and refunded_cents > earning_cents`,
  'cents the commission is off 1.29 of each order that stays sold, less VAT and what was credited to partners': sql`select
    (coalesce((select sum(amount_cents) from ledger_entries join ledger_accounts on ledger_accounts.id = account_id
      where account_kind = 'commission'), 0)
    - coalesce((select sum(amount_cents) from affiliate_credits), 0)
    - coalesce((select sum(vat_cents) from statements holds
      where not exists (select from statements where corrects = holds.id)), 0)
    + 129 * (select count(*) from orders where state in ('paid', 'collected', 'not_collected')))::int as n`,
};

/** Only when nothing is under way any more. */
const unsettledQueries: typeof violationQueries = {
  'holds that nobody ended': sql`select count(*)::int as n from payments where state = 'pending'`,
  'money that was to go back and did not': sql`select count(*)::int as n from payments where state = 'refund_due'`,
  'money at the provider that became neither order nor refund': sql`select count(*)::int as n
    from sandbox_intents intent left join payments on provider_ref = ref
    where status = 'succeeded' and refunded_cents <> case payments.state when 'paid'
      then coalesce((select sum(amount_cents) from partial_refunds where payment_id = payments.id), 0)
      else intent.amount_cents end`,
  'parts of payments that were to go back and did not': sql`select count(*)::int as n from partial_refunds
    where sent_at is null`,
  'orders or refunds of money that never came': sql`select count(*)::int as n
    from payments left join sandbox_intents on ref = provider_ref
    where payments.state in ('paid', 'refunded') and status is distinct from 'succeeded'`,
  'buyers who are owed something': sql`select count(*)::int as n from (select 1 from ledger_entries
    join ledger_accounts on ledger_accounts.id = account_id where account_kind = 'buyer'
    group by account_id having sum(amount_cents) <> 0) wrong`,
};

async function expectNoViolations(db: Db, queries: typeof violationQueries): Promise<void> {
  const violationCounts: Record<string, number> = {};
  for (const [name, query] of Object.entries(queries)) {
    const n = (await query.execute(db)).rows[0]!.n;
    if (n !== 0) violationCounts[name] = n;
  }
  expect(violationCounts).toEqual({});
  expect(await checkLedger({ db }, reconciliationSources)).toEqual([]);
}

/** Stock, orders, payments and the ledger say the same, whatever is under way. */
export const expectConsistentData = (db: Db) => expectNoViolations(db, violationQueries);

/** And nothing hangs in the air. */
export const expectAllSettled = (db: Db) =>
  expectNoViolations(db, { ...violationQueries, ...unsettledQueries });

/** Balance in cents of an account; undefined when it has no entries. */
export async function findBalance(db: DbOrTrx, account: LedgerAccount): Promise<number | undefined> {
  const userId = 'userId' in account ? account.userId : null;
  const balances = await getBalances(db);
  return balances.find(({ account_kind, user_id }) => account_kind === account.kind && user_id === userId)
    ?.cents;
}
