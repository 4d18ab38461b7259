import { type SqlBool, sql } from 'kysely';
import type { PayoutWay } from '../../../config/config.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';

/** The account that whoever founded a business had before they handed it over is theirs: nothing is paid to it. */
const isFormerAccount = sql<SqlBool>`exists (select from users
  where users.id = payout_accounts.user_id and users.handed_over_at >= payout_accounts.created_at)`;

const selectPayoutAccounts = (db: DbOrTrx) =>
  db
    .selectFrom('payout_accounts')
    .where(({ not }) => not(isFormerAccount))
    .select(['user_id', 'provider', 'ref', 'attempt', 'state', 'state_since', 'requirements', 'deadline'])
    .select(['disabled_reason', 'submitted_at', 'first_verified_at', 'payouts_enabled', 'transfers_enabled'])
    .select([
      'bank_country',
      'bank_last4',
      'bank_holder',
      'payout_interval',
      'payout_anchor',
      'asked_at',
      'created_at',
    ]);

/** The account of a payee at the payment provider: of a business by its id, of a partner. Undefined: none was asked for. */
export const findPayoutAccount = (db: DbOrTrx, userId: number) =>
  selectPayoutAccounts(db).where('user_id', '=', userId).executeTakeFirst();

export type PayoutAccount = NonNullable<Awaited<ReturnType<typeof findPayoutAccount>>>;

export const lockPayoutAccount = (trx: Trx, userId: number) =>
  selectPayoutAccounts(trx).where('user_id', '=', userId).forUpdate().executeTakeFirst();

export const findPayoutAccountByRef = (db: DbOrTrx, ref: string) =>
  selectPayoutAccounts(db).where('ref', '=', ref).executeTakeFirst();

/** When the business was handed over; accounts from before are the founder's. */
export const findHandOver = async (db: DbOrTrx, userId: number): Promise<Date | null> =>
  (await db.selectFrom('users').select('handed_over_at').where('id', '=', userId).executeTakeFirst())
    ?.handed_over_at ?? null;

/** Before the provider is asked; one of another provider or a former one is begun anew, with another idempotency key. */
export const insertPayoutAccount = (
  db: DbOrTrx,
  { userId, provider, now }: { userId: number; provider: PaymentProvider['name']; now: Date },
) =>
  db
    .insertInto('payout_accounts')
    .values({ user_id: userId, provider, state_since: now, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({
          provider,
          attempt: sql`payout_accounts.attempt + 1`,
          ...{ ref: null, state: 'not_started', state_since: now, requirements: [] },
          ...{ disabled_reason: null, deadline: null, submitted_at: null, first_verified_at: null },
          ...{ payouts_enabled: false, transfers_enabled: false, bank_country: null, bank_last4: null },
          ...{
            bank_holder: null,
            payout_interval: null,
            payout_anchor: null,
            asked_at: null,
            created_at: now,
            updated_at: now,
          },
        })
        .where(({ or, eb }) => or([eb('payout_accounts.provider', '<>', provider), isFormerAccount])),
    )
    .execute();

/** Stores the reference of an account at the provider; one that was stored meanwhile stays. */
export const savePayoutAccountRef = (db: DbOrTrx, userId: number, ref: string, now: Date) =>
  db
    .updateTable('payout_accounts')
    .set({ ref, state: 'in_progress', state_since: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('ref', 'is', null)
    .execute();

/** After a definite refusal: the next one has another idempotency key. */
export const beginNextAttempt = (db: DbOrTrx, userId: number, attempt: number, now: Date) =>
  db
    .updateTable('payout_accounts')
    .set({ attempt: attempt + 1, updated_at: now })
    .where('user_id', '=', userId)
    .where('attempt', '=', attempt)
    .where('ref', 'is', null)
    .execute();

export type PayoutAccountValues = Pick<
  PayoutAccount,
  | 'state'
  | 'state_since'
  | 'requirements'
  | 'deadline'
  | 'disabled_reason'
  | 'submitted_at'
  | 'first_verified_at'
> &
  Pick<PayoutAccount, 'payouts_enabled' | 'transfers_enabled' | 'bank_country' | 'bank_last4'> &
  Pick<PayoutAccount, 'bank_holder' | 'payout_interval' | 'payout_anchor' | 'asked_at'>;

export const updatePayoutAccount = (trx: Trx, userId: number, values: PayoutAccountValues, now: Date) =>
  trx
    .updateTable('payout_accounts')
    .set({ ...values, requirements: [...values.requirements], updated_at: now })
    .where('user_id', '=', userId)
    .execute();

/** Accounts that something may have become of: those that are not verified, and once a day all, oldest answer first. */
export const listAccountsToPoll = (
  db: DbOrTrx,
  {
    provider,
    requestedBefore,
    limit,
  }: { provider: PaymentProvider['name']; requestedBefore: Date; limit: number },
) =>
  db
    .selectFrom('payout_accounts')
    .select(['user_id', 'ref'])
    .where('provider', '=', provider)
    .where((or) =>
      or.or([
        or('state', '<>', 'verified'),
        or('asked_at', 'is', null),
        or('asked_at', '<', requestedBefore),
      ]),
    )
    .orderBy(sql`asked_at nulls first`)
    .limit(limit)
    .execute();

/** Accounts whose deadline has passed, though as far as is stored they may still sell. */
export const listAccountsPastDeadline = (db: DbOrTrx, provider: PaymentProvider['name'], now: Date) =>
  db
    .selectFrom('payout_accounts')
    .select(['user_id', 'ref'])
    .where('provider', '=', provider)
    .where('deadline', '<=', now)
    .where('state', '=', 'needs_details')
    .orderBy('deadline')
    .execute();

/** Businesses whose account was that of the founder, and which sell as if it were theirs. */
export const listSellingByFormerAccount = async (db: DbOrTrx): Promise<number[]> =>
  (
    await db
      .selectFrom('payout_accounts')
      .innerJoin('businesses', 'businesses.id', 'payout_accounts.user_id')
      .select('businesses.id')
      .where('businesses.awaits_payout_account', '=', false)
      .where(isFormerAccount)
      .orderBy('businesses.id')
      .execute()
  ).map(({ id }) => id);

/** What new businesses begin with. */
export const savePayoutWay = (db: DbOrTrx, way: PayoutWay) =>
  db
    .updateTable('payout_way')
    .set({ requires_account: way === 'stripe_connect' })
    .where('requires_account', '<>', way === 'stripe_connect')
    .execute();

const NO_BANK = { bank_country: null, bank_last4: null, bank_holder: null } as const;

/** The account at the provider stays, with what it still has to pay. */
export const erasePayoutAccount = (trx: Trx, userId: number) =>
  trx.updateTable('payout_accounts').set(NO_BANK).where('user_id', '=', userId).execute();

/** The same of what a founder had before they handed their business over, unless its owners have one of their own. */
export const eraseFormerPayoutAccount = (trx: Trx, founderId: number) =>
  trx
    .updateTable('payout_accounts')
    .set(NO_BANK)
    .where('user_id', '=', founderId)
    .where(isFormerAccount)
    .execute();
