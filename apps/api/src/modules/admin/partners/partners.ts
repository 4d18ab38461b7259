import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { createList } from '../lists/list.ts';
import type { OperatorCall } from '../operator-route.ts';
import {
  filterPartners,
  filterReferrals,
  findPartner,
  findReferralSigns,
  type PartnerRow,
  type ReferralRow,
  selectPartners,
  selectReferrals,
} from './partners.queries.ts';
import {
  creditSums,
  filterCredits,
  filterShares,
  selectCredits,
  selectShares,
  shareSums,
} from './shares.queries.ts';

const buildPartnerRow = ({ blocked_at, deleted_at, created_at, ...row }: PartnerRow) => ({
  ...row,
  state: deleted_at ? ('deleted' as const) : blocked_at ? ('blocked' as const) : ('active' as const),
  created_at: created_at.toISOString(),
});

export const createPartnerList = (context: Context) =>
  createList(context, 'Partners', {
    file: 'partners',
    filter: filterPartners,
    period: 'users.created_at',
    select: selectPartners,
    sorts: { created_at: { column: 'users.created_at', type: 'timestamptz' } },
    key: { column: 'users.id', type: 'integer' },
    build: buildPartnerRow,
    csv: [
      'id',
      'name',
      'email',
      'state',
      'payout_account',
      'referred',
      'referrals_with_signs',
      'credited_cents',
      'last_credit',
      'created_at',
    ],
  });

const buildReferral = (row: ReferralRow) => ({
  ...row,
  user: { id: row.id, name: row.name },
  partner: { id: row.partner_id, name: row.partner_name },
  created_at: row.created_at.toISOString(),
});

export const createReferralList = (context: Context) =>
  createList(context, 'AdminReferrals', {
    file: 'referrals',
    filter: filterReferrals,
    period: 'users.created_at',
    select: selectReferrals,
    sorts: { created_at: { column: 'users.created_at', type: 'timestamptz' } },
    key: { column: 'users.id', type: 'integer' },
    build: buildReferral,
    csv: [
      'user.id',
      'user.name',
      'partner.id',
      'partner.name',
      'is_seller',
      'orders',
      'hundredths',
      'signs',
      'created_at',
    ],
  });

export const createShareList = (context: Context) =>
  createList(context, 'AdminShares', {
    file: 'shares',
    filter: filterShares,
    period: 'share.created_at',
    select: selectShares,
    sorts: { id: { column: 'share.id', type: 'integer' } },
    key: { column: 'share.id', type: 'integer' },
    sums: shareSums,
    build: (row) => ({
      ...row,
      partner: { id: row.partner_id, name: row.partner_name },
      user: { id: row.user_id, name: row.user_name },
      created_at: row.created_at.toISOString(),
      credit_month: row.credit_month?.slice(0, 7) ?? null,
    }),
    csv: [
      'id',
      { order: 'order_id' },
      'side',
      'partner.id',
      'partner.name',
      'user.id',
      'hundredths',
      'state',
      'reason',
      'created_at',
      'credit_month',
    ],
  });

export const createCreditList = (context: Context) =>
  createList(context, 'AdminCredits', {
    file: 'credits',
    filter: filterCredits,
    period: 'credit.credited_at',
    select: selectCredits,
    sorts: { credited_at: { column: 'credit.credited_at', type: 'timestamptz' } },
    key: { column: 'credit.id', type: 'bigint' },
    sums: creditSums,
    build: (row) => ({
      ...row,
      id: String(row.id),
      partner: { id: row.partner_id, name: row.partner_name },
      month: row.month.slice(0, 7),
      credited_at: row.credited_at.toISOString(),
    }),
    csv: ['partner.id', 'partner.name', 'month', 'hundredths', 'amount_cents', 'credited_at'],
  });

/** The most referrals with signs on the page of a partner; the list of referrals has all. */
const MAX_SHOWN_SIGNS = 100;

export async function getPartner({ db }: Context, { params: { id }, record }: OperatorCall<'getPartner'>) {
  const row = await findPartner(db, id);
  if (!row) throw new AppError('notFound');
  const referrals = await selectReferrals(filterReferrals(db, { partner_id: id, signs: 'yes' }))
    .orderBy('users.id', 'desc')
    .limit(MAX_SHOWN_SIGNS)
    .execute();
  await record(db, { subject: ['user', id] });
  return {
    data: {
      ...buildPartnerRow(row),
      referral_code: row.referral_code,
      visits: row.visits,
      referred_sellers: row.referred_sellers,
      pending_hundredths: row.pending_hundredths,
      approved_hundredths: row.approved_hundredths,
      owed_cents: row.owed_cents,
      signs: referrals.map(buildReferral).map(({ user, signs, orders, hundredths }) => ({
        user,
        signs,
        orders,
        hundredths,
      })),
    },
  };
}

/** Idempotent; every night. */
export const updateReferralSigns = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> =>
  db.transaction().execute((trx) => findReferralSigns(trx, clock.now()));
