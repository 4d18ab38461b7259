import Type from 'typebox';
import { Cents, Data, FileReply, Id } from './common.ts';
import { endpoint } from './endpoint.ts';

const module = 'orders';

const Day = (description: string) => Type.String({ format: 'date', pattern: '^(?!0000)', description });

const totalFields = {
  offered: Type.Integer({ description: 'units offered' }),
  sold: Type.Integer({ description: 'orders neither cancelled nor fully refunded' }),
  collected: Type.Integer({ description: 'sold orders that were handed out' }),
  price_cents: Cents,
  refunded_cents: Type.Integer({ description: 'euro cents of partial refunds of sold orders' }),
  commission_cents: Cents,
  earning_cents: Type.Integer({
    description: 'seller earning in euro cents: price less refunds less commission, at least zero',
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
  product_id: Type.Optional(Id),
});

export const salesStatistics = {
  getSalesStatistics: endpoint({
    method: 'GET',
    path: '/api/v1/seller/sales',
    module,
    auth: 'owner',
    summary: 'Sales by pickup date and product, with an earlier range for comparison',
    query: salesQuery,
    reply: Data(
      Type.Object({
        from: Day('requested or default date'),
        to: Day('requested or default date'),
        totals: SalesTotals,
        waste_avoided_grams: Type.Integer({ description: 'estimate: collected orders × 1 kg' }),
        days: Type.Array(DayTotals, { description: 'days with units offered or sold, in order' }),
        packs: Type.Array(
          Type.Object({
            sale_place: Type.Object({ id: Id, name: Type.String() }),
            product: Type.Object({ id: Id, name: Type.String() }),
            ...totalFields,
          }),
          { description: 'by sale place, then product' },
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
    errors: ['validation', 'notFound'],
  }),
  exportSalesStatistics: endpoint({
    method: 'GET',
    path: '/api/v1/seller/sales.csv',
    module,
    auth: 'owner',
    summary:
      'Sales as a CSV file, one line per date and product: RFC 4180, UTF-8, ISO dates, amounts in euros',
    query: salesQuery,
    produces: 'text/csv',
    reply: FileReply,
    errors: ['validation', 'notFound'],
  }),
} as const;
