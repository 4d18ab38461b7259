import type { ProviderPayoutStatus, TransferState } from '@wopack/contract';
import { type SqlBool, sql } from 'kysely';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { ATTEMPTS_UNTIL_ALERT, NOTHING_THERE } from '../../payments/index.ts';
import type { ListQuery } from '../lists/list.ts';
import { fullName, type RowOf } from '../lists/lists.queries.ts';

/** As for the alert: what an account does not have is taken back from later sales, and needs nobody. */
export const needsAttention = sql<boolean>`(transfer.state in ('unknown', 'refused')
  and transfer.attempts >= ${ATTEMPTS_UNTIL_ALERT} and transfer.error is distinct from ${NOTHING_THERE})`;

export const transferSums = { amount_cents: sql<number>`transfer.amount_cents` };

export const filterTransfers = (
  db: DbOrTrx,
  {
    state,
    kind,
    needs_attention: attention,
    user_id: userId,
    order_id: orderId,
  }: ListQuery<'AdminTransfers'>,
) =>
  db
    .selectFrom('provider_transfers as transfer')
    .$if(state !== undefined, (query) =>
      query.where('transfer.state', 'in', state!.split(',') as TransferState[]),
    )
    .$if(kind !== undefined, (query) =>
      query.where('transfer.reverses', kind === 'reversal' ? 'is not' : 'is', null),
    )
    .$if(attention !== undefined, (query) =>
      query.where(sql<SqlBool>`${needsAttention} = ${attention === 'yes'}`),
    )
    .$if(userId !== undefined, (query) => query.where('transfer.user_id', '=', userId!))
    .$if(orderId !== undefined, (query) => query.where('transfer.order_id', '=', orderId!));

export const selectTransfers = (rows: ReturnType<typeof filterTransfers>) =>
  rows
    .innerJoin('users', 'users.id', 'transfer.user_id')
    .select(['transfer.id', 'transfer.created_at', 'transfer.user_id', 'transfer.role'])
    .select(['transfer.amount_cents', 'transfer.order_id', 'transfer.state', 'transfer.error'])
    .select(['transfer.attempts', 'transfer.next_attempt_at', 'transfer.made_at', 'transfer.changed_at'])
    .select(['transfer.account_ref', 'transfer.reference', 'transfer.reverses'])
    .select(fullName('users').as('payee_name'))
    .select(needsAttention.as('needs_attention'));

export type TransferRow = RowOf<typeof selectTransfers>;

export const findTransferRow = (db: DbOrTrx, id: number) =>
  selectTransfers(filterTransfers(db, {})).where(sql<SqlBool>`transfer.id = ${id}`).executeTakeFirst();

/** The bank returned it, and nothing was paid out of the account since. */
export const payoutNeedsAttention = sql<boolean>`(payout.status = 'failed' and not exists (
  select from provider_payouts later where later.user_id = payout.user_id and later.account_ref = payout.account_ref
    and later.created_at > payout.created_at and later.status <> 'failed'))`;

export const providerPayoutSums = {
  seller_cents: sql<number>`payout.seller_cents`,
  partner_cents: sql<number>`payout.partner_cents`,
};

export const filterProviderPayouts = (
  db: DbOrTrx,
  { status, needs_attention: attention, user_id: userId }: ListQuery<'AdminProviderPayouts'>,
) =>
  db
    .selectFrom('provider_payouts as payout')
    .$if(status !== undefined, (query) =>
      query.where('payout.status', 'in', status!.split(',') as ProviderPayoutStatus[]),
    )
    .$if(attention !== undefined, (query) =>
      query.where(sql<SqlBool>`${payoutNeedsAttention} = ${attention === 'yes'}`),
    )
    .$if(userId !== undefined, (query) => query.where('payout.user_id', '=', userId!));

export const selectProviderPayouts = (rows: ReturnType<typeof filterProviderPayouts>) =>
  rows
    .innerJoin('users', 'users.id', 'payout.user_id')
    .select(['payout.id', 'payout.created_at', 'payout.user_id', 'payout.seller_cents'])
    .select(['payout.partner_cents', 'payout.status', 'payout.failure', 'payout.arrives_on'])
    .select(['payout.reference', payoutNeedsAttention.as('needs_attention')])
    .select(fullName('users').as('payee_name'));
