import Type from 'typebox';
import {
  Cents,
  Data,
  endpoint,
  Id,
  IdOrText,
  Instant,
  invoiceFields,
  KeepInvoiceDetails,
  Lines,
  Nullable,
  SlotId,
  Success,
  Text,
} from '../endpoint.ts';
import { creditSources, MIN_CARD_CENTS, savedCardWishes } from '../vocabulary.ts';
import { Order } from './orders/orders.ts';
import { Provider } from './payments.ts';

const module = 'checkout';
const Token = Text(100, 1);
const SlotOrText = Type.Union([SlotId, Type.String({ pattern: '^[1-9][0-9]{0,15}$' })]);
const Amount = (description: string) => Type.Union([Type.Number(), Text(16, 1)], { description });
const Quantity = (description: string) =>
  // The limit is that of the product, which says so itself.
  Type.Optional(Type.Integer({ minimum: 1, default: 1, description }));

/** What of the price is paid by other means than at the provider. */
const paymentParts = {
  use_credit: Type.Optional(
    Type.Boolean({ description: 'true: credit pays as much as there is, before the card' }),
  ),
  code: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'a discount code, in any case, with or without spaces and dashes; empty: none',
    }),
  ),
};

/** Parts of the price of all packs; they add up to it. */
const partsInCents = {
  card_cents: Type.Integer({
    description: `charged at the provider: 0, or at least ${MIN_CARD_CENTS}; 0: \`client_secret\` is empty, \`complete\` settles at once`,
  }),
  credit_cents: Type.Integer({ description: 'paid by credit' }),
  discount_cents: Type.Integer({ description: 'taken off by the code' }),
};

/** A hold of the user whose unit passed to another buyer; without ids any may have. */
export const MyHoldChange = Type.Object(
  { product_id: Nullable(Id), slot_id: Nullable(SlotId) },
  { $id: 'MyHoldChange' },
);

/** A payment that its buyer is asked to confirm in the app of MB WAY. */
const MbWayRequest = Type.Object(
  {
    confirm_until: Instant,
    phone_ending: Type.String({ description: 'last two digits of the number that was asked' }),
  },
  { $id: 'MbWayRequest' },
);

export const checkout = {
  initiatePayment: endpoint({
    method: 'POST',
    path: '/api/v1/payment/initiate',
    module,
    auth: 'user',
    summary:
      'Set packs aside for ten minutes and open a payment; asked again, gives the live hold back, with another quantity changed',
    body: Type.Object({
      amount: Amount("euros; must be the pack's price × quantity, whatever credit and a code pay of it"),
      quantity: Quantity(
        'packs of one pickup time, up to `max_per_order`: all or none. `conflict` on `quantity`: how many are left',
      ),
      currency: Type.Literal('EUR'),
      productId: IdOrText,
      slot_id: Type.Optional(SlotOrText),
      ...paymentParts,
      card_amount: Type.Optional(
        Amount(
          'euros; what the buyer was shown that is left for the card. Another sum now: `conflict` on `card_amount`, nothing set aside or changed',
        ),
      ),
      ...invoiceFields,
      keep_invoice_details: KeepInvoiceDetails,
      saved_card: Type.Optional(
        Type.Enum(savedCardWishes, {
          description:
            'keep: the card that pays is kept for the next time; use: pay by a kept one; none: neither, after all',
        }),
      ),
    }),
    reply: Type.Object({
      token: Type.String(),
      client_secret: Type.String(),
      provider: Provider,
      expires_at: Instant,
      ...partsInCents,
    }),
    limits: [
      { max: 120, window: '1 minute' },
      { max: 30, window: '1 minute', by: 'user' },
    ],
    errors: ['validation', 'notFound', 'notAllowed', 'conflict', 'tooMany', 'serviceDown'],
  }),
  quotePayment: endpoint({
    method: 'POST',
    path: '/api/v1/payment/quote',
    module,
    auth: 'user',
    summary:
      'What packs would cost me now with a code and my credit; sets nothing aside. Wrong codes are counted',
    body: Type.Object({
      productId: IdOrText,
      slot_id: Type.Optional(SlotOrText),
      quantity: Quantity('packs of one pickup time, up to `max_per_order`'),
      ...paymentParts,
    }),
    reply: Data(
      Type.Object({
        price_cents: Type.Integer({ description: 'of all packs, before code and credit' }),
        ...partsInCents,
        code: Nullable(
          Type.Object({
            code: Type.String(),
            effect: Type.Enum(['amount', 'percent']),
            amount_cents: Nullable(Cents),
            percent: Nullable(Type.Integer()),
            cap_cents: Nullable(Type.Integer({ description: 'of a percentage: at most so much' })),
            minimum_cents: Type.Integer({ description: 'lowest price of an order that it is for; 0: any' }),
            payer_name: Nullable(
              Type.String({ description: 'sale place of the business that pays it; null: WoPack pays' }),
            ),
            ends_at: Nullable(Instant),
            max_uses_per_user: Type.Integer(),
            is_first_order_only: Type.Boolean(),
          }),
        ),
        credit: Type.Object({
          available_cents: Type.Integer({
            description: 'that could pay now, with what the own hold of these packs has',
          }),
          grants: Type.Array(
            Type.Object({
              left_cents: Cents,
              ends_at: Nullable(Instant),
              source: Type.Enum(creditSources),
              place_name: Nullable(Type.String({ description: 'sale place of the business that gave it' })),
            }),
            { description: 'in the order in which they are used' },
          ),
        }),
      }),
    ),
    limits: [
      { max: 120, window: '1 minute' },
      { max: 60, window: '1 minute', by: 'user' },
    ],
    errors: ['validation', 'notFound', 'notAllowed', 'conflict', 'tooMany'],
  }),
  completePayment: endpoint({
    method: 'POST',
    path: '/api/v1/payment/complete',
    module,
    auth: 'user',
    summary: 'The browser says it paid; the server asks the provider. Safe to repeat',
    body: Type.Object({ token: Token }),
    reply: Data(Type.Object({ order: Order })),
    errors: ['validation', 'notFound', 'conflict', 'paymentRefused', 'serviceDown'],
  }),
  failPayment: endpoint({
    method: 'POST',
    path: '/api/v1/payment/failure',
    module,
    auth: 'user',
    summary: 'The payment failed or was given up: the pack goes back on sale. Safe to repeat',
    body: Type.Object({
      token: Token,
      code: Type.Optional(Text(100)),
      description: Type.Optional(Lines(1000)),
    }),
    reply: Type.Object({ success: Type.Boolean(), code: Type.Literal(0) }),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  requestMbWay: endpoint({
    method: 'POST',
    path: '/api/v1/payment/mb-way',
    module,
    auth: 'user',
    summary:
      'Pay a hold by MB WAY: its buyer has four minutes to confirm in the app. Replaces a card payment not made',
    body: Type.Object({
      token: Token,
      phone: Type.String({ minLength: 1, maxLength: 32, description: 'a Portuguese mobile number' }),
    }),
    reply: Data(MbWayRequest),
    limits: [{ max: 10, window: '1 minute', by: 'user' }],
    errors: ['validation', 'notFound', 'conflict', 'paymentRefused', 'tooMany', 'serviceDown'],
  }),
  checkMbWay: endpoint({
    method: 'POST',
    path: '/api/v1/payment/mb-way/check',
    module,
    auth: 'user',
    summary: 'What became of a request to MB WAY; settles what was confirmed. Asked every few seconds',
    body: Type.Object({ token: Token }),
    reply: Data(
      Type.Object({
        state: Type.Enum(['waiting', 'settled', 'ended', 'refused', 'expired', 'withdrawn'], {
          description:
            'waiting: for the buyer or their bank; settled: charged, see `complete`; ended: so has the hold, unpaid, see `complete`; refused, expired, withdrawn (by the buyer, or no phone was asked): the hold can be paid otherwise. The same however often it is asked',
        }),
      }),
    ),
    limits: [{ max: 60, window: '1 minute', by: 'user' }],
    errors: ['validation', 'notFound', 'tooMany', 'serviceDown'],
  }),
  leaveMbWay: endpoint({
    method: 'POST',
    path: '/api/v1/payment/mb-way/leave',
    module,
    auth: 'user',
    summary: 'Withdraw a request to MB WAY, to pay the same hold otherwise. Safe to repeat',
    body: Type.Object({ token: Token }),
    reply: Success,
    errors: ['validation', 'notFound', 'conflict', 'serviceDown'],
  }),
  listMyHolds: endpoint({
    method: 'GET',
    path: '/api/v1/payment/holds',
    module,
    auth: 'user',
    summary: 'Packs set aside for me and not paid yet',
    reply: Data(
      Type.Array(
        Type.Object({
          token: Type.String(),
          client_secret: Nullable(Type.String()),
          provider: Provider,
          expires_at: Instant,
          product_id: Id,
          slot_id: SlotId,
          product_name: Type.String(),
          amount_cents: Type.Integer({
            description: 'price of all packs, of which `card_cents` are charged',
          }),
          ...partsInCents,
          code: Nullable(Type.String({ description: 'the discount code it has' })),
          quantity: Type.Integer({ description: 'packs set aside' }),
          invoice_name: Type.Optional(Nullable(Type.String())),
          invoice_tax_number: Type.Optional(Nullable(Type.String())),
          is_offer: Type.Boolean({
            description:
              'won in a draw or offered from the waitlist: when released, it goes to the next in line',
          }),
          mb_way: Nullable(MbWayRequest),
        }),
      ),
    ),
    errors: [],
  }),
} as const;
