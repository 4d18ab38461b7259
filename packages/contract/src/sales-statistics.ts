import Type from 'typebox';
import { Cents, Data, FileReply, Id } from './common.ts';
import { endpoint } from './endpoint.ts';

const module = 'orders';

const Day = (description: string) => Type.String({ format: 'date', pattern: '^(?!0000)', description });

const totalFields = {
  offered: Type.Integer({ description: 'packs put on sale' }),
  sold: Type.Integer({ description: 'orders that stay sold: neither cancelled nor wholly refunded' }),
  collected: Type.Integer({ description: 'of those sold, the ones handed out' }),
  price_cents: Cents,
  refunded_cents: Type.Integer({ description: 'euro cents given back in part of those sold' }),
  commission_cents: Cents,
  earning_cents: Type.Integer({
    description:
      'euro cents that stay the seller’s: price less what was given back less commission, never below zero',
  }),
};

const SalesTotals = Type.Object(totalFields, { $id: 'SalesTotals' });
const DayTotals = Type.Object(
  { date: Day('pickup date at the venue'), ...totalFields },
  { $id: 'DayTotals' },
);

const salesQuery = Type.Object({
  from: Type.Optional(
    Day('first pickup date at the venue; by default the Monday three weeks before this week’s'),
  ),
  to: Type.Optional(Day('last pickup date, at most a year after the first; today by default')),
  sale_place_id: Type.Optional(Id),
  product_id: Type.Optional(Id),
});

export const salesStatistics = {
  getSalesStatistics: endpoint({
    method: 'GET',
    path: '/api/v1/seller/sales',
    module,
    auth: 'owner',
    summary: 'What the seller sold, by pickup day and by pack, beside the same weekdays before',
    query: salesQuery,
    reply: Data(
      Type.Object({
        from: Day('as asked, or by default'),
        to: Day('as asked, or by default'),
        totals: SalesTotals,
        waste_avoided_grams: Type.Integer({ description: 'an estimate: packs collected × 1 kg' }),
        days: Type.Array(DayTotals, { description: 'days on which something was offered or sold, in order' }),
        packs: Type.Array(
          Type.Object({
            sale_place: Type.Object({ id: Id, name: Type.String() }),
            product: Type.Object({ id: Id, name: Type.String() }),
            ...totalFields,
          }),
          { description: 'by venue, then pack' },
        ),
        before: Type.Object(
          {
            from: Day('first day'),
            to: Day('last day'),
            totals: SalesTotals,
            days: Type.Array(DayTotals, { description: 'up to the day before the range' }),
          },
          { description: 'the same weekdays, as many whole weeks earlier as it takes not to overlap' },
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
    summary: 'The same as a file, one line a day and pack: RFC 4180, UTF-8, ISO dates, amounts in euros',
    query: salesQuery,
    produces: 'text/csv',
    reply: FileReply,
    errors: ['validation', 'notFound'],
  }),
} as const;
