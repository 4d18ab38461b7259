import Type from 'typebox';
import {
  Cents,
  Data,
  Day,
  Euros,
  endpoint,
  FileReply,
  Id,
  IdParams,
  Instant,
  invoiceFields,
  KeepInvoiceDetails,
  Lines,
  Nullable,
  Photo,
  PickupText,
  SalePlaceIds,
  Text,
  TextLanguage,
  VatRate,
} from '../../endpoint.ts';
import {
  disputeOutcomes,
  MAX_PER_ORDER,
  MAX_TEXT_LENGTH,
  moneyBackReasons,
  orderStates,
  paymentMethods,
  refundStates,
  reportDeciders,
  reportWishes,
  valueAnswers,
} from '../../vocabulary.ts';
import { PickupPlace } from '../offers/public-sale-places.ts';
import { ReviewReply } from './reviews.ts';

const module = 'orders';

export const OrderState = Type.Enum(orderStates, { $id: 'OrderState' });

/** Who decided on a report. */
const AnsweredBy = Nullable(
  Type.Enum(reportDeciders, {
    description: 'the operator, if the seller did not answer within 72 hours',
  }),
);

const ReportWish = Type.Enum(reportWishes, {
  description: 'what the buyer asks for: the whole price, a part of it, or only that the seller knows',
});
/** Null for reports that do not say. */
export const SentWish = Nullable(ReportWish);

/** What buyer and seller see of a report beside its words. */
export const reportFields = {
  wish: SentWish,
  photo: Nullable(Photo),
  created_at: Instant,
  answer: Nullable(Type.String()),
  answered_by: AnsweredBy,
  answer_until: Instant,
};

/** Packs of an order, as buyer, seller and operator see them. */
export const quantityFields = {
  quantity: Type.Integer({ description: 'packs bought: all amounts of the order are for all of them' }),
  returned_quantity: Type.Integer({
    description: 'of these, packs that were cancelled or refunded singly while the order stands',
  }),
  handed_out_quantity: Nullable(
    Type.Integer({ description: 'packs handed out; null: not yet, or all that were left' }),
  ),
};

/** How many packs of an order are refunded in all. */
export const ReturnedUnits = Type.Integer({
  minimum: 1,
  maximum: MAX_PER_ORDER,
  description:
    'packs of the order that are refunded in full afterwards, earlier ones included: each with its price and its part of the commission; all of them end the order',
});

/** An order as its buyer sees it. */
export const Order = Type.Object(
  {
    id: Id,
    state: OrderState,
    pin: Nullable(Type.String({ description: 'four digits; null when it cannot be collected' })),
    ticket: Type.Optional(
      Type.String({
        description:
          'of the QR code, signed, so that a counter without a connection can check it; missing without a PIN',
      }),
    ),
    price: Euros,
    old_price: Nullable(Euros),
    price_cents: Cents,
    ...quantityFields,
    refunded_cents: Cents,
    parts: Type.Optional(
      Type.Object(
        {
          card_cents: Type.Integer({ description: 'charged at the provider' }),
          credit_cents: Type.Integer({ description: 'paid by credit' }),
          discount_cents: Type.Integer({ description: 'taken off by a discount code' }),
          card_back_cents: Type.Integer({ description: 'of the refunds, back the way it was paid' }),
          credit_back_cents: Type.Integer({ description: 'of the refunds, back to the credit' }),
        },
        { description: 'left out: all was charged at the provider' },
      ),
    ),
    money_back: Nullable(
      Type.Object(
        {
          state: Type.Enum(refundStates),
          amount_cents: Cents,
          reason: Type.Optional(
            Nullable(
              Type.Enum(moneyBackReasons, {
                description: 'why it failed: the bank gave it back after a dispute, and decided anew',
              }),
            ),
          ),
        },
        {
          description:
            'the refunds to the card that are on their way, else the last ones: those in the state that needs most attention, with their sum',
        },
      ),
    ),
    dispute: Nullable(Type.Enum(disputeOutcomes, { description: 'about the payment, at the bank' })),
    pickup: PickupText,
    pickup_start: Instant,
    pickup_end: Instant,
    cancel_until: Instant,
    created_at: Instant,
    collected_at: Nullable(Instant),
    paid_with: Type.Enum(paymentMethods, {
      description:
        'how was paid what was charged; says nothing where credit and a discount are the whole price',
    }),
    card: Nullable(Type.String({ description: "last four digits of the card, e.g. '4242'" })),
    can_cancel: Type.Enum(['free', 'with_reason', 'no'], {
      description: 'free until two hours before the window; then, until it starts, for a product issue',
    }),
    withdrawal: Type.Optional(
      Type.Object(
        { can_withdraw: Type.Boolean(), until: Instant, withdrawn_at: Nullable(Instant) },
        { description: 'of a pack that keeps; left out: food that spoils quickly, without this right' },
      ),
    ),
    friend: Type.Optional(
      Type.Object(
        { sent_at: Instant, opened_at: Nullable(Instant) },
        {
          description:
            'the link that hands it over; once it is opened, `pin` is null: only the friend has it. Left out: not sent, or taken back',
        },
      ),
    ),
    can_send_to_friend: Type.Optional(
      Type.Boolean({ description: 'true: open, not from a draw or waitlist, and not opened by a friend' }),
    ),
    can_rate: Type.Boolean({ description: 'collected, not rated yet, within 14 days' }),
    rating: Nullable(Type.Object({ stars: Type.Integer(), text: Type.String(), reply: ReviewReply })),
    value: Type.Optional(
      Type.Object(
        {
          can_answer: Type.Boolean({ description: 'within 14 days after the pickup; again to change it' }),
          until: Instant,
          value_cents: Type.Integer({ description: 'euro cents that one pack was said to be worth' }),
          answer: Nullable(Type.Enum(valueAnswers)),
          photo: Nullable(Photo),
          may_be_shown: Type.Boolean({ description: 'the seller may show the photo to everybody' }),
          is_shown: Type.Boolean({ description: 'the seller shows it' }),
        },
        {
          description:
            'whether it was worth what was promised; left out: not collected, by a friend, without a value, or of an own business',
        },
      ),
    ),
    can_report: Type.Boolean({ description: 'once, until 48 hours after the window' }),
    report: Nullable(Type.Object({ text: Type.String(), ...reportFields })),
    cancel_reason: Nullable(
      Type.String({
        description:
          'reason of the cancellation or late refund by buyer or seller; a ready reason in the language of the caller',
      }),
    ),
    cancel_reason_language: Nullable(TextLanguage),
    late_cancellation: Type.Optional(
      Type.Object(
        {
          first_until: Instant,
          can_be_first: Type.Boolean({ description: 'not used yet, and not over' }),
        },
        {
          description:
            'the shop cancelled less than 24 hours ahead: the buyer is first in the next waitlist of this pack, once',
        },
      ),
    ),
    invoice: Type.Object(
      {
        name: Nullable(Type.String()),
        tax_number: Nullable(Type.String()),
        change_until: Instant,
        can_change: Type.Boolean({
          description: 'until the end of the pickup day at the sale place, while it is not given back',
        }),
        seller_name: Nullable(Type.String({ description: 'legal name of who issues it' })),
        country: Type.String({ description: 'of the seller, whose tax numbers have no prefix' }),
        vat_rate: VatRate,
      },
      { description: 'what the buyer gave for the invoice that the seller issues' },
    ),
    product: Type.Object({
      id: Id,
      name: Type.String({ description: 'by which its seller knows it, as of the purchase' }),
      local_name: Nullable(Type.String({ description: "in the caller's language, if that is another one" })),
      photos: Type.Array(Photo),
    }),
    sale_place: PickupPlace,
  },
  { $id: 'Order' },
);

const InvoiceDetails = Type.Object(
  { name: Nullable(Type.String()), tax_number: Type.String() },
  { $id: 'InvoiceDetails' },
);

export const orders = {
  listOrders: endpoint({
    method: 'GET',
    path: '/api/v1/orders',
    module,
    auth: 'user',
    summary: "The buyer's orders, newest first",
    query: Type.Object({
      cursor: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
    }),
    reply: Type.Object({
      data: Type.Array(Order),
      next_cursor: Nullable(Type.String()),
      summary: Type.Object(
        { packs: Type.Integer(), saved_cents: Cents },
        { description: 'packs collected this calendar year, and the money saved' },
      ),
    }),
    errors: ['validation'],
  }),
  getOrder: endpoint({
    method: 'GET',
    path: '/api/v1/orders/{id}',
    module,
    auth: 'user',
    summary: 'One order with its PIN',
    params: IdParams,
    reply: Data(Order),
    errors: ['validation', 'notFound'],
  }),
  exportReceiptPdf: endpoint({
    method: 'GET',
    path: '/api/v1/orders/{id}/receipt',
    module,
    auth: 'user',
    summary:
      "The receipt of an order as a PDF in the caller's language: seller as of its first download or mail, price, VAT as the seller states it, payment. Not an invoice",
    params: IdParams,
    produces: 'application/pdf',
    reply: FileReply,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  getCalendarLink: endpoint({
    method: 'GET',
    path: '/api/v1/orders/{id}/calendar_link',
    module,
    auth: 'user',
    summary: 'An address of the calendar file of one open order that works for ten minutes without a session',
    params: IdParams,
    reply: Data(Type.Object({ path: Type.String({ description: 'on this host' }), expires_at: Instant })),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  getCalendarFile: endpoint({
    method: 'GET',
    path: '/api/v1/calendar/{key}/wopack.ics',
    module,
    auth: 'public',
    summary: 'The calendar file of an order, without its PIN. The address is from `getCalendarLink`',
    params: Type.Object({ key: Text(300, 1) }),
    produces: 'text/calendar',
    reply: FileReply,
    errors: ['validation', 'notFound'],
  }),
  setOrderInvoice: endpoint({
    method: 'POST',
    path: '/api/v1/orders/{id}/invoice',
    module,
    auth: 'user',
    summary:
      'Set, change or (with an empty number) remove whom the seller issues the invoice for, until the end of the pickup day at the sale place. Idempotent',
    params: IdParams,
    body: Type.Object({ ...invoiceFields, keep_invoice_details: KeepInvoiceDetails }, { minProperties: 1 }),
    reply: Data(Order),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  getInvoiceDetails: endpoint({
    method: 'GET',
    path: '/api/v1/user/invoice_details',
    module,
    auth: 'user',
    summary: 'Name and tax number kept for the next purchase; null: none',
    reply: Data(Nullable(InvoiceDetails)),
    errors: [],
  }),
  removeInvoiceDetails: endpoint({
    method: 'POST',
    path: '/api/v1/user/invoice_details/remove',
    module,
    auth: 'user',
    summary: 'Forget name and tax number for the next purchase; those of orders stay. Idempotent',
    reply: Data(Type.Null()),
    errors: [],
  }),
  cancelOrder: endpoint({
    method: 'POST',
    path: '/api/v1/orders/{id}/cancel',
    module,
    auth: 'user',
    summary:
      'Cancel an order, or some of its packs, with a full refund; within two hours before the window only with a reason. Idempotent, some packs with `of`',
    params: IdParams,
    body: Nullable(
      Type.Object({
        reason: Type.Optional(Lines(500)),
        quantity: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: MAX_PER_ORDER,
            description: 'how many of the packs that are left; default: all, the order itself',
          }),
        ),
        of: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: MAX_PER_ORDER,
            description:
              'how many packs were left when the buyer chose: with another number nothing is cancelled',
          }),
        ),
      }),
    ),
    reply: Data(Order),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  withdrawFromOrder: endpoint({
    method: 'POST',
    path: '/api/v1/orders/{id}/withdraw',
    module,
    auth: 'user',
    summary:
      'Withdraw from the contract about a pack that keeps, with a full refund and a receipt by mail. Idempotent',
    params: IdParams,
    reply: Data(Order),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  rateOrder: endpoint({
    method: 'POST',
    path: '/api/v1/orders/{id}/rating',
    module,
    auth: 'user',
    summary: 'Rate a collected order, once, within 14 days. `language` of the text: else that of the caller',
    params: IdParams,
    body: Type.Object({
      stars: Type.Integer({ minimum: 1, maximum: 5 }),
      text: Type.Optional(Lines(500)),
      language: Type.Optional(TextLanguage),
    }),
    reply: Data(Order),
    errors: ['validation', 'notFound', 'notAllowed', 'conflict'],
  }),
  answerValue: endpoint({
    method: 'POST',
    path: '/api/v1/orders/{id}/value',
    module,
    auth: 'user',
    summary:
      'Say whether a collected pack was worth its value, within 14 days; once an order, a later answer replaces it. Idempotent',
    params: IdParams,
    body: Type.Object({
      answer: Type.Enum(valueAnswers),
      photo: Type.Optional(
        Nullable(
          Type.String({
            maxLength: 200,
            description: 'path from `uploadValuePhoto`; null: none; left out: as before',
          }),
        ),
      ),
      may_be_shown: Type.Optional(
        Type.Boolean({
          description:
            'the seller may show the photo to everybody as an example; left out: as before, at first no',
        }),
      ),
    }),
    reply: Data(Order),
    errors: ['validation', 'notFound', 'notAllowed', 'conflict'],
  }),
  withdrawValue: endpoint({
    method: 'POST',
    path: '/api/v1/orders/{id}/value/withdraw',
    module,
    auth: 'user',
    summary: 'Take the answer back, with its photo, at any time. Idempotent',
    params: IdParams,
    reply: Data(Order),
    errors: ['validation', 'notFound'],
  }),
  uploadValuePhoto: endpoint({
    method: 'POST',
    path: '/api/v1/orders/value_photo',
    module,
    auth: 'user',
    summary:
      'Upload a photo of what was in a pack (JPEG, PNG or WebP, at most 10 MB); 30 may wait while the e-mail address is not verified, then code 5 on `email_verified`',
    file: 'photo',
    reply: Data(Photo),
    limits: [
      { max: 20, window: '1 minute', by: 'user' },
      { max: 60, window: '1 minute' },
    ],
    errors: ['validation', 'conflict', 'uploadRefused', 'uploadTooLarge', 'tooMany'],
  }),
  uploadReportPhoto: endpoint({
    method: 'POST',
    path: '/api/v1/orders/report_photo',
    module,
    auth: 'user',
    summary:
      'Upload a photo for a report (JPEG, PNG or WebP, at most 10 MB); 30 may wait while the e-mail address is not verified, then code 5 on `email_verified`',
    file: 'photo',
    reply: Data(Photo),
    limits: [
      { max: 20, window: '1 minute', by: 'user' },
      { max: 60, window: '1 minute' },
    ],
    errors: ['validation', 'conflict', 'uploadRefused', 'uploadTooLarge', 'tooMany'],
  }),
  reportOrder: endpoint({
    method: 'POST',
    path: '/api/v1/orders/{id}/report',
    module,
    auth: 'user',
    summary: 'Report a problem to the seller, until 48 hours after the window',
    params: IdParams,
    body: Type.Object({
      text: Lines(MAX_TEXT_LENGTH, 1),
      photo: Type.Optional(Text(200, 1)),
      wish: Type.Optional(ReportWish),
    }),
    reply: Data(Order),
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;

const totalFields = {
  offered: Type.Integer({ description: 'units offered' }),
  sold: Type.Integer({ description: 'packs neither cancelled nor fully refunded' }),
  collected: Type.Integer({ description: 'sold packs that were handed out' }),
  price_cents: Cents,
  refunded_cents: Type.Integer({ description: 'euro cents of partial refunds of sold orders' }),
  commission_cents: Cents,
  discount_cents: Type.Integer({
    description:
      'euro cents that discount codes of the business took off, and the business pays, less what refunds brought back; not those that WoPack pays',
  }),
  earning_cents: Type.Integer({
    description:
      'seller earning in euro cents: price less refunds less commission less `discount_cents`, of each order at least zero',
  }),
};

const SalesTotals = Type.Object(totalFields, { $id: 'SalesTotals' });
const DayTotals = Type.Object(
  { date: Day('pickup date at the sale place'), ...totalFields },
  { $id: 'DayTotals' },
);

const salesQuery = Type.Object({
  from: Type.Optional(
    Day("first pickup date at the sale place; default: the Monday three weeks before this week's"),
  ),
  to: Type.Optional(Day('last pickup date, at most a year after the first; default: today')),
  sale_place_id: Type.Optional(Id),
  sale_place_ids: Type.Optional(SalePlaceIds),
  product_id: Type.Optional(Id),
});

const comparisonQuery = Type.Pick(salesQuery, ['from', 'to', 'sale_place_ids']);

const comparedFields = {
  ...totalFields,
  cancelled: Type.Integer({
    description: 'orders that the seller cancelled; not what operators did',
  }),
};

export const salesStatistics = {
  getSalesStatistics: endpoint({
    method: 'GET',
    path: '/api/v1/seller/sales',
    module,
    auth: 'member',
    businessRight: 'figures.view',
    summary: 'Sales by pickup date and product, with an earlier range for comparison',
    query: salesQuery,
    reply: Data(
      Type.Object({
        from: Day('requested or default date'),
        to: Day('requested or default date'),
        totals: SalesTotals,
        waste_avoided_grams: Type.Integer({ description: 'estimate: collected packs × 1 kg' }),
        declared_weight: Type.Object(
          {
            packs: Type.Integer({
              description: 'collected packs whose weight was declared when they were bought',
            }),
            grams: Type.Integer({ description: 'of these' }),
          },
          { description: 'as in the figures of impact; what has no declared weight adds nothing' },
        ),
        days: Type.Array(DayTotals, { description: 'days with units offered or sold, in order' }),
        packs: Type.Array(
          Type.Object({
            sale_place: Type.Object({ id: Id, name: Type.String() }),
            product: Type.Object({ id: Id, name: Type.String() }),
            ...totalFields,
          }),
          { description: 'by sale place, then product' },
        ),
        hours: Type.Array(
          Type.Object({
            weekday: Type.Integer({ description: '1 is Monday' }),
            hour: Type.Integer({ description: '0 to 23' }),
            sold: Type.Integer({ description: 'as in the totals' }),
          }),
          { description: 'when sold units were bought, at the sale place; hours without any are left out' },
        ),
        before: Type.Object(
          {
            from: Day('first day'),
            to: Day('last day'),
            totals: SalesTotals,
            days: Type.Array(DayTotals, { description: 'ends before the requested range' }),
          },
          { description: 'the same weekdays, shifted back by whole weeks so as not to overlap' },
        ),
      }),
    ),
    readsReplica: true,
    errors: ['validation', 'notFound'],
  }),
  exportSalesStatistics: endpoint({
    method: 'GET',
    path: '/api/v1/seller/sales.csv',
    module,
    auth: 'member',
    businessRight: 'figures.view',
    summary:
      'Sales as a CSV file, one line per date and product: RFC 4180, UTF-8, ISO dates, amounts in euros',
    query: salesQuery,
    produces: 'text/csv',
    reply: FileReply,
    errors: ['validation', 'notFound'],
  }),
  compareSalePlaces: endpoint({
    method: 'GET',
    path: '/api/v1/seller/sales/places',
    module,
    auth: 'member',
    businessRight: 'figures.view',
    summary: 'Sales of each sale place by pickup date, and of all together; of the named ones, or of all',
    query: comparisonQuery,
    reply: Data(
      Type.Object({
        from: Day('requested or default date'),
        to: Day('requested or default date'),
        totals: Type.Object(comparedFields),
        sale_places: Type.Array(
          Type.Object({
            id: Id,
            name: Type.String(),
            address: Type.String(),
            rating: Nullable(Type.Number({ description: 'mean of all its ratings, with one decimal' })),
            rating_count: Type.Integer(),
            ...comparedFields,
          }),
          { description: 'by name; a removed one only if something was offered, sold or cancelled' },
        ),
      }),
    ),
    readsReplica: true,
    errors: ['validation', 'notFound'],
  }),
  exportVatSales: endpoint({
    method: 'GET',
    path: '/api/v1/seller/sales/vat.csv',
    module,
    auth: 'member',
    businessRight: 'figures.view',
    summary:
      'Each order by pickup date with its VAT rate, price, net (price / (1 + rate), half a cent rounds up) and tax (the rest), and whom the invoice is for; refunds are negative lines. Then, without net and tax, those of mixed rates and those whose rate is not stated, then sums by rate. CSV as in sales.csv',
    query: salesQuery,
    produces: 'text/csv',
    reply: FileReply,
    errors: ['validation', 'notFound'],
  }),
  exportSalePlaces: endpoint({
    method: 'GET',
    path: '/api/v1/seller/sales/places.csv',
    module,
    auth: 'member',
    businessRight: 'figures.view',
    summary: 'The comparison of sale places as a CSV file, one line a sale place',
    query: comparisonQuery,
    produces: 'text/csv',
    reply: FileReply,
    errors: ['validation', 'notFound'],
  }),
} as const;
