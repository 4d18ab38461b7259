import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Reply } from '@wopack/contract/client';
import { expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { me } from '../../../test/me.ts';
import { renderInLanguage } from '../../../test/render.tsx';
import { stubScreen } from '../../../test/stub-browser.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { StatementDetail, StatementList } from './statements.tsx';

const call = mockCalls();

const party = { name: 'Aurora, Lda.', address: '', country: null, vat_number: '' };
const summary: Reply<'listStatements'>['data'][number] = {
  id: 15,
  number: 'WP-2026-00015',
  role: 'seller',
  month: '2026-10',
  issued_at: '2026-11-01T03:00:00.000Z',
  corrects: null,
  corrected_by: null,
  opening_cents: 0,
  closing_cents: 440,
  month_cents: 440,
  payout_state: 'made',
};
type Line = Reply<'getStatement'>['data']['lines'][number];
const sale: Line = {
  at: '2026-10-20T17:40:00.000Z',
  time_zone: 'Asia/Tokyo',
  day: '2026-10-21',
  kind: 'sale',
  order_id: 10001,
  text: 'Cesto',
  sale_place: 'Padaria Aurora',
  exact_hundredths: null,
  packs: 1,
  price_cents: 399,
  commission_cents: 129,
  amount_cents: 270,
};
const buildStatement = (changes: Partial<Reply<'getStatement'>['data']>) => ({
  data: {
    ...summary,
    reason: null,
    issuer: party,
    party,
    sums: [],
    commission_cents: 129,
    vat_percent: 23,
    vat_cents: 24,
    commission_invoices: [],
    lines: [sale],
    ...changes,
  },
});
const renderDetail = () => renderInLanguage('en', <StatementDetail id={15} />);
const readRows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('a wide screen has the columns of the file, with the day of the pickup and the time at the shop', async () => {
  stubScreen(true);
  call.mockResolvedValue(buildStatement({}));
  renderDetail();
  expect(readRows(await screen.findByRole('table', { name: 'Lines of the statement' }))).toEqual([
    ['Pickup', 'What', 'Pack', 'Shop', 'Order', 'Date and time', 'Price', 'Commission', 'Amount'],
    ['Wed 21 Oct', 'Sale', 'Cesto', 'Padaria Aurora', '10001', '21 Oct, 02:40', '€3.99', '-€1.29', '€2.70'],
  ]);
});

test('a phone has the lines by day of pickup, each day with its sum, and the rest on demand', async () => {
  stubScreen(false);
  const next = { ...sale, day: '2026-10-22', amount_cents: 170 };
  const lines = [
    sale,
    { ...sale, order_id: 10002 },
    ...Array.from({ length: 29 }, (_, index) => ({ ...next, order_id: 10003 + index })),
  ];
  call.mockResolvedValue(buildStatement({ lines }));
  renderDetail();
  const listHeadings = () =>
    screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  await screen.findByText('Wed 21 Oct');
  // The sum is that of the day, also where some of its lines are not shown yet.
  expect(listHeadings()).toEqual(['Wed 21 Oct€5.40', 'Thu 22 Oct€49.30']);
  expect(screen.getAllByRole('listitem')).toHaveLength(30);
  await userEvent.click(screen.getByRole('button', { name: 'Show all (31)' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(31);
  expect(listHeadings()).toEqual(['Wed 21 Oct€5.40', 'Thu 22 Oct€49.30']);
});

test("a partner's month has the exact amount in a column of its own, and nothing of sales", async () => {
  stubScreen(true);
  const share: Line = {
    ...sale,
    kind: 'share',
    day: '2026-10-31',
    order_id: null,
    sale_place: null,
    text: '',
    exact_hundredths: 1_309_995,
    packs: null,
    amount_cents: 13100,
  };
  const sums = [{ kind: 'share' as const, count: 1, amount_cents: 13100 }];
  call.mockResolvedValue(buildStatement({ role: 'partner', lines: [share], sums }));
  renderDetail();
  expect(readRows(await screen.findByRole('table', { name: 'Lines of the statement' }))).toEqual([
    ['Day', 'What', 'Exact', 'Amount'],
    ['Sat 31 Oct', 'Partner shares', '€130.9995', '€131.00'],
  ]);
  expect(screen.queryByText(/Commission|× 1/)).toBeNull();
  expect(screen.getByRole('link', { name: 'See the shares one by one' })).toHaveAttribute(
    'href',
    '/account/affiliate',
  );
});

test('the list is a table on a wide screen', async () => {
  stubScreen(true);
  call.mockResolvedValue({ data: [summary], next_cursor: null });
  renderInLanguage('en', <StatementList />);
  expect(readRows(await screen.findByRole('table', { name: 'Statements' }))).toEqual([
    ['Month', 'Number', 'Payout', 'Earned in the month', 'Balance at its end'],
    ['October 2026', 'WP-2026-00015', 'prepared', '€4.40', '€4.40'],
  ]);
});

test('a statement without documents of a service says that it is no invoice', async () => {
  stubScreen(false);
  call.mockResolvedValue(buildStatement({}));
  renderDetail();
  expect(await screen.findByText('This statement is not an invoice.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Invoices for the commission' })).toBeNull();
});

test.each([
  ['its founder', me.id, 'owner', '/account/business'],
  ['another owner', 31, 'owner', '/seller/payout'],
  ['its accountant, who may not fill it in', 31, 'accountant', null],
] as const)(
  'an invoice that waits for the tax number of the business leads %s to the form',
  async (_who, businessId, role, path) => {
    stubScreen(false);
    const invoice = {
      ...{ id: 3, kind: 'invoice' as const, amount_cents: 129, is_issued: false, number: null },
      ...{ is_by_hand: false, waits_for: 'right_tax_number' as const },
      ...{ atcud: null, issued_at: null, has_pdf: false },
    };
    queryClient.setQueryData(['me'], { ...me, business: { id: businessId, role } });
    call.mockResolvedValue(buildStatement({ commission_invoices: [invoice] }));
    renderDetail();
    expect(await screen.findByText(/The tax number of the business was refused/)).toBeVisible();
    const link = screen.queryByRole('link', { name: 'Legal details' });
    expect(link?.getAttribute('href') ?? null).toBe(path);
  },
);

test('a statement has its invoice with number, ATCUD and PDF, and what follows', async () => {
  stubScreen(false);
  const invoice = {
    ...{ id: 3, kind: 'invoice' as const, amount_cents: 129, is_issued: true, number: 'FT WPK/17' },
    ...{ is_by_hand: false, waits_for: null },
    ...{ atcud: 'JFX2026-17', issued_at: '2026-11-01T03:05:00.000Z', has_pdf: true },
  };
  const credit = {
    ...{ id: 4, kind: 'credit_note' as const, amount_cents: 100, is_issued: false, number: null },
    ...{ is_by_hand: false, waits_for: null },
    ...{ atcud: null, issued_at: null, has_pdf: false },
  };
  call.mockResolvedValue(buildStatement({ commission_invoices: [invoice, credit] }));
  renderDetail();
  expect(await screen.findByText('Invoice FT WPK/17')).toBeVisible();
  expect(screen.getByText('ATCUD: JFX2026-17')).toBeVisible();
  expect(screen.getByText('Credit note follows')).toBeVisible();
  expect(screen.queryByText('This statement is not an invoice.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Download FT WPK/17' }));
  expect(call).toHaveBeenLastCalledWith('exportCommissionInvoicePdf', { params: { id: 3 } });
});
