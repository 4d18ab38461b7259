import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, Queries } from '../../test/fake-api.tsx';
import { order } from '../../test/order.ts';
import { renderIn } from '../../test/render.tsx';
import { OfferCard } from '../modules/offers/list/offer-card.tsx';
import type { Offer } from '../modules/offers/offers.api.ts';
import { OrderRow } from '../modules/orders/history/order-row.tsx';
import { SellerTodayCard } from '../modules/orders/seller/seller-today-card.tsx';
import { TicketCard } from '../modules/orders/ticket/ticket-card.tsx';

const window = { pickup_start: '2026-11-20T17:30:00.000Z', pickup_end: '2026-11-20T19:00:00.000Z' };
// What the server wrote the day before, out of a cache.
const cached = order({ ...window, pickup: 'Amanhã 17:30–19:00' });
const offer: Offer = {
  ...{ id: 7, name: 'Cesto', description: '', photos: [], quantity: 3, price: 3.99, old_price: 12 },
  ...{ rating: null, rating_count: 0, ...window, pickup: 'Amanhã 17:30–19:00', slot_id: 1 },
  ...{ distance: null, is_favourite: false, types: [] },
  sale_place: { id: 1, name: 'Padaria', address: 'Rua A', time_zone: 'Europe/Lisbon' },
};

const at = (now: string) => vi.setSystemTime(new Date(now));

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
  at(now);
  renderIn('pt', <TicketCard order={cached} />);
  expect(screen.getByText(day)).toBeVisible();
  expect(screen.getByText('17:30–19:00')).toBeVisible();
});

test('a cached row of the history', () => {
  at('2026-11-20T12:00Z');
  renderIn('pt', <OrderRow order={cached} />);
  expect(screen.getByText(/Padaria Aurora · Hoje 17:30–19:00/)).toBeVisible();
});

test('the calendar and the clock at the sale place count', () => {
  // Half past eight in the evening in Lisbon is the next day in Tokyo.
  at('2026-11-20T20:30Z');
  const start = { pickup_start: '2026-11-21T01:00:00.000Z', pickup_end: '2026-11-21T02:00:00.000Z' };
  const sale_place = { ...cached.sale_place, time_zone: 'Asia/Tokyo' };
  renderIn('en', <OrderRow order={order({ ...start, pickup: '', sale_place })} />);
  expect(screen.getByText(/Today 10:00–11:00/)).toBeVisible();
});

test('a card follows the calendar while the page is open', async () => {
  at('2026-11-19T23:58Z');
  renderIn(
    'pt',
    <Queries>
      <OfferCard offer={offer} />
    </Queries>,
  );
  expect(screen.getByText(/Amanhã 17:30–19:00/)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(180_000));
  expect(screen.getByText(/Hoje 17:30–19:00/)).toBeVisible();
  expect(screen.queryByText(/Amanhã/)).toBeNull();
});

test('a page that was asleep is right when it is seen again', async () => {
  at('2026-11-19T23:58Z');
  renderIn('pt', <OrderRow order={cached} />);
  at('2026-11-20T08:00Z');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByText(/Hoje 17:30–19:00/)).toBeVisible();
});

test('the seller’s window of the day', async () => {
  at('2026-11-20T12:00Z');
  const sums = { price_cents: 0, commission_cents: 0, refunded_cents: 0, earning_cents: 0 };
  const counts = { to_hand_out: 1, sold: 1, quantity: 3, sold_last_week: 0, quantity_last_week: 0 };
  const month = { month_earning_cents: 0, month_packs: 0, rating: null, rating_count: 0 };
  const day = { ...sums, ...counts, ...month, ...window, pickup: 'x', time_zone: 'Europe/Lisbon' };
  fakeApi({ '/seller/today': [{ body: { data: day } }] });
  renderIn(
    'pt',
    <Queries>
      <SellerTodayCard />
    </Queries>,
  );
  expect(await screen.findByText(/· Hoje 17:30–19:00/)).toBeVisible();
});
