import Type from 'typebox';
import {
  Cents,
  Data,
  endpoint,
  FileReply,
  Id,
  IdParams,
  Instant,
  Month,
  Nullable,
  Success,
  Text,
  TimeZone,
} from '../endpoint.ts';
import { referralSorts, shareReasons, shareSides, shareStates } from '../vocabulary.ts';

const module = 'affiliates';

/** Shares are fractions of a cent: 15 % of 1.29 EUR is 19.35 cents. */
const Hundredths = Type.Integer({ $id: 'Hundredths', description: 'hundredths of a euro cent, exact' });

const cursor = Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' }));
const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 }));
const ReferralPage = Type.Object({
  cursor,
  limit,
  sort: Type.Optional(
    Type.Enum(referralSorts, {
      description: 'by sign-up without it; `name` is the sale place, for buyers their number',
    }),
  ),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'desc without it' })),
});

const totalFields = {
  quantity: Type.Integer({ description: 'orders that were not refunded' }),
  total_cents: Type.Integer({ description: 'paid for them, euro cents' }),
  yours_hundredths: Hundredths,
};
const Totals = Nullable(
  Type.Object(
    { people: Type.Integer(), ...totalFields },
    { description: 'of the whole list; on the first page only' },
  ),
);

const PersonStatus = Type.Enum(['new', 'active', 'paused', 'left'], {
  $id: 'ReferralStatus',
  description:
    'new: no order yet; active: an order in the last 30 days; paused: none in the last 30 days; left: the account is deleted',
});
const referredBuyerFields = {
  id: Type.Integer({ description: 'the only identification shown to a partner' }),
  status: PersonStatus,
  ...totalFields,
  created_at: Instant,
  last_order_at: Nullable(Instant),
  time_zone: TimeZone,
};
const ReferredBuyer = Type.Object(referredBuyerFields, { $id: 'ReferredBuyer' });
const ReferredSeller = Type.Object(
  {
    ...referredBuyerFields,
    first_place: Nullable(Type.String({ description: 'name of the first sale place' })),
    name: Nullable(Type.String({ description: 'legal name, else that of the sale place' })),
    places: Type.Integer({ description: 'number of sale places' }),
  },
  { $id: 'ReferredSeller' },
);

const Share = Type.Object(
  {
    id: Id,
    side: Type.Enum(shareSides, {
      description: "whether the partner referred the order's buyer or its seller",
    }),
    person_id: Id,
    hundredths: Type.Integer({
      description: 'hundredths of a euro cent, exact; negative: reversal of a credited share',
    }),
    price_cents: Cents,
    state: Type.Enum(shareStates),
    reason: Type.Enum(shareReasons, { description: 'reason for the state' }),
    day: Type.String({ format: 'date', description: 'of the pickup at the sale place' }),
    time_zone: TimeZone,
    created_at: Instant,
    approve_at: Type.String({
      format: 'date-time',
      description: 'while pending: when it is approved at the latest',
    }),
    credit_month: Nullable(Month("the month it was credited for, e.g. '2026-11'")),
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
      'Count a visit of a referral link; clients send it once a day. Stores only the number; same reply for unknown codes',
    body: Type.Object({ ref_link: Text(64, 1) }),
    reply: Success,
    // Partners gain from a higher visit count.
    limits: [{ max: 10, window: '1 minute' }],
    errors: ['validation', 'tooMany'],
  }),
  getAffiliateOverview: endpoint({
    method: 'GET',
    path: '/api/v1/affiliate',
    module,
    auth: 'user',
    summary: "The partner's referral link, present month, credits and next dates",
    reply: Data(
      Type.Object({
        is_partner: Type.Boolean(),
        email_verified: Type.Boolean({ description: 'shares are credited once it is true' }),
        ref_code: Type.String(),
        link: Type.String({ description: 'referral link' }),
        month: Month("the present month in the operator's time zone, e.g. '2026-11'"),
        pending_hundredths: Hundredths,
        approved_hundredths: Type.Integer({
          description: 'hundredths of a euro cent, exact: due for the next credit',
        }),
        shares: Type.Integer({ description: 'number of shares in these two sums' }),
        credited_cents: Type.Integer({ description: 'of all months, euro cents' }),
        owed_cents: Type.Integer({ description: 'credited and not paid out yet, euro cents' }),
        next_credit: Type.String({ format: 'date', description: 'the 1st of the next month' }),
        next_payout: Type.String({ format: 'date', description: 'the next 5th of a month' }),
        payout_minimum_cents: Type.Integer({ description: 'smaller amounts are carried over, euro cents' }),
        visits: Count,
        sign_ups: Count,
        buyers: Type.Object(
          { total: Type.Integer(), month: Type.Integer() },
          { description: 'referred users with an order as buyer or seller' },
        ),
        orders: Type.Object(
          { total: Type.Integer(), month: Type.Integer() },
          { description: 'orders with a share and not refunded; one with two shares counts twice' },
        ),
        clients: Type.Integer(),
        sellers: Type.Integer(),
        new_clients: Type.Integer({ description: 'who signed up this month' }),
        new_sellers: Type.Integer({ description: 'who signed up this month' }),
      }),
    ),
    readsReplica: true,
    errors: [],
  }),
  listAffiliateMonths: endpoint({
    method: 'GET',
    path: '/api/v1/affiliate/months',
    module,
    auth: 'user',
    summary: 'The present month, then credited months, newest first',
    query: Type.Object({
      cursor: Type.Optional(Month("months before, e.g. '2026-11'")),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, default: 24 })),
    }),
    reply: Type.Object({
      data: Type.Array(
        Type.Object({
          month: Month("the month, e.g. '2026-11'"),
          shares: Type.Integer({
            description: 'number of shares; those taken back after crediting are deducted',
          }),
          amount_cents: Type.Integer({ description: 'the exact sum of the shares, rounded once' }),
          hundredths: Hundredths,
          state: Type.Enum(['open', 'credited', 'paid_out'], { description: 'open: the present month' }),
          credited_at: Nullable(Instant),
        }),
      ),
      next_cursor: Nullable(Type.String()),
    }),
    readsReplica: true,
    errors: ['validation', 'notAllowed'],
  }),
  listReferredBuyers: endpoint({
    method: 'GET',
    path: '/api/v1/affiliate/clients',
    module,
    auth: 'user',
    summary: 'Referred buyers without personal data, newest first unless `sort` says otherwise',
    query: ReferralPage,
    reply: Type.Object({
      data: Type.Array(ReferredBuyer),
      next_cursor: Nullable(Type.String()),
      totals: Totals,
    }),
    readsReplica: true,
    errors: ['validation', 'notAllowed'],
  }),
  getReferredBuyer: endpoint({
    method: 'GET',
    path: '/api/v1/affiliate/clients/{id}',
    module,
    auth: 'user',
    summary: 'One referred buyer',
    params: IdParams,
    reply: Data(ReferredBuyer),
    errors: ['validation', 'notAllowed', 'notFound'],
  }),
  listReferredSellers: endpoint({
    method: 'GET',
    path: '/api/v1/affiliate/sellers',
    module,
    auth: 'user',
    summary: 'Referred sellers, newest first unless `sort` says otherwise',
    query: ReferralPage,
    reply: Type.Object({
      data: Type.Array(ReferredSeller),
      next_cursor: Nullable(Type.String()),
      totals: Totals,
    }),
    readsReplica: true,
    errors: ['validation', 'notAllowed'],
  }),
  getReferredSeller: endpoint({
    method: 'GET',
    path: '/api/v1/affiliate/sellers/{id}',
    module,
    auth: 'user',
    summary: 'One referred seller',
    params: IdParams,
    reply: Data(ReferredSeller),
    errors: ['validation', 'notAllowed', 'notFound'],
  }),
  listShares: endpoint({
    method: 'GET',
    path: '/api/v1/affiliate/shares',
    module,
    auth: 'user',
    summary: 'Shares with state and reason, newest first',
    query: Type.Object({
      cursor,
      limit,
      side: Type.Optional(Type.Enum(shareSides)),
      person_id: Type.Optional(Id),
      month: Type.Optional(
        Month("lines credited for it; of the month that runs, all not credited yet, e.g. '2026-11'"),
      ),
    }),
    reply: Type.Object({ data: Type.Array(Share), next_cursor: Nullable(Type.String()) }),
    readsReplica: true,
    errors: ['validation', 'notAllowed'],
  }),
  exportAffiliateCsv: endpoint({
    method: 'GET',
    path: '/api/v1/affiliate/csv',
    module,
    auth: 'user',
    summary: "One of the partner's lists as a CSV file",
    query: Type.Object({ list: Type.Enum(['shares', 'months', 'clients', 'sellers']) }),
    produces: 'text/csv',
    reply: FileReply,
    errors: ['validation', 'notAllowed'],
  }),
} as const;
