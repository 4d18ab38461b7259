import Type from 'typebox';
import { Cents, Data, endpoint, FileReply, Id, Nullable } from '../../endpoint.ts';
import { sellerKinds, taxStatuses } from '../../vocabulary.ts';
import { list, operatorChange, operatorRead } from './lists.ts';

const year = Type.Integer({ minimum: 2020, maximum: 2099 });
/** What a report needs of a seller and WoPack may not know. */
const missingFields = ['legal_identity', 'tax_data', 'iban'] as const;

const Quarter = Type.Object(
  {
    orders: Type.Integer({ description: 'units sold less those given back' }),
    earning_cents: Type.Integer({ description: 'consideration: paid by buyers, less the commission' }),
    fees_cents: Type.Integer({ description: 'commission' }),
  },
  { $id: 'AdminTaxQuarter' },
);

const sellers = list({
  path: '/api/v1/admin/tax_sellers',
  right: 'tax.view',
  summary: 'What sellers earned in a year, by quarter, with the data that a report still lacks',
  filters: {
    year: Type.Optional(year),
    status: Type.Optional(Type.Enum(taxStatuses)),
    complete: Type.Optional(
      Type.Enum(['yes', 'no'], { description: 'whether the report can name the seller' }),
    ),
    seller_id: Type.Optional(Id),
  },
  sorts: ['earning', 'id'],
  row: Type.Object(
    {
      id: Type.Integer({ description: 'that of the seller; negative of who handed the business over' }),
      seller_id: Id,
      is_former: Type.Boolean({
        description:
          'who handed the business over, with the sales from before; one row with the present owner while both are the same taxpayer',
      }),
      name: Type.String(),
      email: Type.String(),
      country: Nullable(Type.String()),
      kind: Nullable(Type.Enum(sellerKinds)),
      status: Type.Enum(taxStatuses, {
        description: 'small: fewer than 30 sales for at most 2,000 EUR, which need not be reported',
      }),
      missing: Type.Array(Type.Enum(missingFields), {
        description: 'a report can be made without the IBAN',
      }),
      quarters: Type.Array(Quarter, { description: 'four' }),
      orders: Type.Integer(),
      earning_cents: Cents,
      fees_cents: Cents,
    },
    { $id: 'AdminTaxSeller' },
  ),
});

const TaxYear = Type.Object(
  {
    year: Type.Integer(),
    due_on: Type.String({ format: 'date', description: 'the report is due by the next 31 January' }),
    computed_at: Nullable(Type.String({ format: 'date-time', description: 'when the sums were made' })),
    reportable: Type.Integer(),
    incomplete: Type.Integer({ description: 'reportable ones that lack data' }),
    small: Type.Integer(),
    outside_eu: Type.Integer(),
    orders: Type.Integer({ description: 'of the reportable ones, as the amounts' }),
    earning_cents: Cents,
    fees_cents: Cents,
    operator_missing: Type.Array(Type.String(), {
      description: 'settings of the server without which no XML is made',
    }),
  },
  { $id: 'AdminTaxYear' },
);

const ofYear = Type.Object({ year });

export const tax = {
  listTaxSellers: sellers.rows,
  exportTaxSellers: sellers.csv,
  getTaxYear: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/tax_year',
    right: 'tax.view',
    summary: 'Sums of a tax year',
    query: ofYear,
    reply: Data(TaxYear),
    errors: ['validation'],
  }),
  computeTaxYear: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/tax_year/compute',
    right: 'tax.view',
    summary: 'Sum up a year from the ledger now; otherwise it is done every night',
    body: ofYear,
    reply: Data(TaxYear),
    errors: ['validation'],
  }),
  exportTaxCsv: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/tax_year/csv',
    right: 'tax.view',
    stepUp: true,
    summary: 'All data that DAC7 requires of all sellers of a year. Written to the audit log',
    query: ofYear,
    produces: 'text/csv',
    reply: FileReply,
    errors: ['validation'],
  }),
  exportTaxXml: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/tax_year/xml',
    right: 'tax.view',
    stepUp: true,
    summary:
      'The DAC7 report as a message of the OECD schema DPI 1.0. Code 5 while data of a reportable seller is missing, ' +
      'unless these are left out. Written to the audit log',
    query: Type.Object({ year, incomplete: Type.Optional(Type.Enum(['leave_out'])) }),
    produces: 'application/xml',
    reply: FileReply,
    errors: ['validation', 'conflict'],
  }),
} as const;
