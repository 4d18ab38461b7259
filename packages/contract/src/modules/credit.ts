import Type, { type TSchema } from 'typebox';
import {
  Cents,
  Data,
  Day,
  endpoint,
  Id,
  IdParams,
  Instant,
  Lines,
  Nullable,
  Text,
  TimeZone,
} from '../endpoint.ts';
import {
  creditMovementKinds,
  creditSources,
  discountCodeStates,
  discountEffects,
  MAX_CODE_ADDRESSES,
  MAX_GRANT_CENTS,
} from '../vocabulary.ts';

const module = 'credit';

const optional = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

const CreditGrant = Type.Object(
  {
    id: Id,
    source: Type.Enum(creditSources),
    business_name: Nullable(Type.String({ description: 'who gave it; null: WoPack' })),
    amount_cents: Cents,
    left_cents: Type.Integer({ description: 'euro cents that can be used' }),
    on_hold_cents: Type.Integer({ description: 'euro cents set aside for an order that is not paid yet' }),
    ends_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'from then on it cannot be used; null: it has no end',
      }),
    ),
    note: Nullable(Type.String({ description: 'of whoever gave it' })),
    created_at: Instant,
  },
  { $id: 'CreditGrant' },
);

const MyCredit = Data(
  Type.Object({
    available_cents: Type.Integer({ description: 'euro cents that can be used now' }),
    grants: Type.Array(CreditGrant, {
      description: 'of which something is left or on hold, in the order in which they are used',
    }),
    added_cents: Type.Optional(Type.Integer({ description: 'euro cents that the call added' })),
  }),
);

const CreditMovement = Type.Object(
  {
    id: Type.String({ description: 'increases with time' }),
    at: Instant,
    kind: Type.Enum(creditMovementKinds),
    amount_cents: Type.Integer({ description: 'euro cents; positive: more credit, negative: less' }),
    source: Nullable(Type.Enum(creditSources, { description: 'of credit that was given or ended' })),
    business_name: Nullable(Type.String()),
    order_id: Nullable(Id),
    product_name: Nullable(Type.String({ description: 'of the order' })),
  },
  { $id: 'CreditMovement' },
);

/** A code as somebody types it: spaces, dashes and small letters are allowed. */
export const TypedCode = Text(40, 1);

/** What a discount code is and may. Days are those of the payer's time zone. */
export const discountCodeFields = {
  code: Type.String({ maxLength: 40, minLength: 1, description: '4 to 20 letters of A–Z and digits' }),
  name: Text(100, 1),
  percent: optional(Type.Integer({ minimum: 1, maximum: 100 })),
  amount_cents: optional(Type.Integer({ minimum: 1, maximum: MAX_GRANT_CENTS })),
  cap_cents: optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'the most that a percentage takes off' }),
  ),
  starts_on: Type.Optional(Day('first day; left out: from now on')),
  ends_on: optional(Day('last day; null: no end')),
  max_uses: optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'in all; null: no limit' })),
  max_uses_per_user: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1 })),
  is_first_order_only: Type.Optional(Type.Boolean()),
  minimum_cents: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'price of the order from which it holds' }),
  ),
  budget_cents: optional(
    Type.Integer({ minimum: 1, maximum: 100_000_000, description: 'no use begins that would exceed it' }),
  ),
  sale_place_ids: Type.Optional(
    Type.Array(Id, { maxItems: 100, description: 'where it holds; empty: everywhere that its payer may' }),
  ),
  type_ids: Type.Optional(Type.Array(Id, { maxItems: 100, description: 'of products; empty: of all types' })),
  addresses: Type.Optional(
    Lines(
      MAX_CODE_ADDRESSES * 60,
      0,
      `e-mail addresses that it is for, at most ${MAX_CODE_ADDRESSES}, apart by lines, spaces or commas; empty: for everybody`,
    ),
  ),
};

export const discountCodeRow = {
  id: Id,
  code: Type.String(),
  name: Type.String(),
  effect: Type.Enum(discountEffects),
  state: Type.Enum(discountCodeStates),
  percent: Nullable(Type.Integer()),
  amount_cents: Nullable(Type.Integer()),
  cap_cents: Nullable(Type.Integer()),
  starts_at: Instant,
  ends_at: Nullable(Instant),
  max_uses: Nullable(Type.Integer()),
  max_uses_per_user: Type.Integer(),
  is_first_order_only: Type.Boolean(),
  minimum_cents: Cents,
  budget_cents: Nullable(Type.Integer()),
  sale_places: Type.Array(Type.String(), { description: 'names; empty: no limit' }),
  types: Type.Array(Type.String(), { description: "names in the caller's language; empty: no limit" }),
  addresses: Type.Integer({ description: 'that it is for; 0: for everybody' }),
  used_count: Type.Integer({ description: 'uses, those of unpaid holds included' }),
  used_cents: Type.Integer({ description: 'euro cents of these uses' }),
  returned_count: Type.Integer({
    description: 'of these uses, those whose order was refunded in full: they count for the limits',
  }),
  returned_cents: Type.Integer({
    description:
      'euro cents that refunds brought back to the payer: `used_cents` less these is what the code cost',
  }),
  stopped_at: Nullable(Instant),
  created_at: Instant,
};

const DiscountCode = Type.Object(discountCodeRow, { $id: 'DiscountCode' });

export const credit = {
  getMyCredit: endpoint({
    method: 'GET',
    path: '/api/v1/credit',
    module,
    auth: 'user',
    summary: 'My credit, with where it comes from and until when it can be used',
    reply: MyCredit,
    errors: [],
  }),
  listCreditMovements: endpoint({
    method: 'GET',
    path: '/api/v1/credit/history',
    module,
    auth: 'user',
    summary: 'What happened to my credit, newest first',
    query: Type.Object({
      cursor: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,17}$' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
    }),
    reply: Type.Object({
      data: Type.Array(CreditMovement),
      next_cursor: Nullable(Type.String()),
    }),
    errors: ['validation'],
  }),
  redeemCode: endpoint({
    method: 'POST',
    path: '/api/v1/credit/redeem',
    module,
    auth: 'user',
    summary:
      'Enter a code that gives credit. Wrong codes are counted, with those at checkout: 10 an hour by user and by network',
    body: Type.Object({ code: TypedCode }),
    reply: MyCredit,
    errors: ['validation', 'tooMany'],
  }),
  listDiscountCodes: endpoint({
    method: 'GET',
    path: '/api/v1/seller/codes',
    module,
    auth: 'member',
    businessRight: 'money.view',
    summary: 'Discount codes of the business, newest first, at most 200',
    reply: Data(Type.Array(DiscountCode)),
    errors: [],
  }),
  createDiscountCode: endpoint({
    method: 'POST',
    path: '/api/v1/seller/codes',
    module,
    auth: 'member',
    businessRight: 'money.manage',
    summary:
      'Make a discount code for own products, paid out of the earnings; either `percent` or `amount_cents`',
    body: Type.Object(discountCodeFields),
    reply: Data(DiscountCode),
    limits: [{ max: 30, window: '1 hour', by: 'user' }],
    errors: ['validation', 'tooMany'],
  }),
  stopDiscountCode: endpoint({
    method: 'POST',
    path: '/api/v1/seller/codes/{id}/stop',
    module,
    auth: 'member',
    businessRight: 'money.manage',
    summary: 'Stop a code; what is on hold with it can still be paid. Safe to repeat',
    params: IdParams,
    reply: Data(DiscountCode),
    errors: ['validation', 'notFound'],
  }),
  giveOrderCredit: endpoint({
    method: 'POST',
    path: '/api/v1/seller/orders/{id}/credit',
    module,
    auth: 'member',
    businessRight: 'money.manage',
    summary:
      'Give credit to the buyer of an order, out of the earnings, who is told with the note; only after its pickup, in all at most what the business earned by it and is owed now. `given_cents` is the total that the page showed, so that a repeated call gives once: `conflict` otherwise',
    params: IdParams,
    body: Type.Object({
      amount_cents: Type.Integer({ minimum: 1, maximum: MAX_GRANT_CENTS }),
      given_cents: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
      note: Type.String({ minLength: 1, maxLength: 200, description: 'why; the buyer reads it' }),
    }),
    reply: Data(Type.Object({ given_cents: Type.Integer({ description: 'for the order, in all' }) })),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  getOrderCredit: endpoint({
    method: 'GET',
    path: '/api/v1/seller/orders/{id}/credit',
    module,
    auth: 'member',
    businessRight: 'money.manage',
    summary: 'What the business has given to the buyer of an order as credit, and how much more it may',
    params: IdParams,
    reply: Data(
      Type.Object({
        given_cents: Cents,
        max_cents: Cents,
        /** When the buyer of a pack that keeps can no longer withdraw from the contract. Null: now. */
        possible_from: Nullable(Instant),
        time_zone: TimeZone,
        client: Type.String({ description: "'Marta S.'" }),
        product_name: Type.String(),
      }),
    ),
    errors: ['validation', 'notFound'],
  }),
} as const;
