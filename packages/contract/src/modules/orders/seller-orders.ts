import Type from 'typebox';
import {
  Cents,
  Data,
  Day,
  Euros,
  endpoint,
  Id,
  IdParams,
  Instant,
  Lines,
  MAX_ID,
  Nullable,
  PickupText,
  SalePlaceIds,
  SlotId,
  SlotParams,
  TextLanguage,
  TimeZone,
  VatRate,
} from '../../endpoint.ts';
import {
  counterPersonKinds,
  disputeOutcomes,
  handOutConflictReasons,
  MAX_PER_ORDER,
  MAX_TEXT_LENGTH,
  orderStates,
  reportDeciders,
} from '../../vocabulary.ts';
import { OrderState, quantityFields, ReturnedUnits, reportFields } from './orders.ts';
import { buyerWords } from './reviews.ts';

const module = 'orders';

/** A change of one of the seller's orders. Null ids: events may have been missed, reload all orders. */
export const OrderChange = Type.Object(
  {
    order_id: Nullable(Id),
    sale_place_id: Nullable(Id),
    news: Type.Enum(['sold', 'cancelled', 'report', 'changed']),
  },
  { $id: 'OrderChange' },
);

/** A change of one of the buyer's own orders, or of its report. Null: events may have been missed, reload all. */
export const MyOrderChange = Type.Object(
  {
    order_id: Nullable(Id),
    unchanged_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'without `order_id`: a list requested within this time is current and needs no reload',
      }),
    ),
  },
  { $id: 'MyOrderChange' },
);

export const ReportMessage = Type.Object(
  { author: Type.Enum(reportDeciders), text: Type.String(), created_at: Instant },
  { $id: 'ReportMessage' },
);

/** An order as its seller sees it: without the PIN, and of the buyer only first name and initial. */
const SellerOrder = Type.Object(
  {
    id: Id,
    state: OrderState,
    client: Type.String({ description: "'Marta S.'" }),
    price: Euros,
    price_cents: Cents,
    earning_cents: Type.Integer({
      description:
        'euro cents: price less commission and `discount_cents`, without deduction of refunds; 0 for members who do not see figures',
    }),
    discount_cents: Type.Integer({
      description:
        'euro cents of the price that a discount code of the business took off, and the business pays; 0 without one, where WoPack pays it, and for members who do not see figures',
    }),
    refunded_cents: Type.Integer({ description: 'euro cents refunded in total' }),
    ...quantityFields,
    max_part_refund_cents: Type.Integer({
      description:
        'euro cents refunded in total that a refund by amount may reach: the earning of the packs that are left; 0 where no amount gives the buyer anything more, and for members who do not see figures',
    }),
    dispute: Nullable(
      Type.Enum(disputeOutcomes, {
        description: 'about the payment, at the bank; while it is open, the earning is not paid out',
      }),
    ),
    pickup: PickupText,
    pickup_start: Instant,
    pickup_end: Instant,
    collected_at: Nullable(Instant),
    handed_out_by: Nullable(Type.String({ description: 'name of who handed it out, as far as recorded' })),
    handed_out_device: Nullable(Type.String({ description: 'the counter device it was handed out at' })),
    is_with_friend: Type.Optional(
      Type.Boolean({ description: 'somebody to whom the buyer sent it has its PIN' }),
    ),
    hand_out_conflicts: Type.Array(
      Type.Object({
        device: Nullable(Type.String({ description: 'its name; null when it was deleted' })),
        reason: Type.Enum(handOutConflictReasons),
        handed_out_at: Type.String({ format: 'date-time', description: 'by the counter' }),
        is_open: Type.Boolean({ description: 'nobody has said yet that it is dealt with' }),
      }),
      {
        description:
          'hand-outs that a counter device made without a connection, and that the order did not allow; oldest first',
      },
    ),
    can_hand_out: Type.Boolean(),
    can_cancel: Type.Boolean({ description: 'by the seller, until two hours before the window' }),
    can_refund: Type.Boolean({
      description: 'in full by the seller without a report: from then until the window ends',
    }),
    cancel_reason: Nullable(Type.String()),
    cancel_reason_language: Nullable(TextLanguage),
    slot_id: SlotId,
    withdrawn_at: Type.Optional(Instant),
    vat_rate: VatRate,
    invoice: Nullable(
      Type.Object(
        {
          name: Nullable(Type.String()),
          tax_number: Type.String(),
          given_at: Instant,
          is_late: Type.Boolean({ description: 'given or changed after the purchase' }),
        },
        { description: 'whom the buyer wants the invoice for' },
      ),
    ),
    report: Nullable(
      Type.Object(
        {
          ...buyerWords,
          ...reportFields,
          can_answer: Type.Boolean({ description: 'not answered yet, within 72 hours' }),
          messages: Type.Array(ReportMessage, {
            description:
              'between operator and seller, oldest first; `question_at`: of the one without a reply',
          }),
          question_at: Nullable(Instant),
          can_write: Type.Boolean({
            description:
              'a message to the operator who will decide: once unasked, and once for each question',
          }),
        },
        { description: 'null also for members who do not answer problems' },
      ),
    ),
    product: Type.Object({ id: Id, name: Type.String() }),
    sale_place: Type.Object({ id: Id, name: Type.String(), time_zone: TimeZone }),
  },
  { $id: 'SellerOrder' },
);

const CounterPerson = Type.Object(
  {
    kind: Type.Enum(counterPersonKinds),
    id: Type.Integer({
      minimum: 1,
      maximum: MAX_ID,
      description: 'of the account of a member, or of a name without an account',
    }),
  },
  { $id: 'CounterPerson' },
);

const Reason = Type.Object({ reason: Lines(500, 1) });

const HandedOutUnits = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MAX_PER_ORDER,
    description: 'packs handed out, where they are fewer than the order has: the others are refunded in full',
  }),
);

const Pin = Type.String({ pattern: '^[0-9]{4}$' });

export const sellerOrders = {
  listSellerOrders: endpoint({
    method: 'GET',
    path: '/api/v1/seller/orders',
    module,
    auth: 'member',
    businessRight: 'hand_out',
    devices: true,
    summary:
      'Orders of the seller by the start of their windows: of a day, upcoming, or past (latest first); at the counter those of today alone',
    query: Type.Object({
      sale_place_id: Type.Optional(Id),
      sale_place_ids: Type.Optional(SalePlaceIds),
      when: Type.Optional(
        Type.Enum(['today', 'upcoming', 'past'], {
          default: 'today',
          description:
            'by the date at the sale place; today includes open orders of a window that began before midnight',
        }),
      ),
      state: Type.Optional(
        Type.String({
          pattern: `^(${orderStates.join('|')})(,(${orderStates.join('|')})){0,5}$`,
          maxLength: 200,
          description: 'comma-separated states',
        }),
      ),
      cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}_[1-9][0-9]{0,8}$', maxLength: 30 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
      date: Type.Optional(Day('pickup date at the sale place, instead of `when`')),
      search: Type.Optional(
        Type.String({
          maxLength: 60,
          description: "order number, or the beginning of the client's shown name",
        }),
      ),
    }),
    reply: Type.Object({ data: Type.Array(SellerOrder), next_cursor: Nullable(Type.String()) }),
    errors: ['validation', 'notFound'],
  }),
  getSellerToday: endpoint({
    method: 'GET',
    path: '/api/v1/seller/today',
    module,
    auth: 'member',
    businessRight: 'hand_out',
    summary: "The seller's day: stock, open orders and earning; amounts are 0 for who lacks figures.view",
    query: Type.Object({ sale_place_id: Type.Optional(Id), sale_place_ids: Type.Optional(SalePlaceIds) }),
    reply: Data(
      Type.Object({
        to_hand_out: Type.Integer({ description: 'packs' }),
        sold: Type.Integer(),
        quantity: Type.Integer({ description: 'units offered today' }),
        sold_last_week: Type.Integer({ description: 'same weekday a week ago' }),
        quantity_last_week: Type.Integer(),
        price_cents: Cents,
        commission_cents: Cents,
        refunded_cents: Type.Integer({
          description: 'euro cents of partial refunds; deducted from the earning',
        }),
        discount_cents: Type.Integer({
          description: 'euro cents that discount codes of the business took off; deducted from the earning',
        }),
        earning_cents: Cents,
        month_earning_cents: Cents,
        month_packs: Type.Integer(),
        rating: Nullable(Type.Number()),
        rating_count: Type.Integer(),
        pickup: Nullable(PickupText),
        pickup_start: Nullable(Instant),
        pickup_end: Nullable(Instant),
        windows: Type.Array(Type.Object({ pickup_start: Instant, pickup_end: Instant }), {
          description: 'the different windows of the day',
        }),
        time_zone: TimeZone,
      }),
    ),
    errors: ['validation', 'notFound'],
  }),
  getSellerTaskCounts: endpoint({
    method: 'GET',
    path: '/api/v1/seller/waiting',
    module,
    auth: 'member',
    businessRight: 'hand_out',
    summary:
      'Counts of open tasks of the seller at all sale places; those of problems are 0 for members who do not answer them',
    reply: Data(
      Type.Object({
        to_hand_out: Type.Integer({
          description: 'packs of open orders whose window is today or has not ended',
        }),
        places: Type.Array(Type.Object({ id: Id, name: Type.String(), to_hand_out: Type.Integer() }), {
          description: 'the same by sale place, in their order',
        }),
        reports: Type.Integer({ description: 'reports that the seller can still answer' }),
        reports_until: Nullable(Instant),
        report_questions: Type.Integer({ description: 'questions of operators without a reply' }),
        reports_overdue: Type.Integer({
          description: 'reports left unanswered for 72 hours, which the operator decides',
        }),
        hand_out_conflicts: Type.Integer({ description: 'orders with one that is not dealt with' }),
      }),
    ),
    errors: [],
  }),
  cancelSellerOrder: endpoint({
    method: 'POST',
    path: '/api/v1/seller/orders/{id}/cancel',
    module,
    auth: 'member',
    businessRight: 'orders.cancel',
    summary:
      'Cancel an order as its seller, until two hours before the window: the buyer is notified with the reason and refunded in full. Idempotent',
    params: IdParams,
    body: Reason,
    reply: Data(SellerOrder),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  refundSellerOrder: endpoint({
    method: 'POST',
    path: '/api/v1/seller/orders/{id}/refund',
    module,
    auth: 'member',
    businessRight: 'orders.cancel',
    summary:
      'Refund an order, or some of its packs, in full that cannot be handed out, from two hours before its window until the window ends: a late cancellation. The buyer is notified with the reason, which also answers an open report. Idempotent',
    params: IdParams,
    body: Type.Object({ ...Reason.properties, packs: Type.Optional(ReturnedUnits) }),
    reply: Data(SellerOrder),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  listSellerReports: endpoint({
    method: 'GET',
    path: '/api/v1/seller/reports',
    module,
    auth: 'member',
    businessRight: 'problems.answer',
    summary: "Reports of the seller's orders, newest first",
    query: Type.Object({
      sale_place_id: Type.Optional(Id),
      sale_place_ids: Type.Optional(SalePlaceIds),
      open: Type.Optional(
        Type.Enum(['yes', 'no'], {
          default: 'no',
          description: 'only those that the seller can still answer, or is asked about',
        }),
      ),
      cursor: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
    }),
    reply: Type.Object({ data: Type.Array(SellerOrder), next_cursor: Nullable(Type.String()) }),
    errors: ['validation', 'notFound'],
  }),
  answerReport: endpoint({
    method: 'POST',
    path: '/api/v1/seller/orders/{id}/report_answer',
    module,
    auth: 'member',
    businessRight: 'problems.answer',
    summary:
      'Answer a report within 72 hours, optionally with a refund; the buyer is notified. Once only; idempotent',
    params: IdParams,
    body: Type.Object({
      answer: Lines(MAX_TEXT_LENGTH, 1),
      refunded_cents: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000_000,
          description:
            'total euro cents refunded of this order afterwards: up to the earning, or the whole price, which reverses the sale',
        }),
      ),
      packs: Type.Optional(ReturnedUnits),
    }),
    reply: Data(SellerOrder),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  sendReportMessage: endpoint({
    method: 'POST',
    path: '/api/v1/seller/orders/{id}/report_message',
    module,
    auth: 'member',
    businessRight: 'problems.answer',
    summary:
      'Write about a report whose 72 hours are over, until an operator decided: words without a refund. Idempotent',
    params: IdParams,
    body: Type.Object({ text: Lines(MAX_TEXT_LENGTH, 1) }),
    reply: Data(SellerOrder),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  listHandOutConflicts: endpoint({
    method: 'GET',
    path: '/api/v1/seller/hand_out_conflicts',
    module,
    auth: 'member',
    businessRight: 'problems.answer',
    summary:
      'Orders with a hand-out of a counter device that they did not allow and that nobody has dealt with, newest first; 100 at most',
    query: Type.Object({ sale_place_id: Type.Optional(Id), sale_place_ids: Type.Optional(SalePlaceIds) }),
    reply: Data(Type.Array(SellerOrder)),
    errors: ['validation', 'notFound'],
  }),
  closeHandOutConflicts: endpoint({
    method: 'POST',
    path: '/api/v1/seller/orders/{id}/hand_out_conflicts/close',
    module,
    auth: 'member',
    businessRight: 'problems.answer',
    summary: 'Say that the conflicts of an order are dealt with; nothing else changes. Idempotent',
    params: IdParams,
    reply: Data(SellerOrder),
    errors: ['validation', 'notFound'],
  }),
  streamSellerOrders: endpoint({
    method: 'GET',
    path: '/api/v1/seller/live',
    module,
    auth: 'member',
    businessRight: 'hand_out',
    devices: true,
    summary: "Changes of the seller's orders. A null order, also the first event, means: reload all orders",
    stream: 'orders',
    reply: OrderChange,
    errors: ['tooMany'],
  }),
  cancelSlot: endpoint({
    method: 'POST',
    path: '/api/v1/seller/slots/{id}/cancel',
    module,
    auth: 'member',
    businessRight: 'orders.cancel',
    summary:
      'Cancel a slot, until two hours before its window: it goes off sale, and all its buyers are notified with the reason and refunded in full. Idempotent',
    params: SlotParams,
    body: Reason,
    reply: Data(
      Type.Object({ id: SlotId, cancelled: Type.Integer({ description: 'number of cancelled orders' }) }),
    ),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  checkPin: endpoint({
    method: 'POST',
    path: '/api/v1/seller/orders/check_pin',
    module,
    auth: 'member',
    businessRight: 'hand_out',
    devices: true,
    summary: 'Find an order by PIN. After five wrong tries at a sale place one minute of waiting',
    body: Type.Object({
      sale_place_id: Id,
      pin: Pin,
      order_id: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_ID,
          description:
            'of a scanned ticket: only this order may have the PIN; one of another shop is no wrong try',
        }),
      ),
    }),
    reply: Data(SellerOrder),
    // Right PINs do not count as attempts; this limits them as well.
    limits: [
      { max: 120, window: '1 minute' },
      { max: 30, window: '1 minute', by: 'user' },
    ],
    errors: ['validation', 'notFound', 'notAllowed', 'conflict', 'tooMany'],
  }),
  handOut: endpoint({
    method: 'POST',
    path: '/api/v1/seller/orders/{id}/hand_out',
    module,
    auth: 'member',
    businessRight: 'hand_out',
    devices: true,
    summary: 'Hand out an order, from 30 minutes before the window to 30 minutes after. Idempotent',
    params: IdParams,
    body: Type.Object({
      pin: Pin,
      person: Type.Optional(
        Type.Object(CounterPerson.properties, {
          description: 'who hands out, at a counter device; required there if the device asks',
        }),
      ),
      quantity: HandedOutUnits,
    }),
    reply: Data(SellerOrder),
    // Right PINs do not count as attempts; this limits them as well.
    limits: [
      { max: 120, window: '1 minute' },
      { max: 30, window: '1 minute', by: 'user' },
    ],
    errors: ['validation', 'notFound', 'notAllowed', 'conflict', 'tooMany'],
  }),
  getCounter: endpoint({
    method: 'GET',
    path: '/api/v1/counter',
    module,
    auth: 'device',
    summary: 'The device, its sale place, and what it needs to check tickets without a connection',
    reply: Data(
      Type.Object({
        device: Type.Object({ id: Id, name: Type.String() }),
        sale_place: Type.Object({ id: Id, name: Type.String(), time_zone: TimeZone }),
        people: Nullable(
          Type.Array(
            Type.Object({
              ...CounterPerson.properties,
              name: Type.String({ description: "'Teresa P.'" }),
            }),
            {
              description:
                'who may hand out there, of whom one is chosen first; null: the device does not ask',
            },
          ),
        ),
        ticket_keys: Type.Array(
          Type.Object({
            id: Id,
            public_key: Type.String({ description: 'Ed25519, 32 bytes, base64url' }),
          }),
        ),
        voided: Type.Array(
          Type.Object({
            order_id: Id,
            version: Type.Integer({ description: 'tickets of this version and of lower ones are void' }),
            handed_out: Type.Boolean({ description: 'the order was handed out, here or elsewhere' }),
            handed_out_at: Nullable(Instant),
            handed_out_by: Nullable(Type.String({ description: "'Teresa P.'" })),
            handed_out_device: Nullable(Type.String({ description: 'name of the counter device' })),
          }),
          {
            description:
              'orders around today that were handed out, cancelled or refunded, or have a newer ticket',
          },
        ),
      }),
    ),
    errors: ['notFound'],
  }),
  sendCounterHandOuts: endpoint({
    method: 'POST',
    path: '/api/v1/counter/hand_outs',
    module,
    auth: 'device',
    summary:
      'Record hand-outs of signed tickets that the device made without a connection, each by itself; idempotent',
    body: Type.Object({
      hand_outs: Type.Array(
        Type.Object({
          ticket: Type.String({ maxLength: 600, description: 'the text of the QR code' }),
          handed_out_at: Instant,
          person: Type.Optional(CounterPerson),
          quantity: HandedOutUnits,
        }),
        { minItems: 1, maxItems: 50 },
      ),
    }),
    reply: Data(
      Type.Array(
        Type.Object({
          order_id: Nullable(Id),
          result: Type.Enum(['recorded', 'already', 'refused'], {
            description: 'already: handed out before, here or elsewhere',
          }),
          message: Nullable(
            Type.String({ description: 'why it is refused, or that it was handed out elsewhere' }),
          ),
        }),
        { description: 'in the order of the request' },
      ),
    ),
    errors: ['validation'],
  }),
} as const;
