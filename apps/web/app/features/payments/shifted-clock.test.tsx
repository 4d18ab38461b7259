import { screen } from '@testing-library/react';
import { learnServerTime } from '@wopack/ui/server-clock.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { writeStored } from '../../lib/storage/storage.ts';
import HoldsBar from './holds-bar.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { usePayment } from './use-payment.ts';

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

const target = {
  productId: 7,
  slotId: 9,
  productName: 'Cesto',
  price: 3.99,
  quantity: null,
  maxPerOrder: 3,
  left: 3,
  isOffer: false,
  timeZone: 'Europe/Lisbon',
};

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
      '/provider': answer({ provider: 'sandbox', publishable_key: null, methods: ['card'] }),
    });
    renderInLanguage('en', <Checkout />);
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
  renderInLanguage('en', <HoldsBar />, '/favorite');
  expect(await screen.findByText('Cesto')).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent(/^9:(30|29)$/);
});
