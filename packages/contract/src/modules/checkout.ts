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
import { MAX_PER_ORDER } from '../vocabulary.ts';
import { Order } from './orders/orders.ts';
import { Provider } from './payments.ts';

const module = 'checkout';
const Token = Text(100, 1);

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
      amount: Type.Union([Type.Number(), Text(16, 1)], {
        description: "euros; must be the pack's price × quantity",
      }),
      quantity: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_PER_ORDER,
          default: 1,
          description:
            'packs of one pickup time, up to `max_per_order`: all or none. `conflict` on `quantity`: how many are left',
        }),
      ),
      currency: Type.Literal('EUR'),
      productId: IdOrText,
      slot_id: Type.Optional(Type.Union([SlotId, Type.String({ pattern: '^[1-9][0-9]{0,15}$' })])),
      ...invoiceFields,
      keep_invoice_details: KeepInvoiceDetails,
      saved_card: Type.Optional(
        Type.Enum(['keep', 'use', 'none'], {
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
    }),
    limits: [
      { max: 120, window: '1 minute' },
      { max: 30, window: '1 minute', by: 'user' },
    ],
    errors: ['validation', 'notFound', 'notAllowed', 'conflict', 'tooMany', 'serviceDown'],
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
        state: Type.Enum(['waiting', 'settled', 'refused', 'expired'], {
          description:
            'waiting: for the buyer or their bank; settled: see `complete`; refused, expired: the hold can be paid otherwise',
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
          amount_cents: Cents,
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
