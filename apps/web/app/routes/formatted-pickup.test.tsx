import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildOrder } from '../../test/build-order.ts';
import { fakeApi, TestQueryProvider } from '../../test/fake-api.tsx';
import { renderInLanguage } from '../../test/render.tsx';
import { OfferCard } from '../features/offers/list/offer-card.tsx';
import type { Offer } from '../features/offers/offers.api.ts';
import { OrderRow } from '../features/orders/history/order-row.tsx';
import { SellerTodayCard } from '../features/orders/seller/seller-stats.tsx';
import { TicketCard } from '../features/orders/ticket/ticket-card.tsx';

const pickupWindow = { pickup_start: '2026-11-20T17:30:00.000Z', pickup_end: '2026-11-20T19:00:00.000Z' };
// Text written by the server the day before, from a cache.
const cachedOrder = buildOrder({ ...pickupWindow, pickup: 'Amanhã 17:30–19:00' });
const offer: Offer = {
  ...{ id: 7, name: 'Cesto', description: '', photos: [], quantity: 3, price: 3.99, old_price: 12 },
  ...{ rating: null, rating_count: 0, ...pickupWindow, pickup: 'Amanhã 17:30–19:00', slot_id: 1 },
  ...{ distance: null, is_favourite: false, types: [] },
  sale_place: { id: 1, name: 'Padaria', address: 'Rua A', time_zone: 'Europe/Lisbon' },
};

const setTime = (now: string) => vi.setSystemTime(new Date(now));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['the day before', '2026-11-19T12:00Z', /Amanhã/],
  ['on the day', '2026-11-20T12:00Z', /Hoje/],
  ['the day after', '2026-11-21T12:00Z', /sexta, 20\/11/],
])('a cached ticket opened %s', (_, now, day) => {
  setTime(now);
  renderInLanguage('pt', <TicketCard order={cachedOrder} />);
  expect(screen.getByText(day)).toBeVisible();
  expect(screen.getByText('17:30–19:00')).toBeVisible();
});

test('a cached row of the history', () => {
  setTime('2026-11-20T12:00Z');
  renderInLanguage('pt', <OrderRow order={cachedOrder} />);
  expect(screen.getByText(/Padaria Aurora · Hoje 17:30–19:00/)).toBeVisible();
});

test('date and time are those of the sale place’s zone', () => {
  // 20:30 in Lisbon is the next day in Tokyo.
  setTime('2026-11-20T20:30Z');
  const pickup = { pickup_start: '2026-11-21T01:00:00.000Z', pickup_end: '2026-11-21T02:00:00.000Z' };
  const sale_place = { ...cachedOrder.sale_place, time_zone: 'Asia/Tokyo' };
  renderInLanguage('en', <OrderRow order={buildOrder({ ...pickup, pickup: '', sale_place })} />);
  expect(screen.getByText(/Today 10:00–11:00/)).toBeVisible();
});

test('a card updates at midnight while the page is open', async () => {
  setTime('2026-11-19T23:58Z');
  renderInLanguage(
    'pt',
    <TestQueryProvider>
      <OfferCard offer={offer} />
    </TestQueryProvider>,
  );
  expect(screen.getByText(/Amanhã 17:30–19:00/)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(180_000));
  expect(screen.getByText(/Hoje 17:30–19:00/)).toBeVisible();
  expect(screen.queryByText(/Amanhã/)).toBeNull();
});

test('a frozen page updates when it becomes visible', async () => {
  setTime('2026-11-19T23:58Z');
  renderInLanguage('pt', <OrderRow order={cachedOrder} />);
  setTime('2026-11-20T08:00Z');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByText(/Hoje 17:30–19:00/)).toBeVisible();
});

test('the seller’s window of the day', async () => {
  setTime('2026-11-20T12:00Z');
  const amounts = { price_cents: 0, commission_cents: 0, refunded_cents: 0, earning_cents: 0 };
  const counts = { to_hand_out: 1, sold: 1, quantity: 3, sold_last_week: 0, quantity_last_week: 0 };
  const month = { month_earning_cents: 0, month_packs: 0, rating: null, rating_count: 0 };
  const day = { ...amounts, ...counts, ...month, ...pickupWindow, pickup: 'x', time_zone: 'Europe/Lisbon' };
  fakeApi({ '/seller/today': [{ body: { data: day } }] });
  renderInLanguage(
    'pt',
    <TestQueryProvider>
      <SellerTodayCard />
    </TestQueryProvider>,
  );
  expect(await screen.findByText(/· Hoje 17:30–19:00/)).toBeVisible();
});
