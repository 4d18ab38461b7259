import { sql } from 'kysely';
import { expect } from 'vitest';
import { reconciliationSources } from '../../src/app.ts';
import type { LedgerAccount } from '../../src/modules/ledger/accounts.ts';
import { checkLedger, compareLedger, getBalances } from '../../src/modules/ledger/index.ts';
import type { Db, DbOrTrx } from '../../src/platform/db/database.ts';

/** Of an order's discount what is not back. */
const discountKept = sql`(orders.discount_cents - ceil(orders.discount_cents * orders.refunded_cents::numeric / orders.price_cents))::int`;
const businessDiscount = sql`case orders.discount_payer when 'business' then ${discountKept} else 0 end`;
/** Of an order's price what is back, without its discount; and of that what was paid by card. */
const paidBack = sql`(orders.refunded_cents - orders.discount_cents + ${discountKept})`;
const cardBack = sql`case when orders.price_cents > orders.discount_cents then
  ceil((orders.price_cents - orders.discount_cents - orders.credit_cents) * ${paidBack}::numeric
    / (orders.price_cents - orders.discount_cents))::int else 0 * orders.price_cents end`;

/** Queries that count inconsistent rows, by the name of the inconsistency. */
const violationQueries: Record<string, ReturnType<typeof sql<{ n: number }>>> = {
  'transactions that do not balance': sql`select count(*)::int as n from
    (select 1 from ledger_entries group by transaction_id having sum(amount_cents) <> 0) wrong`,
  'slots with negative stock, or more stock than quantity': sql`select count(*)::int as n from pickup_slots
    where units_left < 0 or units_left > quantity`,
  'slots whose stock differs from paid units and holds': sql`select count(*)::int as n from pickup_slots slot
    where quantity - units_left <> (select coalesce(sum(payments.quantity), 0) from payments
      where slot_id = slot.id and (state = 'pending'
        or state = 'paid' and not exists (select from orders where payment_id = payments.id)))
      -- A refund does not return units, unless the buyer cancelled them.
      + (select coalesce(sum(orders.quantity - cancelled_quantity), 0) from orders
        where slot_id = slot.id and state not in ('cancelled_by_buyer', 'cancelled_by_store'))
      -- Of what was cancelled in the end, the seller may have refunded units before.
      + (select coalesce(sum(returned_quantity - cancelled_quantity), 0) from orders
        where slot_id = slot.id and state in ('cancelled_by_buyer', 'cancelled_by_store'))`,
  'orders of more or fewer units than were paid': sql`select count(*)::int as n from orders
    join payments on payments.id = payment_id
    where orders.quantity <> payments.quantity
      or price_cents <> amount_cents + payments.credit_cents + payments.discount_cents
      or orders.credit_cents <> payments.credit_cents or orders.discount_cents <> payments.discount_cents
      or commission_cents <> 129 * orders.quantity`,
  'orders whose returned units differ from the decided ones': sql`select count(*)::int as n from orders
    where state in ('paid', 'collected', 'not_collected')
      and returned_quantity <> (select coalesce(sum(units), 0) from order_refunds where order_id = orders.id)`,
  'shares that are not 15 % of the commission of the units that were kept': sql`select count(*)::int as n from
    (select orders.id from affiliate_shares share join orders on orders.id = order_id
      where orders.state in ('paid', 'collected', 'not_collected') and share.state <> 'reversed'
      group by orders.id, side
      having sum(hundredths) <> 1935 * (orders.quantity - orders.returned_quantity)
        or sum(sign(hundredths)::int * share.price_cents) <> (orders.price_cents / orders.quantity) * (orders.quantity - orders.returned_quantity)
    ) wrong`,
  'paid payments without exactly one order': sql`select count(*)::int as n from payments
    where state = 'paid' and (select count(*) from orders where payment_id = payments.id) <> 1`,
  'orders without a paid payment': sql`select count(*)::int as n from orders join payments on payments.id = payment_id
    where payments.state not in ('paid', 'refund_due', 'refunded')`,
  'open orders of a sale place with the same PIN': sql`select count(*)::int as n from
    (select 1 from orders where state = 'paid' group by sale_place_id, pin_hash having count(*) > 1) wrong`,
  'users with more than two holds': sql`select count(*)::int as n from
    (select 1 from payments where state = 'pending' group by user_id having count(*) > 2) wrong`,
  'offered units without a hold, or offered holds that nobody has': sql`select count(*)::int as n
    from (select payment_id from allocation_entries where state = 'offered') offer
    full join (select id from payments where state = 'pending' and is_offer) hold on hold.id = offer.payment_id
    where hold.id is null or offer.payment_id is null`,
  'people who wait for a slot on public sale': sql`select count(*)::int as n from allocation_entries entry
    join pickup_slots slot on slot.id = entry.slot_id where entry.state = 'waiting' and slot.allocation <> 'line'`,
  'bought entries without a paid payment': sql`select count(*)::int as n from allocation_entries
    join payments on payments.id = payment_id
    where allocation_entries.state = 'bought' and payments.state not in ('paid', 'refund_due', 'refunded')`,
  'draws whose ranks are not 1 to their number of entries': sql`select count(*)::int as n from draws
    where state = 'drawn' and (select count(*) from allocation_entries where draw_id = draws.id)
      <> (select coalesce(max(rank), 0) from allocation_entries where draw_id = draws.id)`,
  'entries of people who rank in a draw that is not drawn': sql`select count(*)::int as n from allocation_entries
    join draws on draws.id = draw_id where rank is not null and draws.state <> 'drawn'`,
  'sellers whose balance differs from earnings less payouts and transfers': sql`select count(*)::int as n from
    (select user_id, sum(cents) as cents from (
      select seller_id as user_id, greatest(price_cents - 129 * (quantity - returned_quantity) - refunded_cents - ${businessDiscount}, 0) as cents
        from orders where state in ('paid', 'collected', 'not_collected')
      union all select seller_id, -(amount_cents - ended_cents) from credit_grants where seller_id is not null) parts
      group by user_id) earned
    full join (select user_id, sum(amount_cents) as cents from payouts
      where role = 'seller' and state <> 'returned' group by user_id) gone using (user_id)
    full join (select user_id, sum(case when reverses is null then amount_cents else -amount_cents end) as cents
      from provider_transfers where role = 'seller' and state = 'made' group by user_id) transferred using (user_id)
    full join (select user_id, sum(amount_cents) as cents from ledger_entries
      join ledger_accounts on ledger_accounts.id = account_id where account_kind = 'seller' group by user_id) booked
      using (user_id)
    where coalesce(earned.cents, 0) - coalesce(gone.cents, 0) - coalesce(transferred.cents, 0)
      <> -coalesce(booked.cents, 0)`,
  'businesses whose orders have more or less at the provider than was transferred': sql`select count(*)::int as n from
    (select seller_id as user_id, sum(transferred_cents) as cents from orders group by seller_id) counted
    full join (select user_id, sum(case when reverses is null then amount_cents else -amount_cents end) as cents
      from provider_transfers where role = 'seller' and state = 'made' group by user_id) transferred using (user_id)
    where coalesce(counted.cents, 0) <> coalesce(transferred.cents, 0)`,
  'transfers of which more was reversed than transferred': sql`select count(*)::int as n from provider_transfers transfer
    where reverses is null and amount_cents < (select coalesce(sum(amount_cents), 0) from provider_transfers
      where reverses = transfer.id and state = 'made')`,
  'difference in cents between the provider account and payments less refunds, disputes and payouts': sql`select
    (coalesce((select sum(amount_cents) from ledger_entries join ledger_accounts on ledger_accounts.id = account_id
      where account_kind = 'provider'), 0)
    - coalesce((select sum(amount_cents) from payments where state in ('paid', 'refund_due', 'refunded')), 0)
    + coalesce((select sum(amount_cents) from refund_transfers where way = 'provider' and status <> 'failed'), 0)
    + coalesce((select sum(withdrawn_cents) from disputes), 0)
    + coalesce((select sum(seller_cents + partner_cents) from provider_payouts where status <> 'failed'), 0))::int as n`,
  'payments whose refunds differ from what their order gave back': sql`select count(*)::int as n from payments
    left join orders on orders.payment_id = payments.id
    where payments.state in ('paid', 'refund_due', 'refunded')
      and coalesce((select sum(amount_cents) from refunds where payment_id = payments.id and state <> 'restored'), 0)
        <> coalesce(${cardBack}, payments.amount_cents)`,
  'refunded payments that are not all back, or refunds that are due and back': sql`select count(*)::int as n
    from payments where state in ('refund_due', 'refunded')
      and (state = 'refunded') = exists (select from refunds where payment_id = payments.id and done_at is null)`,
  'transfers whose booked amount is not theirs': sql`select count(*)::int as n from refund_transfers
    where booked_cents <> case status when 'failed' then 0 else amount_cents end`,
  'held earnings without an open dispute, or the reverse': sql`select count(*)::int as n
    from (select distinct payment_id from disputes
      where status not in ('won', 'lost', 'warning_closed', 'prevented')) open
    full join earning_holds using (payment_id) where open.payment_id is null or held_at is null`,
  'orders whose refunded amount differs from the decided refund': sql`select count(*)::int as n from orders
    where refunded_cents <> case when state in ('cancelled_by_buyer', 'cancelled_by_store') then price_cents
      else coalesce((select max(total_cents) from order_refunds where order_id = orders.id and restored_at is null), 0) end`,
  'orders whose decided refunds exceed the earning': sql`select count(*)::int as n from orders
    where state in ('paid', 'collected', 'not_collected')
      and refunded_cents > earning_cents + 129 * returned_quantity - ${businessDiscount}
      and not exists (select from order_refunds where order_id = orders.id and decided_by in ('provider', 'bank'))`,
  'difference in cents between the commission account and 1.29 per unit less VAT and credits': sql`select
    (coalesce((select sum(amount_cents) from ledger_entries join ledger_accounts on ledger_accounts.id = account_id
      where account_kind = 'commission'), 0)
    - coalesce((select sum(amount_cents) from affiliate_credits), 0)
    - coalesce((select sum(vat_cents) from statements holds
      where not exists (select from statements where corrects = holds.id)), 0)
    + (select coalesce(sum(129 * (quantity - returned_quantity)
      - greatest(refunded_cents - earning_cents - 129 * returned_quantity + ${businessDiscount}, 0)), 0) from orders
      where state in ('paid', 'collected', 'not_collected')))::int as n`,
  'credit that is more or less than what is left, used and ended of it': sql`select count(*)::int as n from credit_grants
    where amount_cents <> left_cents + ended_cents
      + (select coalesce(sum(amount_cents - returned_cents), 0) from credit_uses where grant_id = credit_grants.id)`,
  'users whose credit differs from the ledger, or is negative': sql`select count(*)::int as n from
    (select user_id, sum(left_cents + coalesce((select sum(uses.amount_cents) from credit_uses uses
        join payments on payments.id = payment_id where grant_id = credit_grants.id and state = 'pending'), 0)) as cents
      from credit_grants group by user_id) own
    full join (select user_id, -sum(amount_cents) as cents from ledger_entries
      join ledger_accounts on ledger_accounts.id = account_id where account_kind = 'credit' group by user_id) booked
      using (user_id)
    where coalesce(own.cents, 0) <> coalesce(booked.cents, 0) or coalesce(booked.cents, 0) < 0`,
  'holds and orders whose credit is not what was taken for them': sql`select count(*)::int as n from payments
    where (select coalesce(sum(amount_cents), 0) from credit_uses where payment_id = payments.id)
      <> case when state = 'pending' or exists (select from orders where payment_id = payments.id) then credit_cents else 0 end`,
  'orders whose returned credit differs from their refunds': sql`select count(*)::int as n from orders
    where (select coalesce(sum(returned_cents), 0) from credit_uses where payment_id = orders.payment_id)
      <> ${paidBack} - ${cardBack}`,
  'codes whose uses differ from those that are recorded': sql`select count(*)::int as n from discount_codes
    where used_count <> (select count(*) from discount_uses where code_id = discount_codes.id)
      or used_cents <> (select coalesce(sum(amount_cents), 0) from discount_uses where code_id = discount_codes.id)`,
  'holds and orders whose discount is not the recorded use': sql`select count(*)::int as n from payments
    left join orders on orders.payment_id = payments.id left join discount_uses used on used.payment_id = payments.id
    where coalesce(used.amount_cents, 0) <> case when payments.state = 'pending'
      or orders.state in ('paid', 'collected', 'not_collected')
      -- A store that refunds because it is too late to cancel gives a reason: it frees the use.
      or orders.state = 'refunded' and orders.cancel_reason is null then payments.discount_cents else 0 end
      or used.code_id <> payments.discount_code_id`,
  'difference in cents between promotions and what the operator pays': sql`select
    (coalesce((select sum(amount_cents) from ledger_entries join ledger_accounts on ledger_accounts.id = account_id
      where account_kind = 'promotions'), 0)
    - coalesce((select sum(amount_cents - ended_cents) from credit_grants where seller_id is null), 0)
    - coalesce((select sum(${discountKept}) from orders where discount_payer = 'operator'), 0))::int as n`,
};

/** Valid only when no payment or refund is in progress. */
const unsettledQueries: typeof violationQueries = {
  'open holds': sql`select count(*)::int as n from payments where state = 'pending'`,
  'refunds that are not made': sql`select count(*)::int as n from payments where state = 'refund_due'`,
  'provider payments without an order or a refund': sql`select count(*)::int as n
    from sandbox_intents intent left join payments on provider_ref = ref
    where status = 'succeeded' and (payments.state is null or refunded_cents <>
      coalesce((select sum(amount_cents) from refund_transfers
        where payment_id = payments.id and way = 'provider' and refund_transfers.status <> 'failed'), 0))`,
  'refunds that were to go back and did not': sql`select count(*)::int as n from refunds where done_at is null`,
  'orders or refunds of money that never came': sql`select count(*)::int as n
    from payments left join sandbox_intents on ref = provider_ref
    where payments.state in ('paid', 'refunded') and payments.amount_cents > 0 and status is distinct from 'succeeded'`,
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
  const opened = await compareLedger({ db }, reconciliationSources, { isComplete: false });
  expect(opened.differences).toEqual([]);
  expect(await checkLedger({ db }, reconciliationSources)).toEqual([]);
}

/** Asserts that stock, orders, payments and the ledger agree, also while payments are in progress. */
export const expectConsistentData = (db: Db) => expectNoViolations(db, violationQueries);

/** Asserts in addition that no payment or refund is in progress. */
export const expectAllSettled = (db: Db) =>
  expectNoViolations(db, { ...violationQueries, ...unsettledQueries });

/** Balance in cents of an account; undefined when it has no entries. */
export async function findBalance(db: DbOrTrx, account: LedgerAccount): Promise<number | undefined> {
  const userId = 'userId' in account ? account.userId : null;
  const balances = await getBalances(db);
  return balances.find(({ account_kind, user_id }) => account_kind === account.kind && user_id === userId)
    ?.cents;
}
