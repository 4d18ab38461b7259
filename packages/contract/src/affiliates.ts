import Type from 'typebox';
import { Cents, Data, FileReply, Id, IdParams, Instant, Nullable, Success, Text } from './common.ts';
import { endpoint } from './endpoint.ts';
import { shareReasons, shareSides, shareStates } from './vocabulary.ts';

const module = 'affiliates';

const Month = (description: string) =>
  Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$', description: `${description}, e.g. '2026-11'` });
const Day = (description: string) => Type.String({ format: 'date', description });
/** Shares are no whole cents: 15 % of 1.29 EUR is 19.35 cents. */
const Hundredths = Type.Integer({ $id: 'Hundredths', description: 'hundredths of a euro cent, exact' });

const cursor = Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' }));
const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 }));
const Page = Type.Object({ cursor, limit });

const totalFields = {
  quantity: Type.Integer({ description: 'packs that stay sold' }),
  total_cents: Type.Integer({ description: 'what was paid for them, euro cents' }),
  yours_hundredths: Hundredths,
};
const Totals = Nullable(
  Type.Object(
    { people: Type.Integer(), ...totalFields },
    { description: 'of the whole list; with its first page alone' },
  ),
);

const PersonStatus = Type.Enum(['new', 'active', 'paused', 'left'], {
  $id: 'ReferralStatus',
  description: 'no order yet; one in the last 30 days; none; the account is deleted',
});
const referredBuyerFields = {
  id: Type.Integer({ description: 'all that a partner learns of who it is' }),
  status: PersonStatus,
  ...totalFields,
  created_at: Instant,
  last_order_at: Nullable(Instant),
};
const ReferredBuyer = Type.Object(referredBuyerFields, { $id: 'ReferredBuyer' });
const ReferredSeller = Type.Object(
  {
    ...referredBuyerFields,
    name: Nullable(Type.String({ description: "the first venue's, which everybody can see" })),
    places: Type.Integer({ description: 'venues' }),
  },
  { $id: 'ReferredSeller' },
);

const Share = Type.Object(
  {
    id: Id,
    side: Type.Enum(shareSides, { description: "brought the order's buyer or its seller" }),
    person_id: Id,
    hundredths: Type.Integer({
      description: 'hundredths of a euro cent, exact; negative: taken back after it was credited',
    }),
    price_cents: Cents,
    state: Type.Enum(shareStates),
    reason: Type.Enum(shareReasons, { description: 'why it is in that state' }),
    created_at: Instant,
    approve_at: Type.String({
      format: 'date-time',
      description: 'while pending: approved then, if the pack is not collected before',
    }),
    credit_month: Nullable(Month('the month it was credited for')),
  },
  { $id: 'Share' },
);

const Count = Type.Object(
  { total: Type.Integer(), month: Type.Integer({ description: 'this month' }) },
  { $id: 'VisitCount' },
);

export const affiliates = {
  recordVisit: endpoint({
    method: 'POST',
    path: '/api/v1/affiliate/visit',
    module,
    auth: 'public',
    summary:
      "A partner's link was opened: once a day and browser, as the browser sees to. Nothing is kept but the number; answers alike for unknown codes",
    body: Type.Object({ ref_link: Text(64, 1) }),
    reply: Success,
    errors: ['validation', 'tooMany'],
  }),
  getAffiliateOverview: endpoint({
    method: 'GET',
    path: '/api/v1/affiliate',
    module,
    auth: 'user',
    summary: "The partner's link, this month, what is credited and when the next steps are",
    reply: Data(
      Type.Object({
        is_partner: Type.Boolean(),
        email_verified: Type.Boolean({ description: 'shares wait uncredited until it is' }),
        ref_code: Type.String(),
        link: Type.String({ description: 'to hand out' }),
        month: Month('the month that runs, on the calendar of whoever runs WoPack'),
        pending_hundredths: Hundredths,
        approved_hundredths: Type.Integer({
          description: 'hundredths of a euro cent, exact: credited next, if nothing is taken back before',
        }),
        credited_cents: Type.Integer({ description: 'of all months, euro cents' }),
        owed_cents: Type.Integer({ description: 'credited and not paid out yet, euro cents' }),
        next_credit: Day('the 1st of the next month'),
        next_payout: Day('the 5th to come'),
        payout_minimum_cents: Type.Integer({ description: 'less is carried over, euro cents' }),
        visits: Count,
        sign_ups: Count,
        buyers: Type.Object(
          { total: Type.Integer(), month: Type.Integer() },
          { description: 'people with a first order, as buyer or seller' },
        ),
        orders: Type.Object(
          { total: Type.Integer(), month: Type.Integer() },
          { description: 'with a share and still sold; one with both shares counts twice' },
        ),
        clients: Type.Integer(),
        sellers: Type.Integer(),
      }),
    ),
    errors: [],
  }),
  listAffiliateMonths: endpoint({
    method: 'GET',
    path: '/api/v1/affiliate/months',
    module,
    auth: 'user',
    summary: 'What was credited month by month, newest first; before them the month that runs',
    query: Type.Object({
      cursor: Type.Optional(Month('months before')),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, default: 24 })),
    }),
    reply: Type.Object({
      data: Type.Array(
        Type.Object({
          month: Month('the month'),
          shares: Type.Integer({ description: 'lines, those taken back included' }),
          amount_cents: Type.Integer({ description: 'rounded once, from the exact sum of the lines' }),
          hundredths: Hundredths,
          state: Type.Enum(['open', 'credited', 'paid_out'], { description: 'open: the month that runs' }),
          credited_at: Nullable(Instant),
        }),
      ),
      next_cursor: Nullable(Type.String()),
    }),
    errors: ['validation', 'notAllowed'],
  }),
  listReferredBuyers: endpoint({
    method: 'GET',
    path: '/api/v1/affiliate/clients',
    module,
    auth: 'user',
    summary: 'Buyers whom the partner brought, newest first, without who they are',
    query: Page,
    reply: Type.Object({
      data: Type.Array(ReferredBuyer),
      next_cursor: Nullable(Type.String()),
      totals: Totals,
    }),
    errors: ['validation', 'notAllowed'],
  }),
  getReferredBuyer: endpoint({
    method: 'GET',
    path: '/api/v1/affiliate/clients/{id}',
    module,
    auth: 'user',
    summary: 'One of them',
    params: IdParams,
    reply: Data(ReferredBuyer),
    errors: ['validation', 'notAllowed', 'notFound'],
  }),
  listReferredSellers: endpoint({
    method: 'GET',
    path: '/api/v1/affiliate/sellers',
    module,
    auth: 'user',
    summary: 'Sellers whom the partner brought, newest first',
    query: Page,
    reply: Type.Object({
      data: Type.Array(ReferredSeller),
      next_cursor: Nullable(Type.String()),
      totals: Totals,
    }),
    errors: ['validation', 'notAllowed'],
  }),
  getReferredSeller: endpoint({
    method: 'GET',
    path: '/api/v1/affiliate/sellers/{id}',
    module,
    auth: 'user',
    summary: 'One of them',
    params: IdParams,
    reply: Data(ReferredSeller),
    errors: ['validation', 'notAllowed', 'notFound'],
  }),
  listShares: endpoint({
    method: 'GET',
    path: '/api/v1/affiliate/shares',
    module,
    auth: 'user',
    summary: 'Each share with its state and why, newest first',
    query: Type.Object({
      cursor,
      limit,
      side: Type.Optional(Type.Enum(shareSides)),
      person_id: Type.Optional(Id),
      month: Type.Optional(Month('lines credited for it; of the month that runs, all not credited yet')),
    }),
    reply: Type.Object({ data: Type.Array(Share), next_cursor: Nullable(Type.String()) }),
    errors: ['validation', 'notAllowed'],
  }),
  exportAffiliateCsv: endpoint({
    method: 'GET',
    path: '/api/v1/affiliate/csv',
    module,
    auth: 'user',
    summary: 'One of these lists as a whole',
    query: Type.Object({ list: Type.Enum(['shares', 'months', 'clients', 'sellers']) }),
    produces: 'text/csv',
    reply: FileReply,
    errors: ['validation', 'notAllowed'],
  }),
} as const;
