import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { sellerOrder } from '../../../test/seller-order.ts';
import type { SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import { OrdersView } from './orders.tsx';

const call = mockCalls();

const salePlace = { id: 7, name: 'Aurora', time_zone: 'Europe/Lisbon' } as SalePlace;
const listRequests = () =>
  call.mock.calls.flatMap(([name, input]) => (name === 'listSellerOrders' ? [input] : []));
const renderView = (search: string, salePlaces: readonly SalePlace[] = [salePlace]) =>
  renderInLanguage('en', <OrdersView salePlaces={salePlaces} />, `/seller/orders${search}`);

const noTasks = {
  to_hand_out: 0,
  places: [],
  reports: 0,
  reports_overdue: 0,
  report_questions: 0,
  hand_out_conflicts: 0,
  reports_until: null,
};
const emptyAnswer = (name: string) => ({ data: name === 'getSellerTaskCounts' ? noTasks : [] });
beforeEach(() => {
  call.mockImplementation(async (name: string) => emptyAnswer(name));
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

test('the date in the URL is shown and requested', async () => {
  renderView('?date=2026-11-18');
  expect(screen.getByLabelText('Pickup date')).toHaveValue('2026-11-18');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('18 November');
  await waitFor(() =>
    expect(listRequests().at(-1)).toMatchObject({ query: { sale_place_id: 7, date: '2026-11-18' } }),
  );
});

test('today’s printed list is headed by weekday and date', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
  renderView('');
  expect(await screen.findByText('Orders of Friday 20 November · Aurora')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Today’s orders' })).toBeVisible();
  vi.useRealTimers();
});

const report = {
  ...{ text: 'Vazio', language: 'pt', translated: false, original: null as object | null },
  wish: null,
  photo: null,
  created_at: '2026-11-20T18:00:00Z',
  answer: null,
  answered_by: 'seller',
  answer_until: '2026-11-23T18:00:00Z',
  can_answer: false,
  messages: [] as object[],
  question_at: null as string | null,
  can_write: false,
};
const reportedOrder = {
  id: 42,
  client: 'Marta S.',
  product: { id: 1, name: 'Cesto' },
  refunded_cents: 0,
  sale_place: { id: 8, name: 'Café', time_zone: 'Europe/Lisbon' },
  report,
};

test('a question of an operator is shown with a field for the answer', async () => {
  const at = '2026-11-23T20:00:00Z';
  const question = { author: 'operator', text: 'What was in the box?', created_at: at };
  const openReport = { ...report, answered_by: null, messages: [question], question_at: at, can_write: true };
  call.mockImplementation(async (name: string) =>
    name === 'listSellerReports'
      ? { data: [{ ...reportedOrder, report: openReport }], next_cursor: null }
      : emptyAnswer(name),
  );
  renderView('?view=reports&order=42');
  expect(await screen.findByText('What was in the box?')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Write an answer.')).toBeVisible();
  fireEvent.change(screen.getByLabelText('Your answer to WoPack'), { target: { value: ' Four rolls. ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('sendReportMessage', {
      params: { id: 42 },
      body: { text: 'Four rolls.' },
    }),
  );
});

test('the sheet for an answer repeats what the customer wrote and wants', async () => {
  const original = { text: 'Пусто', language: 'ru' };
  const words = { language: 'pt', translated: true, original };
  const openReport = { ...report, ...words, wish: 'part', answered_by: null, can_answer: true };
  call.mockImplementation(async (name: string) =>
    name === 'listSellerReports'
      ? {
          data: [{ ...reportedOrder, price: 3.99, price_cents: 399, earning_cents: 270, report: openReport }],
          next_cursor: null,
        }
      : emptyAnswer(name),
  );
  renderView('?view=reports');
  fireEvent.click(await screen.findByRole('button', { name: 'Answer Marta S., no. 42' }));
  const sheet = within(await screen.findByRole('dialog', { name: /Marta S\./ }));
  expect(sheet.getByText('Vazio')).toBeVisible();
  expect(sheet.getByText(/part/i, { selector: 'blockquote p' })).toBeVisible();
  fireEvent.click(sheet.getByRole('button', { name: 'Show original' }));
  expect(sheet.getByText('Пусто')).toBeVisible();
});

test('the link of a mail leads to the report: of all places, answered or not, and focused', async () => {
  const order = reportedOrder;
  call.mockImplementation(async (name: string) =>
    name === 'listSellerReports' ? { data: [order], next_cursor: null } : emptyAnswer(name),
  );
  renderView('?view=reports&order=42');
  const item = (await screen.findByText('Vazio')).closest('li');
  expect(item).toHaveFocus();
  const [, input] = call.mock.calls.find(([name]) => name === 'listSellerReports')!;
  expect(input?.query?.sale_place_id).toBeUndefined();
  expect(input?.query?.open).toBeUndefined();
});

test('a conflict of a counter stands above the reports until somebody has dealt with it', async () => {
  const conflict = { device: 'Tablet', handed_out_at: '2026-11-20T17:55:00.000Z', is_open: true };
  const conflicts = [{ ...conflict, reason: 'cancelled' as const }];
  const cancelled = { ...sellerOrder, state: 'refunded' as const, hand_out_conflicts: conflicts };
  call.mockImplementation(async (name: string) =>
    name === 'listHandOutConflicts' ? { data: [cancelled] } : emptyAnswer(name),
  );
  renderView('?view=reports');
  const section = within(await screen.findByRole('region', { name: 'Handed out without a connection' }));
  expect(section.getByText(/Tablet.*17:55/)).toBeVisible();
  expect(section.getByText('It had been cancelled or refunded before.')).toBeVisible();
  fireEvent.click(section.getByRole('button', { name: 'Dealt with: Marta S., no. 10482' }));
  await waitFor(() => expect(call).toHaveBeenCalledWith('closeHandOutConflicts', { params: { id: 10482 } }));
});

test('another date is requested and stays', async () => {
  renderView('');
  fireEvent.change(screen.getByLabelText('Pickup date'), { target: { value: '2026-11-15' } });
  await waitFor(() => expect(listRequests().at(-1)).toMatchObject({ query: { date: '2026-11-15' } }));
  expect(screen.getByLabelText('Pickup date')).toHaveValue('2026-11-15');
});

test.each(['?date=2026-13-40', '?date=yesterday'])('%s is no date: today', async (search) => {
  renderView(search);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Today’s orders');
  await waitFor(() => expect(listRequests().length).toBeGreaterThan(0));
  expect(listRequests().at(-1)!.query).toEqual({ sale_place_id: 7 });
});

test('a cleared or incomplete date never falls back to today: the orders stay, and the field shows an error', async () => {
  renderView('?date=2026-11-18');
  const field = screen.getByLabelText('Pickup date');
  await waitFor(() => expect(listRequests()).toHaveLength(1));
  for (const inputText of ['0002-11-18', '']) {
    fireEvent.change(field, { target: { value: inputText } });
    // Beside the heading of the list for printing.
    expect(screen.getByRole('heading', { level: 1, name: 'Orders of Wednesday 18 November' })).toBeVisible();
    expect(field).toHaveValue(inputText);
  }
  fireEvent.blur(field);
  expect(screen.getByText(/whole date/)).toBeVisible();
  expect(listRequests()).toHaveLength(1);
  fireEvent.change(field, { target: { value: '2026-11-17' } });
  await waitFor(() => expect(listRequests().at(-1)).toMatchObject({ query: { date: '2026-11-17' } }));
  expect(screen.queryByText(/whole date/)).toBeNull();
});

test.each(['2026-11-18', '2099-11-18'])('%s is not today: no view is marked', async (date) => {
  renderView(`?date=${date}`);
  expect(screen.getByRole('link', { name: 'Today' })).not.toHaveAttribute('aria-current');
  expect(await screen.findByText('Nothing to hand out')).toBeVisible();
  const past = date.startsWith('2026');
  expect(screen.queryAllByText('New orders appear here by themselves.')).toHaveLength(past ? 0 : 1);
});

test('today is marked, and new orders are announced', async () => {
  renderView('');
  expect(screen.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'page');
  expect(await screen.findByText('New orders appear here by themselves.')).toBeVisible();
});

const order = (id: number, client: string, overrides: object = {}) => ({
  id,
  client,
  slot_id: 1,
  state: 'paid',
  price: 3.99,
  price_cents: 399,
  refunded_cents: 0,
  product: { id: 9, name: 'Basket' },
  sale_place: { id: 7, name: 'Aurora' },
  cancel_reason: null,
  pickup_start: '2099-11-20T17:30:00.000Z',
  pickup_end: '2099-11-20T19:00:00.000Z',
  can_cancel: false,
  can_refund: false,
  can_hand_out: false,
  collected_at: null,
  hand_out_conflicts: [],
  earning_cents: 270,
  report: null,
  ...overrides,
});
const respondWith = (...orders: object[]) =>
  call.mockImplementation(async (name: string) =>
    name === 'listSellerOrders' ? { data: orders, next_cursor: null } : emptyAnswer(name),
  );

test('the orders of a day are searched by number and by name', async () => {
  respondWith(order(10482, 'Marta S.'), order(10517, 'José F.'));
  renderView('');
  const field = await screen.findByRole('searchbox', { name: 'Number or name' });
  for (const [text, shownClient, hiddenClient] of [
    ['517', 'José F.', 'Marta S.'],
    ['jose', 'José F.', 'Marta S.'],
    ['marta s', 'Marta S.', 'José F.'],
  ] as const) {
    fireEvent.change(field, { target: { value: text } });
    // The list for printing has all.
    const list = within(screen.getByRole('list', { name: 'To hand out' }));
    expect(list.getByText(shownClient)).toBeVisible();
    expect(list.queryByText(hiddenClient)).toBeNull();
  }
  fireEvent.change(field, { target: { value: 'nobody' } });
  expect(screen.getByText('No order with this number or name')).toBeVisible();
});

test('before hand-out it says when it opens, and why not yet', async () => {
  respondWith(order(10482, 'Marta S.'));
  renderView('');
  expect(await screen.findByText(/Hand-out opens 20 Nov.*17:00: 30 minutes before pickup/)).toBeVisible();
});

test('too late to cancel: what can be done instead, and a refund in full', async () => {
  respondWith(order(10482, 'Marta S.', { can_refund: true }));
  renderView('');
  fireEvent.click(await screen.findByText('Can’t make it? Cancel orders'));
  expect(screen.getByText(/Less than two hours before pickup/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'To the week' })).toHaveAttribute('href', '/seller/week');
  fireEvent.click(screen.getByRole('button', { name: 'Refund the order of Marta S., no. 10482, in full' }));
  expect(await screen.findByText(/It counts as a late cancellation\.$/, { selector: 'p' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Something broke in our kitchen.' }));
  fireEvent.click(screen.getByRole('button', { name: 'Refund in full' }));
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('refundSellerOrder', {
      params: { id: 10482 },
      body: { reason: 'Something broke in our kitchen.' },
    }),
  );
});

test('of several packs too late to cancel, only those that cannot be handed out are refunded', async () => {
  const returned = { quantity: 4, returned_quantity: 1, price: 15.96, price_cents: 1596 };
  respondWith(order(10482, 'Marta S.', { can_refund: true, ...returned }));
  renderView('');
  fireEvent.click(await screen.findByText('Can’t make it? Cancel orders'));
  fireEvent.click(screen.getByRole('button', { name: /^Refund the order of Marta S/ }));
  fireEvent.click(await screen.findByRole('radio', { name: '1 pack' }));
  fireEvent.change(screen.getByLabelText('Why?'), { target: { value: 'One fell.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Refund 1 pack' }));
  // In all: one was returned before.
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('refundSellerOrder', {
      params: { id: 10482 },
      body: { reason: 'One fell.', packs: 2 },
    }),
  );
});

test('an answer to a problem can give single packs back; of one pack there is nothing to choose', async () => {
  const openReport = { ...report, answered_by: null, can_answer: true };
  const amounts = { price: 11.97, price_cents: 1197, earning_cents: 810, max_part_refund_cents: 810 };
  const several = { ...reportedOrder, ...amounts, quantity: 3, returned_quantity: 0, report: openReport };
  const single = { ...several, id: 43, client: 'José F.', quantity: 1 };
  call.mockImplementation(async (name: string) =>
    name === 'listSellerReports' ? { data: [several, single], next_cursor: null } : emptyAnswer(name),
  );
  renderView('?view=reports');
  fireEvent.click(await screen.findByRole('button', { name: 'Answer José F., no. 43' }));
  const other = within(await screen.findByRole('dialog', { name: /José F\./ }));
  expect(other.queryByRole('radio', { name: /^Some packs/ })).toBeNull();
  fireEvent.click(other.getByRole('button', { name: 'Close' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Answer Marta S., no. 42' }));
  const sheet = within(await screen.findByRole('dialog', { name: /Marta S\./ }));
  fireEvent.change(sheet.getByLabelText(/^Your answer|^Answer/), { target: { value: 'Sorry.' } });
  fireEvent.click(sheet.getByRole('radio', { name: /^Some packs ?€3\.99 each/ }));
  fireEvent.click(await sheet.findByRole('radio', { name: '2 packs' }));
  expect(sheet.queryByRole('radio', { name: '3 packs' })).toBeNull();
  fireEvent.click(sheet.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('answerReport', {
      params: { id: 42 },
      body: { answer: 'Sorry.', packs: 2 },
    }),
  );
});

test('an order with a friend says that somebody else comes', async () => {
  respondWith(order(10482, 'Marta S.', { is_with_friend: true }), order(10517, 'José F.'));
  renderView('');
  expect(await screen.findAllByText('A friend collects, with their own PIN.')).toHaveLength(1);
});

test('cancelling offers ready reasons, which stay editable', async () => {
  respondWith(order(10482, 'Marta S.', { can_cancel: true }));
  renderView('');
  fireEvent.click(await screen.findByText('Can’t make it? Cancel orders'));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the order of Marta S., no. 10482' }));
  fireEvent.click(await screen.findByRole('button', { name: 'We have to close earlier today.' }));
  const field = screen.getByLabelText('Why?');
  expect(field).toHaveValue('We have to close earlier today.');
  fireEvent.change(field, { target: { value: 'We close at five.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the order' }));
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('cancelSellerOrder', {
      params: { id: 10482 },
      body: { reason: 'We close at five.' },
    }),
  );
});

test('problems are listed of all sale places, until one is chosen, which the other pages then show too', async () => {
  const cafe = { id: 8, name: 'Café', time_zone: 'Europe/Lisbon' } as SalePlace;
  renderView('?view=reports', [salePlace, cafe]);
  fireEvent.click(screen.getByRole('button', { name: /^Shop: .*All shops/ }));
  fireEvent.click(await screen.findByRole('button', { name: /^Café/ }));
  expect(readStored('sellerPlaces')).toEqual({ 0: [8] });
  expect(await screen.findByRole('button', { name: /^Shop: .*Café/ })).toBeVisible();
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(
      'listSellerReports',
      expect.objectContaining({ query: expect.objectContaining({ sale_place_id: 8 }) }),
    ),
  );
});

test('the orders of several sale places come together, page by page, with the name of each', async () => {
  const cafe = { id: 8, name: 'Café', time_zone: 'Atlantic/Azores' } as SalePlace;
  const third = { id: 9, name: 'Norte', time_zone: 'Europe/Lisbon' } as SalePlace;
  writeStored('sellerPlaces', { 0: [7, 8] });
  call.mockImplementation(async (name, input) => {
    if (name !== 'listSellerOrders') return emptyAnswer(name);
    const isFirst = !('cursor' in (input as { query: object }).query);
    return {
      data: [
        isFirst
          ? order(1, 'Marta S.')
          : order(2, 'Rui F.', { sale_place: { ...cafe }, can_hand_out: true } as object),
      ],
      next_cursor: isFirst ? '1_1' : null,
    };
  });
  renderView('', [salePlace, cafe, third]);
  expect((await screen.findAllByText('Rui F.')).length).toBeGreaterThan(0);
  expect(listRequests().map((input) => (input as { query: object }).query)).toEqual([
    { sale_place_ids: '7,8' },
    { sale_place_ids: '7,8', cursor: '1_1' },
  ]);
  expect(screen.getByRole('button', { name: /^Shop: .*2 shops/ })).toBeVisible();
  expect(screen.getAllByText('Café').length).toBeGreaterThan(0);
  // A PIN is one of a sale place: that of the order whose hand-out begins.
  const pinPlace = screen.getByLabelText('Shop of the PIN');
  expect(pinPlace).toHaveDisplayValue('Aurora');
  fireEvent.click(screen.getByRole('button', { name: /Rui F\./ }));
  expect(pinPlace).toHaveDisplayValue('Café');
});

test('a choice that is gone falls back to the first sale place, without an error', async () => {
  writeStored('sellerPlaces', { 0: [99] });
  renderView('', [salePlace, { id: 8, name: 'Café', time_zone: 'Europe/Lisbon' } as SalePlace]);
  expect(screen.getByRole('button', { name: /^Shop: .*Aurora/ })).toBeVisible();
  await waitFor(() => expect((listRequests()[0] as { query: object }).query).toEqual({ sale_place_id: 7 }));
});

test('upcoming orders are searched by the server', async () => {
  respondWith();
  renderView('?view=upcoming');
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Number or name' }), {
    target: { value: 'Marta' },
  });
  await waitFor(() =>
    expect(listRequests().at(-1)!.query).toMatchObject({ when: 'upcoming', search: 'Marta' }),
  );
});
