import { act, render, renderHook, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, TestQueryProvider } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import HoldsBar from '../../features/payments/holds-bar.tsx';
import { PaymentPanel } from '../../features/payments/payment-panel.tsx';
import { usePayment } from '../../features/payments/use-payment.ts';
import { writeStored } from '../storage/storage.ts';
import { learnServerTime, serverNow } from './server-clock.ts';
import { useCountdown, useToday } from './use-now.ts';

/** By the server's clock. */
const SERVER_NOW = new Date('2026-11-20T16:48:19.500Z');
const MINUTE = 60_000;

const setDeviceClock = (minutesAhead: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: SERVER_NOW.getTime() + minutesAhead * MINUTE });

beforeEach(() => writeStored('token', 'a-token'));

const createHold = () => ({
  is_offer: false,
  token: 'h1',
  client_secret: 's',
  provider: 'sandbox',
  expires_at: new Date(SERVER_NOW.getTime() + 9.5 * MINUTE).toISOString(),
  product_id: 7,
  slot_id: 9,
  product_name: 'Cesto',
  amount_cents: 399,
});
const answer = (data: unknown) => [{ body: { data }, headers: { date: SERVER_NOW.toUTCString() } }];

const target = { productId: 7, slotId: 9, productName: 'Cesto', price: 3.99, isOffer: false };

function Checkout() {
  const payment = usePayment({ target, onPaid: () => {}, onOfferChange: () => {} });
  return (
    <PaymentPanel formId="card" payment={payment} priceCents={399}>
      {payment.hold ? 'a hold' : 'no hold'}
    </PaymentPanel>
  );
}

test.each([12, -12, 60 * 24, 0])(
  'a device %i minutes fast sees the hold on the page of the payment',
  async (minutes) => {
    setDeviceClock(minutes);
    fakeApi({
      '/holds': answer([createHold()]),
      '/provider': answer({ provider: 'sandbox', publishable_key: null }),
    });
    renderInLanguage(
      'en',
      <TestQueryProvider>
        <Checkout />
      </TestQueryProvider>,
    );
    expect(await screen.findByText('a hold')).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent(/^9:(30|29)$/);
  },
);

test.each([12, -12])('a device %i minutes fast sees the hold on other pages', async (minutes) => {
  setDeviceClock(minutes);
  const hold = createHold();
  writeStored('holdUntil', hold.expires_at);
  learnServerTime(SERVER_NOW.toUTCString(), Date.now(), Date.now());
  fakeApi({ '/holds': answer([hold]) });
  renderInLanguage(
    'en',
    <TestQueryProvider>
      <HoldsBar />
    </TestQueryProvider>,
    '/favorite',
  );
  expect(await screen.findByText('Cesto')).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent(/^9:(30|29)$/);
});

test('a difference of up to two seconds is none, and an answer that took long tells little', () => {
  setDeviceClock(0);
  const now = Date.now();
  learnServerTime(new Date(now + 1_000).toUTCString(), now, now);
  expect(serverNow()).toBe(now);
  learnServerTime(new Date(now - 5_000).toUTCString(), now - 30_000, now);
  expect(serverNow()).toBe(now);
  learnServerTime(null, now, now);
  learnServerTime('no date', now, now);
  expect(serverNow()).toBe(now);
});

test('a clock that is set while the page is open is noticed by the next answer', () => {
  setDeviceClock(0);
  learnServerTime(SERVER_NOW.toUTCString(), Date.now(), Date.now());
  expect(serverNow()).toBe(SERVER_NOW.getTime());
  setDeviceClock(12);
  learnServerTime(SERVER_NOW.toUTCString(), Date.now() - 40, Date.now());
  expect(Math.abs(serverNow() - SERVER_NOW.getTime())).toBeLessThan(1_000);
});

test('countdowns and the day follow as soon as the difference is known', () => {
  setDeviceClock(12 * 60);
  const until = new Date(SERVER_NOW.getTime() + 5 * MINUTE);
  function Clock() {
    return <p>{`${Math.round(useCountdown(until) / MINUTE)} ${useToday('Europe/Lisbon')}`}</p>;
  }
  render(<Clock />);
  expect(screen.getByText('0 2026-11-21')).toBeVisible();
  act(() => learnServerTime(SERVER_NOW.toUTCString(), Date.now(), Date.now()));
  expect(screen.getByText('5 2026-11-20')).toBeVisible();
});

test('a countdown that was over by a wrong clock counts again', () => {
  vi.useFakeTimers({ now: SERVER_NOW.getTime() + 12 * MINUTE });
  const until = new Date(SERVER_NOW.getTime() + 5 * MINUTE);
  const { result } = renderHook(() => useCountdown(until));
  expect(result.current).toBe(0);
  act(() => learnServerTime(SERVER_NOW.toUTCString(), Date.now(), Date.now()));
  act(() => void vi.advanceTimersByTime(3_000));
  expect(Math.round(result.current / 1000)).toBe(297);
});
