import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildOffer, buildOrder, fakeApi, mockServer, settleRequests } from '../../test/fake-api.tsx';
import { renderInLanguage } from '../../test/render.tsx';
import { NO_FOOD } from '../features/offers/filters/food.ts';
import { OfferCard } from '../features/offers/list/offer-card.tsx';
import { OrderRow } from '../features/orders/history/order-row.tsx';
import { SellerTodayCard } from '../features/orders/seller/seller-stats.tsx';
import { TicketCard } from '../features/orders/ticket/ticket-card.tsx';
import {
  readStored,
  removeFromSessionStorage,
  removeStored,
  safeSessionStorage,
  writeStored,
} from '../lib/storage/storage.ts';
import { Component as HomePage } from './home.tsx';
import { PendingBars } from './layout/status-bars.tsx';

beforeEach(() => writeStored('token', 'a-token'));

const page = <HomePage />;
const buildMeReply = (roles: object) => ({
  body: { data: { id: 1, name: 'Marta Salgado', is_owner: false, is_partner: false, ...roles } },
});
const emptyReply = { body: { data: [], next_cursor: null, summary: { packs: 0, saved_cents: 0 } } };
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test('the next ticket comes first, with a link to its PIN; later ones are counted', async () => {
  const orders = [
    buildOrder({ id: 43, pickup_start: minutesFromNow(600), pickup_end: minutesFromNow(660) }),
    buildOrder({ id: 42, pickup_start: minutesFromNow(60), pickup_end: minutesFromNow(120) }),
    buildOrder({ id: 41, state: 'collected' }),
  ];
  fakeApi({
    '/me': [buildMeReply({})],
    '/orders': [{ body: { ...emptyReply.body, data: orders } }],
    '/products': [emptyReply],
    '/entries': [emptyReply],
  });
  renderInLanguage('en', page);
  expect(await screen.findByRole('link', { name: 'Show PIN' })).toHaveAttribute('href', '/orders/42');
  expect(screen.getByRole('timer')).toHaveTextContent(/59:\d\d|1:00:00/);
  expect(screen.getByRole('link', { name: 'And 1 more to collect' })).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Marta.' })).toBeVisible();
});

test('a section that fails shows an error and affects no other', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeApi({
    '/me': [buildMeReply({ is_owner: true, business: { id: 1, role: 'owner' } })],
    '/orders': ['networkError'],
    '/seller/today': ['networkError'],
    '/products': [emptyReply],
    '/entries': [emptyReply],
  });
  renderInLanguage('en', page);
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2));
  expect(screen.getByText(/None of your favourites/)).toBeVisible();
  expect(screen.getByText(/Nothing left near you/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'To the counter' })).toBeVisible();
});

test('a member of a business sees its day; the counter without its figures', async () => {
  const day = {
    ...{ to_hand_out: 2, sold: 3, quantity: 5, sold_last_week: 0, quantity_last_week: 0, price_cents: 0 },
    ...{ commission_cents: 0, refunded_cents: 0, earning_cents: 0, month_earning_cents: 0, month_packs: 0 },
    ...{ rating: null, rating_count: 0, pickup: null, pickup_start: null, pickup_end: null, windows: [] },
    time_zone: 'Europe/Lisbon',
  };
  fakeApi({
    '/me': [buildMeReply({ business: { id: 31, role: 'counter' } })],
    '/seller/today': [{ body: { data: day } }],
    '/seller/waiting': [{ body: { data: { places: [] } } }],
    '/seller/allocations': [emptyReply],
    '/orders': [emptyReply],
    '/products': [emptyReply],
    '/entries': [emptyReply],
  });
  renderInLanguage('en', page);
  expect(await screen.findByRole('link', { name: 'To the counter' })).toBeVisible();
  expect(await screen.findByText(/2 packs to hand out/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Sales' })).toBeNull();
  expect(screen.queryByText('Sold today')).toBeNull();
});

test('without orders and products, none of their sections are shown', async () => {
  fakeApi({
    '/me': [buildMeReply({})],
    '/orders': [emptyReply],
    '/products': [emptyReply],
    '/entries': [emptyReply],
  });
  renderInLanguage('en', page);
  expect(await screen.findByText(/Nothing left near you/)).toBeVisible();
  expect(screen.queryByText('Your sales today')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Show PIN' })).toBeNull();
});

test.each([
  ['the user', '/me'],
  ['the next pickup', '/orders'],
  ['whether a draw is running', '/entries'],
])('while %s is unknown, skeletons are shown; the other data is requested already', async (_, path) => {
  const { requests } = fakeApi({
    '/me': [buildMeReply({})],
    '/orders': [emptyReply],
    '/products': [emptyReply],
    '/entries': [emptyReply],
    [path]: ['pending'],
  });
  renderInLanguage('en', page);
  // Content that loads later would move it.
  expect((await screen.findByText(/Nothing left near you/)).closest('.invisible')).not.toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  expect(requests.filter((call) => call.path.endsWith('/products'))).toHaveLength(2);
});

test('then nothing is invisible', async () => {
  fakeApi({
    '/me': [buildMeReply({})],
    '/orders': [emptyReply],
    '/products': [emptyReply],
    '/entries': [emptyReply],
  });
  renderInLanguage('en', page);
  const nearbyText = await screen.findByText(/Nothing left near you/);
  await waitFor(() => expect(nearbyText.closest('.invisible')).toBeNull());
});

test('both lists are limited to what the account eats, which a chip says and changes', async () => {
  const listed: string[] = [];
  mockServer.events.on('request:start', ({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.endsWith('/products')) listed.push(decodeURIComponent(searchParams.toString()));
  });
  fakeApi({
    '/me': [buildMeReply({ food: { diets: ['vegan'], free_of: ['nuts'] } })],
    '/orders': [emptyReply],
    '/products': [emptyReply],
    '/entries': [emptyReply],
  });
  renderInLanguage('en', page);
  expect(await screen.findByText(/Nothing near you right now suits you/)).toBeVisible();
  expect(screen.getByText(/None of your favourites on sale right now suits you/)).toBeVisible();
  const limited = listed.filter((query) => query.includes('diets=vegan') && query.includes('free_of=nuts'));
  expect(limited.map((query) => query.includes('needFavourite')).toSorted()).toEqual([false, true]);
  const chip = screen.getByRole('button', { name: 'vegan, without nuts' });
  expect(chip).toHaveAttribute('aria-haspopup', 'dialog');
  act(() => writeStored('food', NO_FOOD, safeSessionStorage));
  expect(await screen.findByText(/Nothing left near you/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'What suits me' })).toBeVisible();
  removeFromSessionStorage('food');
  mockServer.events.removeAllListeners();
});

const pickupWindow = { pickup_start: '2026-11-20T17:30:00.000Z', pickup_end: '2026-11-20T19:00:00.000Z' };
// Text written by the server the day before, from a cache.
const cachedOrder = buildOrder({ ...pickupWindow, pickup: 'Amanhã 17:30–19:00' });
const offer = buildOffer({ ...pickupWindow, pickup: 'Amanhã 17:30–19:00' });

const setTime = (now: string) => vi.setSystemTime(new Date(now));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

test.each([
  ['the day before', '2026-11-19T12:00Z', /sexta, 20\/11/],
  ['on the day', '2026-11-20T12:00Z', /sexta, 20\/11/],
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
  const link = screen.getByRole('link', { name: 'Padaria Aurora' });
  expect(link).toHaveAttribute('href', `/sale-places/${cachedOrder.sale_place.id}`);
  expect(link.parentElement).toBeVisible();
  expect(link.parentElement).toHaveTextContent('Padaria Aurora · Hoje 17:30–19:00');
});

test('a card updates at midnight while the page is open', async () => {
  setTime('2026-11-19T23:58Z');
  renderInLanguage('pt', <OfferCard offer={offer} />);
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
  expect(screen.getByRole('link', { name: 'Padaria Aurora' }).parentElement).toHaveTextContent(
    'Hoje 17:30–19:00',
  );
});

test('the seller’s window of the day', async () => {
  setTime('2026-11-20T12:00Z');
  const amounts = { price_cents: 0, commission_cents: 0, refunded_cents: 0, earning_cents: 0 };
  const counts = { to_hand_out: 1, sold: 1, quantity: 3, sold_last_week: 0, quantity_last_week: 0 };
  const month = { month_earning_cents: 0, month_packs: 0, rating: null, rating_count: 0 };
  const day = {
    ...amounts,
    ...counts,
    ...month,
    ...pickupWindow,
    windows: [pickupWindow],
    pickup: 'x',
    time_zone: 'Europe/Lisbon',
  };
  const places = [1, 2].map((id) => ({ id, name: 'Aurora', to_hand_out: 0 }));
  fakeApi({
    '/seller/today': [{ body: { data: day } }],
    '/seller/waiting': [{ body: { data: { places } } }],
  });
  renderInLanguage('pt', <SellerTodayCard />);
  expect(await screen.findByText('Hoje 17:30–19:00')).toBeVisible();
  // Its figures are those of all shops.
  expect(await screen.findByRole('heading', { name: /todas as lojas/ })).toBeVisible();
});

test.each([
  ['pt', 'A tua próxima recolha', /Abre daqui a/],
  ['en', 'Your next pickup', /Opens in/],
  ['ru', 'Ближайшая выдача', /Выдача через/],
] as const)(
  'beside the offers of a phone stands the next pickup with countdown and PIN (%s)',
  async (language, label, opens) => {
    const soon = { pickup_start: minutesFromNow(60), pickup_end: minutesFromNow(120) };
    const later = { pickup_start: minutesFromNow(600), pickup_end: minutesFromNow(660) };
    const orders = [
      buildOrder({ id: 43, pin: '1111', ...later }),
      buildOrder({ id: 42, ...soon }),
      buildOrder({ id: 41, state: 'collected', ...soon }),
    ];
    fakeApi({ '/orders': [{ body: { ...emptyReply.body, data: orders } }] });
    writeStored('openOrderUntil', minutesFromNow(600));
    renderInLanguage(language, <PendingBars hasTabBar />, '/offers');
    const strip = await screen.findByRole('complementary', { name: label });
    expect(strip).toHaveTextContent(opens);
    expect(within(strip).getByRole('timer')).toHaveTextContent(/59:\d\d|1:00:00/);
    expect(within(strip).getByText('4827')).toBeVisible();
    expect(within(strip).getByRole('link')).toHaveAttribute('href', '/orders/42');
    // Of the later pickup the layout learns how long to look.
    expect(Date.parse(readStored('openOrderUntil')!)).toBeGreaterThan(Date.parse(later.pickup_end));
  },
);

test.each([
  ['without an order', '/offers', null],
  ['once the last one is over', '/offers', minutesFromNow(-1)],
  ['on other pages', '/account', minutesFromNow(60)],
])('%s no strip is loaded and nothing is asked', async (_, path, until) => {
  const { requests } = fakeApi({ '/orders': [emptyReply] });
  if (until) writeStored('openOrderUntil', until);
  else removeStored('openOrderUntil');
  const { container } = renderInLanguage('en', <PendingBars hasTabBar />, path);
  expect(container).toBeEmptyDOMElement();
  expect(await settleRequests(requests)).toEqual([]);
});
