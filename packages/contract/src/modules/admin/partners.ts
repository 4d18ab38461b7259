import Type from 'typebox';
import { Cents, Data, endpoint, Id, IdParams, Instant, Month, Nullable } from '../../endpoint.ts';
import {
  payoutAccountStates,
  referralSignKinds,
  shareReasons,
  shareSides,
  userStates,
} from '../../vocabulary.ts';
import { list, payoutAccountFilter, period, q, Reference, sumsOf, yesNo } from './lists.ts';

const right = 'partners.view';
/** `paid_out` is a state of credits, not of shares. */
const storedShareStates = ['pending', 'approved', 'reversed'] as const;
const partner_id = Type.Optional(Id);
const Hundredths = Type.Integer({ description: 'hundredths of a euro cent, exact' });
const Signs = Type.Array(Type.Enum(referralSignKinds), {
  description: 'what partner and referred user have in common; nothing follows from it by itself',
});

const partnerFields = {
  id: Id,
  name: Type.String(),
  email: Type.String(),
  state: Type.Enum(userStates),
  created_at: Instant,
  referred: Type.Integer({ description: 'users' }),
  referrals_with_signs: Type.Integer(),
  credited_cents: Cents,
  payout_account: Type.Enum(payoutAccountStates, { description: 'at the payment provider' }),
  last_credit: Nullable(Month("the last credited month, e.g. '2026-10'")),
};

const partners = list({
  path: '/api/v1/admin/partners',
  right,
  summary: 'Partners; `q`: e-mail or a part of the name',
  filters: {
    ...period,
    q,
    signs: yesNo,
    payout_account: payoutAccountFilter,
  },
  sorts: ['created_at'],
  row: Type.Object(partnerFields, { $id: 'AdminPartnerRow' }),
});

const AdminPartner = Type.Object(
  {
    ...partnerFields,
    referral_code: Type.String(),
    visits: Type.Integer({ description: 'of the referral link' }),
    referred_sellers: Type.Integer(),
    pending_hundredths: Hundredths,
    approved_hundredths: Type.Integer({ description: 'hundredths of a euro cent: due for the next credit' }),
    owed_cents: Type.Integer({ description: 'credited and not paid out yet' }),
    signs: Type.Array(
      Type.Object({ user: Reference, signs: Signs, orders: Type.Integer(), hundredths: Hundredths }),
      { description: 'referred users with something in common with the partner, at most 100' },
    ),
  },
  { $id: 'AdminPartner' },
);

const referrals = list({
  path: '/api/v1/admin/referrals',
  right,
  summary: 'Users referred by partners',
  filters: { ...period, partner_id, signs: yesNo },
  sorts: ['created_at'],
  row: Type.Object(
    {
      id: Type.Integer({ description: 'of the referred user' }),
      user: Reference,
      partner: Reference,
      is_seller: Type.Boolean(),
      orders: Type.Integer({ description: 'with a share, less those taken back' }),
      hundredths: Hundredths,
      signs: Signs,
      created_at: Instant,
    },
    { $id: 'AdminReferral' },
  ),
});

const shares = list({
  path: '/api/v1/admin/shares',
  right,
  summary: 'Shares of partners in the commission of single orders',
  filters: {
    ...period,
    partner_id,
    user_id: Type.Optional(Id),
    side: Type.Optional(Type.Enum(shareSides)),
    state: Type.Optional(Type.Enum(storedShareStates)),
  },
  sorts: ['id'],
  row: Type.Object(
    {
      id: Id,
      order_id: Id,
      side: Type.Enum(shareSides),
      partner: Reference,
      user: Reference,
      hundredths: Hundredths,
      state: Type.Enum(storedShareStates),
      reason: Type.Enum(shareReasons),
      created_at: Instant,
      credit_month: Nullable(Type.String()),
    },
    { $id: 'AdminShare' },
  ),
  sums: sumsOf({ hundredths: Hundredths }),
});

const credits = list({
  path: '/api/v1/admin/credits',
  right,
  summary: 'Monthly credits of partners; `from` and `to`: when they were credited',
  filters: { ...period, partner_id },
  sorts: ['credited_at'],
  row: Type.Object(
    {
      id: Type.String({ description: 'partner and month' }),
      partner: Reference,
      month: Month("e.g. '2026-10'"),
      hundredths: Hundredths,
      amount_cents: Cents,
      credited_at: Instant,
    },
    { $id: 'AdminCredit' },
  ),
  sums: sumsOf({ hundredths: Hundredths, amount_cents: Cents }),
});

export const partnersOfConsole = {
  listPartners: partners.rows,
  exportPartners: partners.csv,
  getPartner: endpoint({
    method: 'GET',
    path: '/api/v1/admin/partners/{id}',
    module: 'admin',
    auth: 'operator',
    right,
    summary: 'A partner, with signs that they refer themselves; written to the audit log',
    params: IdParams,
    reply: Data(AdminPartner),
    errors: ['validation', 'notFound'],
  }),
  listAdminReferrals: referrals.rows,
  exportAdminReferrals: referrals.csv,
  listAdminShares: shares.rows,
  exportAdminShares: shares.csv,
  listAdminCredits: credits.rows,
  exportAdminCredits: credits.csv,
} as const;
