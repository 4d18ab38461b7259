import Type from 'typebox';
import { Data, FileReply, Instant, Nullable, Text, TimeZone } from '../../common.ts';
import { endpoint } from '../../endpoint.ts';
import { Day } from './lists.ts';

const module = 'admin';

const figures = {
  orders: Type.Integer(),
  gross_cents: Type.Integer(),
  commission_cents: Type.Integer({ description: 'of orders that stay sold' }),
  refunds_cents: Type.Integer({ description: 'of the orders of the period, until now' }),
  refunded_orders: Type.Integer(),
  units_offered: Type.Integer(),
  units_sold: Type.Integer(),
  new_sellers: Type.Integer(),
};
const Figures = Type.Object(figures, { $id: 'AdminFigures' });

export const dashboard = {
  getDashboard: endpoint({
    method: 'GET',
    path: '/api/v1/admin/dashboard',
    module,
    auth: 'operator',
    right: 'console.use',
    summary: 'Figures of today and of 30 days, compared, and what waits for an operator',
    reply: Data(
      Type.Object({
        at: Instant,
        time_zone: TimeZone,
        today: Figures,
        today_before: Type.Object(figures, { description: 'the same weekday a week ago, until this time' }),
        month: Type.Object(figures, { description: '30 days, with today' }),
        month_before: Type.Object(figures, { description: 'the 30 days before' }),
        days: Type.Array(Type.Object({ date: Day, orders: Type.Integer(), gross_cents: Type.Integer() })),
        tasks: Type.Array(
          Type.Object({
            kind: Type.Enum([
              'problems',
              'content_reports',
              'objections',
              'disputes',
              'unverified_sellers',
              'failed_jobs',
              'undelivered_mail',
              'stuck_refunds',
              'tax_data',
            ]),
            count: Type.Integer(),
            oldest_at: Nullable(Instant),
          }),
          { description: 'only what the operator may open' },
        ),
        tax_year: Type.Integer({
          description: 'of the next tax report, due on 31 January after it; `tax_data` counts its sellers',
        }),
        reconciliation: Type.Array(
          Type.Object({
            kind: Type.Enum(['ledger', 'provider'], {
              description: 'the ledger with the records behind it; payments with the provider, of 7 days',
            }),
            checked_at: Instant,
            differences: Type.Array(Type.String()),
            sums: Type.Array(
              Type.Object({
                name: Type.Enum(['balances', 'charges', 'refunds']),
                ledger_cents: Type.Integer(),
                other_cents: Type.Integer({ description: 'of the records behind it, or of the provider' }),
              }),
              { description: 'both sides added up' },
            ),
          }),
          { description: 'the last of each kind' },
        ),
        next_payout_on: Day,
      }),
    ),
    errors: [],
  }),
  exportDashboard: endpoint({
    method: 'GET',
    path: '/api/v1/admin/dashboard/export',
    module,
    auth: 'operator',
    right: 'console.use',
    summary: 'Figures of today, or of 30 days and each of them, compared, as a CSV file',
    query: Type.Object({ span: Type.Enum(['today', 'month']) }),
    produces: 'text/csv',
    reply: FileReply,
    errors: ['validation'],
  }),
  searchAdmin: endpoint({
    method: 'GET',
    path: '/api/v1/admin/search',
    module,
    auth: 'operator',
    right: 'console.use',
    summary:
      'Find an order number, e-mail address, name, sale place, product, payment reference or payout number; ' +
      'only kinds that the operator may open',
    query: Type.Object({ q: Text(100, 1) }),
    reply: Type.Object({
      items: Type.Array(
        Type.Object({
          kind: Type.Enum(['order', 'user', 'seller', 'sale_place', 'product', 'payout']),
          id: Type.Integer({ description: 'of the page to open: of a payout, its run' }),
          title: Type.String(),
          subtitle: Type.String(),
        }),
      ),
    }),
    errors: ['validation'],
  }),
} as const;
