import Type, { type Static } from 'typebox';
import {
  Cents,
  Data,
  Day,
  endpoint,
  FileReply,
  Id,
  IdParams,
  Instant,
  Month,
  Nullable,
  ofBusiness,
} from '../../endpoint.ts';
import {
  type BusinessCountry,
  businessCountries,
  commissionInvoiceKinds,
  payoutStates,
  statementRoles,
} from '../../vocabulary.ts';
import { Kind, movementFields, SignedCents } from './ledger.ts';

const module = 'ledger';

const statementFields = {
  id: Id,
  number: Type.String({ description: "gapless within issuer and year, e.g. 'WP-2026-00017'" }),
  role: Type.Enum(statementRoles),
  month: Month("e.g. '2026-11'"),
  is_former: Type.Optional(
    Type.Boolean({
      description:
        'true: of sales from before the business was handed over, issued after it, and for who had it then. After the first statement since the hand-over it opens with 0, and what it closes with passes to the next one of the business',
    }),
  ),
  issued_at: Instant,
  corrects: Nullable(Type.String({ description: 'number of the statement it replaces' })),
  corrected_by: Nullable(Type.String({ description: 'number of the statement that replaced it' })),
  opening_cents: SignedCents('owed at the beginning; negative when the user owed'),
  closing_cents: SignedCents('owed at the end'),
  month_cents: SignedCents('earned in the month: the lines without payouts'),
  payout_state: Nullable(
    Type.Enum(payoutStates, { description: 'for who handed the business over: only of payouts made before' }),
  ),
};

const StatementSummary = Type.Object(statementFields, { $id: 'StatementSummary' });

const Party = Type.Object(
  {
    name: Type.String(),
    address: Type.String(),
    country: Nullable(Type.Enum(businessCountries)),
    vat_number: Type.String(),
  },
  { $id: 'Party' },
);
/** Who a statement is from or for. */
export type StatementParty = Static<typeof Party>;

/** Whom an invoice for the commission is for. */
export interface InvoicedCustomer {
  /** The business. */
  id: number;
  name: string;
  /** Street and number. */
  address: string;
  post_code: string;
  city: string;
  country: BusinessCountry;
  /** With the letters of its country, where the business stated them; empty: none is stated. */
  tax_number: string;
  /** Who handed the business over, and had it when the sales were made. */
  is_former?: true;
}

const CommissionInvoice = Type.Object(
  {
    id: Id,
    kind: Type.Enum(commissionInvoiceKinds),
    amount_cents: Cents,
    is_issued: Type.Boolean({ description: 'false: it follows' }),
    is_by_hand: Type.Boolean({
      description: 'the operator issued it otherwise than by the service, and sends it: no PDF is kept here',
    }),
    waits_for: Nullable(
      Type.Enum(['tax_number', 'right_tax_number'], {
        description:
          'what only the business can state: its tax number (`tax_number`), or another one than the service refused ' +
          '(`right_tax_number`), in its legal identity. null: nothing, or it has stated another one since',
      }),
    ),
    number: Nullable(Type.String({ description: "of the service, e.g. 'FT 2026/17'" })),
    atcud: Nullable(Type.String({ description: 'code of the document at the Portuguese tax authority' })),
    issued_at: Nullable(Instant),
    has_pdf: Type.Boolean(),
  },
  { $id: 'CommissionInvoice' },
);

const Statement = Type.Object(
  {
    ...statementFields,
    reason: Nullable(Type.String({ description: 'reason of the correction' })),
    issuer: Party,
    party: Party,
    sums: Type.Array(
      Type.Object({
        kind: Kind,
        count: Type.Integer({
          description: 'packs of sales and of what was taken back; of other kinds movements',
        }),
        amount_cents: SignedCents('by kind'),
      }),
    ),
    commission_cents: SignedCents("WoPack's commission on orders that were not refunded, VAT included"),
    vat_percent: Type.Number(),
    vat_cents: SignedCents('VAT contained in the commission, calculated once per statement'),
    commission_invoices: Type.Array(CommissionInvoice, {
      description:
        'documents of a certified service over the commission; without them the statement is followed by none of WoPack, and is no invoice itself',
    }),
    lines: Type.Array(
      Type.Object({
        ...movementFields,
        day: Day('of the pickup at the sale place; without an order, the day it counts on'),
        packs: Nullable(
          Type.Integer({
            description:
              'packs of the order that were sold, taken back or refunded singly; 0: an amount was refunded; null: not about a sale',
          }),
        ),
        sale_place: Nullable(Type.String({ description: 'name; null when not about an order' })),
        exact_hundredths: Nullable(
          Type.Integer({ description: "hundredths of a euro cent: a partner's month before it was rounded" }),
        ),
        price_cents: SignedCents('paid by or refunded to the buyer'),
        commission_cents: SignedCents("WoPack's commission of it"),
      }),
    ),
  },
  { $id: 'Statement' },
);

const statementErrors = ['validation', 'notFound'] as const;

export const statements = {
  listStatements: endpoint({
    method: 'GET',
    path: '/api/v1/statements',
    module,
    auth: 'user',
    summary:
      "The user's monthly statements as seller and as partner, newest first; of a business that they handed over those of their time",
    query: Type.Object({
      ...ofBusiness,
      cursor: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 24 })),
    }),
    reply: Type.Object({
      data: Type.Array(StatementSummary),
      next_cursor: Nullable(Type.String()),
    }),
    errors: ['validation', 'notAllowed'],
  }),
  getStatement: endpoint({
    method: 'GET',
    path: '/api/v1/statements/{id}',
    module,
    auth: 'user',
    summary:
      'One statement with its lines: an own one, one of the business that the member may see the money of, or one of their time of who handed it over',
    params: IdParams,
    reply: Data(Statement),
    errors: statementErrors,
  }),
  exportStatementCsv: endpoint({
    method: 'GET',
    path: '/api/v1/statements/{id}/csv',
    module,
    auth: 'user',
    summary:
      'Lines of a statement as a CSV file: RFC 4180, UTF-8, days and times of the sale place, amounts in euros, separators of the language',
    params: IdParams,
    produces: 'text/csv',
    reply: FileReply,
    errors: statementErrors,
  }),
  exportStatementPdf: endpoint({
    method: 'GET',
    path: '/api/v1/statements/{id}/pdf',
    module,
    auth: 'user',
    summary: "The statement as a PDF in the caller's language",
    params: IdParams,
    produces: 'application/pdf',
    reply: FileReply,
    errors: [...statementErrors, 'tooMany'],
  }),
  exportCommissionInvoicePdf: endpoint({
    method: 'GET',
    path: '/api/v1/commission_invoices/{id}/pdf',
    module,
    auth: 'user',
    summary:
      'An issued invoice or credit note over the commission of a statement, as the certified service made it',
    params: IdParams,
    produces: 'application/pdf',
    reply: FileReply,
    errors: statementErrors,
  }),
} as const;
