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
  type CreditRow,
  creditSums,
  filterCredits,
  filterShares,
  type ShareRow,
  selectCredits,
  selectShares,
  shareSums,
} from './shares.queries.ts';

const buildPartnerRow = ({ blocked_at, deleted_at, created_at, ...row }: PartnerRow) => ({
  id: row.id,
  name: row.name,
  email: row.email,
  state: deleted_at ? ('deleted' as const) : blocked_at ? ('blocked' as const) : ('active' as const),
  created_at: created_at.toISOString(),
  referred: row.referred,
  referrals_with_signs: row.referrals_with_signs,
  credited_cents: row.credited_cents,
  last_credit: row.last_credit,
});

export const createPartnerList = (context: Context) =>
  createList(context, {
    name: 'partners',
    filter: (db, query: OperatorCall<'listPartners'>['query'], period) => filterPartners(db, query, period),
    select: selectPartners,
    sorts: { created_at: { column: 'users.created_at', type: 'timestamptz' } },
    key: { column: 'users.id', type: 'integer' },
    build: buildPartnerRow,
    cells: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      email: ({ email }) => email,
      state: ({ state }) => state,
      referred: ({ referred }) => referred,
      referrals_with_signs: ({ referrals_with_signs }) => referrals_with_signs,
      credited_eur: ({ credited_cents }) => ({ cents: credited_cents }),
      last_credit: ({ last_credit }) => last_credit,
      created_at: ({ created_at }) => created_at,
    },
  });

const buildReferral = (row: ReferralRow) => ({
  id: row.id,
  user: { id: row.id, name: row.name },
  partner: { id: row.partner_id, name: row.partner_name },
  is_seller: row.is_seller,
  orders: row.orders,
  hundredths: Number(row.hundredths),
  signs: row.signs,
  created_at: row.created_at.toISOString(),
});

export const createReferralList = (context: Context) =>
  createList(context, {
    name: 'referrals',
    filter: (db, query: OperatorCall<'listAdminReferrals'>['query'], period) =>
      filterReferrals(db, query, period),
    select: selectReferrals,
    sorts: { created_at: { column: 'users.created_at', type: 'timestamptz' } },
    key: { column: 'users.id', type: 'integer' },
    build: buildReferral,
    cells: {
      user_id: ({ user }) => user.id,
      user: ({ user }) => user.name,
      partner_id: ({ partner }) => partner.id,
      partner: ({ partner }) => partner.name,
      is_seller: ({ is_seller }) => (is_seller ? 'yes' : 'no'),
      orders: ({ orders }) => orders,
      hundredths: ({ hundredths }) => hundredths,
      signs: ({ signs }) => signs.join(' '),
      created_at: ({ created_at }) => created_at,
    },
  });

const buildShare = (row: ShareRow) => ({
  id: row.id,
  order_id: row.order_id,
  side: row.side,
  partner: { id: row.partner_id, name: row.partner_name },
  user: { id: row.user_id, name: row.user_name },
  hundredths: row.hundredths,
  state: row.state,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  credit_month: row.credit_month?.slice(0, 7) ?? null,
});

export const createShareList = (context: Context) =>
  createList(context, {
    name: 'shares',
    filter: (db, query: OperatorCall<'listAdminShares'>['query'], period) => filterShares(db, query, period),
    select: selectShares,
    sorts: { id: { column: 'share.id', type: 'integer' } },
    key: { column: 'share.id', type: 'integer' },
    sums: shareSums,
    build: buildShare,
    cells: {
      id: ({ id }) => id,
      order: ({ order_id }) => order_id,
      side: ({ side }) => side,
      partner_id: ({ partner }) => partner.id,
      partner: ({ partner }) => partner.name,
      user_id: ({ user }) => user.id,
      hundredths: ({ hundredths }) => hundredths,
      state: ({ state }) => state,
      reason: ({ reason }) => reason,
      created_at: ({ created_at }) => created_at,
      credit_month: ({ credit_month }) => credit_month,
    },
  });

const buildCredit = (row: CreditRow) => ({
  id: String(row.id),
  partner: { id: row.partner_id, name: row.partner_name },
  month: row.month.slice(0, 7),
  hundredths: Number(row.hundredths),
  amount_cents: row.amount_cents,
  credited_at: row.credited_at.toISOString(),
});

export const createCreditList = (context: Context) =>
  createList(context, {
    name: 'credits',
    filter: (db, query: OperatorCall<'listAdminCredits'>['query'], period) =>
      filterCredits(db, query, period),
    select: selectCredits,
    sorts: { credited_at: { column: 'credit.credited_at', type: 'timestamptz' } },
    key: { column: 'credit.id', type: 'bigint' },
    sums: creditSums,
    build: buildCredit,
    cells: {
      partner_id: ({ partner }) => partner.id,
      partner: ({ partner }) => partner.name,
      month: ({ month }) => month,
      hundredths: ({ hundredths }) => hundredths,
      amount_eur: ({ amount_cents }) => ({ cents: amount_cents }),
      credited_at: ({ credited_at }) => credited_at,
    },
  });

/** The most referrals with signs on the page of a partner; the list of referrals has all. */
const MAX_SHOWN_SIGNS = 100;

export async function getPartner({ db }: Context, { params: { id }, record }: OperatorCall<'getPartner'>) {
  const row = await findPartner(db, id);
  if (!row) throw new AppError('notFound');
  const referrals = await selectReferrals(
    filterReferrals(db, { partner_id: id, signs: 'yes' }, { from: null, before: null }),
  )
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
      pending_hundredths: Number(row.pending_hundredths),
      approved_hundredths: Number(row.approved_hundredths),
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
