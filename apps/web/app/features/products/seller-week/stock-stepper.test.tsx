import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockCalls } from '../../../../test/fake-api.tsx';
import { seller } from '../../../../test/me.ts';
import { renderInLanguage } from '../../../../test/render.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { DayList } from './day-list.tsx';
import { type SellerWeek, type Slot, withQuantity, withSoldOut } from './seller-week.api.ts';
import { TodayStock } from './today-stock.tsx';

const call = mockCalls();

const slot: Slot = {
  id: 4,
  date: '2026-11-20',
  starts_at: '2026-11-20T17:30:00.000Z',
  ends_at: '2999-11-20T19:00:00.000Z',
  quantity: 4,
  sold: 1,
  held: 1,
  left: 2,
  sold_out: false,
  closed: false,
};
const buildSellerWeek = (
  todaySlot: Slot | null,
  state: SellerWeek['packs'][number]['state'] = 'active',
): SellerWeek => ({
  today: slot.date,
  time_zone: 'Europe/Lisbon',
  dates: [{ date: slot.date, holiday: null, public_holiday: null }],
  packs: [
    {
      id: 7,
      name: 'Cesto',
      photo: null,
      type: null,
      state,
      quantity: 4,
      linked_count: 0,
      running: null,
      schedule: {},
      days: [{ date: slot.date, time_start: '17:30', time_end: '19:00', by: 'week', slot: todaySlot }],
    },
  ],
});

/** The server's state; a request is answered when the test releases it. */
let serverSlot = slot;
let serverReply = Promise.withResolvers<void>();
const sentQuantities: number[] = [];

beforeEach(() => {
  queryClient.setQueryData(['me'], seller);
  serverSlot = slot;
  serverReply = Promise.withResolvers();
  sentQuantities.length = 0;
  call.mockImplementation(async (name, input) => {
    if (name === 'getSellerWeek') return { data: buildSellerWeek(serverSlot) };
    const { quantity } = input!.body as { quantity: number };
    sentQuantities.push(quantity);
    await serverReply.promise;
    serverSlot = { ...serverSlot, quantity, left: quantity - 2 };
    return { data: serverSlot };
  });
  renderInLanguage('en', <TodayStock salePlaceId={1} />);
});

const pressButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const findStockStatus = () => screen.findByRole('status');

test('a tap shows before the server has responded, and the next one counts from there', async () => {
  expect(await findStockStatus()).toHaveTextContent('2left');
  await pressButton('One more');
  expect(await findStockStatus()).toHaveTextContent('3left');
  await pressButton('One more');
  expect(await findStockStatus()).toHaveTextContent('4left');
  serverReply.resolve();
  await waitFor(() => expect(sentQuantities).toEqual([5, 6]));
  await waitFor(async () => expect(await findStockStatus()).toHaveTextContent('4left'));
});

test('units ordered or on hold cannot be removed: there is no button', async () => {
  await pressButton('One fewer');
  await pressButton('One fewer');
  expect(await findStockStatus()).toHaveTextContent('0left');
  expect(await screen.findByRole('button', { name: 'One fewer' })).toBeDisabled();
  serverReply.resolve();
  await waitFor(() => expect(sentQuantities).toEqual([3, 2]));
});

test('a refused tap is rolled back with a message', async () => {
  await pressButton('One fewer');
  expect(await findStockStatus()).toHaveTextContent('1left');
  serverReply.reject(new ApiError(409, { code: 5, message: 'Somebody was quicker.' }, null));
  await waitFor(async () => expect(await findStockStatus()).toHaveTextContent('2left'));
  expect(await screen.findAllByText('Somebody was quicker.')).toHaveLength(1);
});

const renderWeek = (language: 'pt' | 'en' | 'ru', week: SellerWeek) => {
  cleanup();
  call.mockImplementation(async (name: string) => (name === 'getSellerWeek' ? { data: week } : { data: {} }));
  renderInLanguage(language, <TodayStock salePlaceId={1} />);
};

test('a week that cannot be loaded is said, and asked for again', async () => {
  cleanup();
  call.mockRejectedValue(new ApiError(503, { code: 9, message: 'Soon again.' }, null));
  renderInLanguage('en', <TodayStock salePlaceId={1} />);
  const retry = await screen.findByRole('button', { name: /try again/i });
  call.mockImplementation(async () => ({ data: buildSellerWeek(slot) }));
  await userEvent.click(retry);
  expect(await findStockStatus()).toHaveTextContent('2left');
});

test.each([
  ['pt', 'Nada à venda hoje', 'Cesto está em pausa', 'Reabrir Cesto'],
  ['en', 'Nothing on sale today', 'Cesto is paused', 'Reopen Cesto'],
  ['ru', 'Сегодня ничего не продаётся', 'На паузе: Cesto', 'Открыть снова: Cesto'],
] as const)(
  'a paused product is not shown as on sale, and can be reopened (%s)',
  async (language, none, paused, reopen) => {
    renderWeek(language, buildSellerWeek(slot, 'paused'));
    expect(await screen.findByRole('heading', { name: none })).toBeVisible();
    expect(screen.getByText(paused)).toBeVisible();
    expect(screen.queryByRole('status')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: reopen }));
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith('pauseProduct', { params: { id: 7 }, body: { paused: false } }),
    );
  },
);

test.each([
  ['closed day', buildSellerWeek({ ...slot, closed: true })],
  ['day without a slot', buildSellerWeek(null)],
  ['paused sale place', buildSellerWeek(slot, 'closed')],
])('a %s keeps its way to the week', async (_, week) => {
  renderWeek('en', week);
  expect(await screen.findByRole('heading', { name: 'Nothing on sale today' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'The week' })).toHaveAttribute('href', '/seller/week');
  expect(screen.queryByRole('status')).toBeNull();
});

test('on a phone the week is seven tiles with what is left and sold; one opens its day', async () => {
  const dates = ['2026-11-20', '2026-11-21'].map((date) => ({
    date,
    holiday: null,
    public_holiday: date === '2026-11-21' ? 'Freedom Day' : null,
  }));
  const [product] = buildSellerWeek(slot).packs;
  const closedDay = {
    date: dates[1]!.date,
    time_start: null,
    time_end: null,
    by: 'week' as const,
    slot: null,
  };
  const week = {
    ...buildSellerWeek(slot),
    dates,
    packs: [{ ...product!, days: [...product!.days, closedDay] }],
  };
  const onDateChange = vi.fn();
  renderInLanguage(
    'en',
    <DayList
      week={week}
      date="2026-11-20"
      onDateChange={onDateChange}
      onOpenDay={vi.fn()}
      onEditSchedule={vi.fn()}
    />,
  );
  const today = screen.getByRole('radio', { name: /^Today, Fri.* 20 November\. 2 left, 1 sold$/ });
  expect(today).toBeChecked();
  expect(today).toHaveTextContent('1 / 4');
  await userEvent.click(screen.getByRole('radio', { name: /21 November\. Day off\. Freedom Day$/ }));
  expect(onDateChange).toHaveBeenCalledWith('2026-11-21');
});

const countArbitrary = fc.nat({ max: 7 });
/** Sold, on hold, left, and refunded: neither sold nor free. */
const countsArbitrary = fc.tuple(countArbitrary, countArbitrary, countArbitrary, countArbitrary);
const slotArbitrary = countsArbitrary.map(
  ([sold, held, left, refunded]): Slot => ({
    id: 1,
    date: '2026-11-20',
    starts_at: '',
    ends_at: '',
    closed: false,
    sold_out: false,
    sold,
    held,
    left,
    quantity: sold + refunded + held + left,
  }),
);

test('after any sequence of taps units ordered and on hold stay, and the sum is the quantity', () => {
  fc.assert(
    fc.property(slotArbitrary, countArbitrary, (slot, extra) => {
      const takenUnits = slot.quantity - slot.left;
      for (const updatedSlot of [withQuantity(slot, takenUnits + extra), withSoldOut(slot)]) {
        expect(updatedSlot).toMatchObject({ sold: slot.sold, held: slot.held });
        expect(updatedSlot.quantity - updatedSlot.left).toBe(takenUnits);
      }
      expect(withQuantity(withSoldOut(slot), slot.quantity)).toEqual(slot);
    }),
  );
});

test('a press on the number opens a field; Enter sets it, Escape does not, and a day has 99 packs at most', async () => {
  await pressButton('Type how many are left');
  const field = () => screen.getByRole('textbox', { name: 'Type how many are left' });
  expect(field()).toHaveFocus();
  await userEvent.keyboard('20{Escape}');
  expect(await findStockStatus()).toHaveTextContent('2left');
  expect(sentQuantities).toEqual([]);
  serverReply.resolve();
  await pressButton('Type how many are left');
  await userEvent.keyboard('20{Enter}');
  expect(await findStockStatus()).toHaveTextContent('20left');
  await waitFor(() => expect(sentQuantities).toEqual([22]));
  await pressButton('Type how many are left');
  await userEvent.keyboard('500{Enter}');
  await waitFor(() => expect(sentQuantities).toEqual([22, 99]));
  expect(await screen.findByRole('button', { name: '99 a day at most' })).toBeDisabled();
});
