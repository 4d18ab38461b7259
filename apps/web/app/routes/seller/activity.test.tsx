import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { activityKinds } from '@wopack/contract/vocabulary';
import { languages } from '@wopack/domain';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { seller } from '../../../test/me.ts';
import { getTranslations, renderInLanguage } from '../../../test/render.tsx';
import { captureDownloads } from '../../../test/stub-browser.tsx';
import type { ActivityRow } from '../../features/businesses/activity.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import { ActivityView } from './activity.tsx';

const call = mockCalls();

const aurora = { id: 7, name: 'Padaria Aurora', time_zone: 'Europe/Lisbon' };
const row: ActivityRow = {
  id: '9',
  kind: 'stock_changed',
  at: '2026-11-20T14:30:00.000Z',
  sent_at: null,
  by: { id: 3, name: 'Teresa Pinto' },
  counter_name: null,
  device_id: null,
  device: null,
  sale_place: aurora,
  product: { id: 5, name: 'Cesto' },
  order_id: null,
  member: null,
  email: null,
  before: { quantity: 4 },
  after: { quantity: 7, date: '2026-11-21' },
};
const rows: ActivityRow[] = [
  row,
  {
    ...row,
    id: '8',
    kind: 'order_cancelled',
    product: null,
    order_id: 10812,
    before: null,
    after: { refunded_cents: 299 },
  },
  {
    ...row,
    id: '7',
    kind: 'member_changed',
    at: '2026-11-19T10:00:00.000Z',
    by: { id: 1, name: '' },
    sale_place: null,
    product: null,
    member: { id: 4, name: 'Clara Fontes' },
    before: { role: 'counter' },
    after: { role: 'manager' },
  },
];
const members = [{ id: 3, name: 'Teresa Pinto' }];

let reply: unknown;
beforeEach(() => {
  writeStored('token', 'token');
  queryClient.clear();
  queryClient.setQueryData(['me'], seller);
  reply = { data: rows, next_cursor: null, members };
  call.mockImplementation(async (name) => {
    if (name === 'listMySalePlaces') return { data: [aurora, { ...aurora, id: 8, name: 'Aurora Café' }] };
    if (name === 'exportActivity') return 'time,who\r\n';
    if (name === 'getSellerTaskCounts') return { data: { places: [] } };
    if (reply instanceof Error) throw reply;
    return reply;
  });
});

const renderPage = (path = '/seller/activity') => renderInLanguage('en', <ActivityView />, path);

test('says who did what, by day, with what it was before', async () => {
  renderPage();
  const [stock, cancelled, changed] = await screen.findAllByRole('listitem');
  expect(stock).toHaveTextContent(/14:30.*Teresa Pinto.*Stock: Cesto.*Sat 21 Nov:.*4.*7.*Padaria Aurora/);
  expect(cancelled).toHaveTextContent(/Order cancelled: 10812.*refunded €2\.99/);
  expect(changed).toHaveTextContent(
    /Deleted account.*Role changed: Clara Fontes.*counter.*manager.*Business/,
  );
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(2);
});

test('names the address that was invited, as long as the invitation is open', async () => {
  const invited: ActivityRow = {
    ...{ ...row, kind: 'member_invited', product: null, sale_place: null, before: null },
    ...{ email: 'daria@example.com', after: { role: 'counter' } },
  };
  reply = { data: [invited, { ...invited, id: '6', email: null }], next_cursor: null, members };
  renderPage();
  const [open, answered] = await screen.findAllByRole('listitem');
  expect(open).toHaveTextContent(/: daria@example\.com/);
  expect(answered).not.toHaveTextContent('daria');
});

test('an order has its number, a hand-out its counter, and hours the days that changed', async () => {
  reply = {
    data: [
      {
        ...row,
        id: '6',
        kind: 'handed_out',
        sent_at: '2026-11-20T18:02:00.000Z',
        order_id: 10858,
        device_id: 3,
        device: 'Tablet',
        before: null,
        after: null,
      },
      {
        ...row,
        id: '5',
        kind: 'schedule_changed',
        before: { days: 7, quantity: 5, weekdays: 'mon,tue', time_start: '17:30', time_end: '19:00' },
        after: { days: 7, quantity: 6, weekdays: 'mon,tue', time_start: '18:00', time_end: '19:00' },
      },
      { ...row, id: '4', kind: 'date_changed', before: null, after: { date: '2026-12-08', plan: 'closed' } },
      {
        ...row,
        id: '3',
        kind: 'member_ended',
        sale_place: null,
        product: null,
        member: { id: 4, name: 'Clara Fontes' },
        before: { role: 'counter', sale_places: 1 },
        after: null,
      },
      {
        ...row,
        id: '2',
        kind: 'device_added',
        product: null,
        device_id: 3,
        device: 'Tablet',
        before: null,
        after: null,
      },
    ],
    next_cursor: null,
    members,
  };
  renderPage();
  const [handedOut, schedule, date, ended, device] = await screen.findAllByRole('listitem');
  expect(handedOut).toHaveTextContent(
    /14:30.*Teresa Pinto.*Tablet, offline, sent 18:02.*Handed out: .*10858.* · .*Cesto/,
  );
  expect(schedule).toHaveTextContent(/Mon, Tue:.*17:30–19:00, 5.*18:00–19:00, 6/);
  expect(schedule).not.toHaveTextContent('7 days');
  expect(date).toHaveTextContent(/Tue 8 Dec, closed/);
  expect(ended).toHaveTextContent(/Left the team: .*Clara Fontes.*counter, 1 shop/);
  expect(ended).not.toHaveTextContent('nothing');
  expect(device).toHaveTextContent(/Teresa Pinto.*New counter: .*Tablet/);
});

test('is filtered by the address, and by the fields', async () => {
  renderPage('/seller/activity?person=3&from=2026-11-19');
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('listActivity', { query: { user_id: 3, from: '2026-11-19' } }),
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'What' }), 'Handed out');
  await userEvent.click(await screen.findByRole('button', { name: 'Shop: All shops' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Aurora Café/ }));
  const query = { user_id: 3, from: '2026-11-19', kind: 'handed_out', sale_place_id: 8 };
  await waitFor(() => expect(call).toHaveBeenCalledWith('listActivity', { query }));
  const downloads = captureDownloads();
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(call).toHaveBeenCalledWith('exportActivity', { query }));
  await waitFor(() => expect(downloads).toHaveLength(1));
});

test('shows the shops that the seller has chosen on other pages, and all again', async () => {
  writeStored('sellerPlaces', { [seller.id]: [8] });
  renderPage();
  expect(await screen.findByRole('button', { name: 'Shop: Aurora Café' })).toBeVisible();
  await waitFor(() => expect(call).toHaveBeenCalledWith('listActivity', { query: { sale_place_id: 8 } }));
  expect(call).not.toHaveBeenCalledWith('listActivity', { query: { sale_place_id: 7 } });
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByRole('button', { name: 'Shop: All shops' })).toBeVisible();
  expect(readStored('sellerPlaces')).toEqual({ [seller.id]: 'all' });
});

test('without rows says whether the filters are the reason', async () => {
  reply = { data: [], next_cursor: null, members };
  const { unmount } = renderPage();
  expect(await screen.findByText('Nothing yet')).toBeVisible();
  unmount();
  queryClient.clear();
  renderPage('/seller/activity?kind=sold_out');
  expect(await screen.findByText('Nothing with these filters')).toBeVisible();
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear' })[0]!);
  expect(await screen.findByText('Nothing yet')).toBeVisible();
});

test('a failure offers another try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  reply = new ApiError(500, { code: 10, message: 'Something failed.' });
  renderPage();
  const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 60_000 });
  reply = { data: rows, next_cursor: null, members };
  await userEvent.click(retry);
  expect(within((await screen.findAllByRole('listitem'))[0]!).getByText('Stock')).toBeVisible();
});

test.each(languages)('every kind has a name (%s)', (language) => {
  const { kinds } = getTranslations(language).activity as { kinds: Record<string, string> };
  expect(Object.keys(kinds).sort()).toEqual([...activityKinds].sort());
});
