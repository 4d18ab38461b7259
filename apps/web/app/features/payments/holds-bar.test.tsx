import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, settleRequests } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts';
import HoldsBar from './holds-bar.tsx';
import { HoldNotice } from './payment-panel.tsx';
import { useHolds } from './use-holds.ts';

const createHold = (minutes: number, { is_offer = false, slot_id = 9, token = 'h1' } = {}) => ({
  is_offer,
  token,
  client_secret: 's',
  provider: 'sandbox',
  expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
  product_id: 7,
  slot_id,
  product_name: 'Cesto',
  amount_cents: 399,
  quantity: 1,
});
const renderBar = (path = '/favorite') => renderInLanguage('en', <HoldsBar />, path);

beforeEach(() => {
  writeStored('token', 'abc');
  writeStored('holdUntil', createHold(9).expires_at);
});

test('names each pack, with one way on: to pay for it or to let it go', async () => {
  const holds = [createHold(9), createHold(8, { slot_id: 10, token: 'h2' })];
  fakeApi({ 'payment/holds': [{ body: { data: holds } }] });
  renderBar();
  const bar = await screen.findByRole('complementary', { name: 'Set aside for you' });
  const rows = within(bar).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Cesto.*Go on$/),
    expect.stringMatching(/^Cesto.*Go on$/),
  ]);
  expect(within(rows[0]!).getByRole('timer')).toHaveAttribute('aria-live', 'off');
  const links = within(bar).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/offers/7?pay=9', '/offers/7?pay=10']);
  expect(within(bar).queryByRole('button')).toBeNull();
});

test('on the page of an offer shows the hold of another slot of the same product', async () => {
  const holds = [createHold(9), createHold(9, { slot_id: 10, token: 'h2' })];
  fakeApi({ 'payment/holds': [{ body: { data: holds } }] });
  // Its page requests the holds itself.
  function OfferPage() {
    useHolds();
    return <HoldsBar />;
  }
  renderInLanguage('en', <OfferPage />, '/offers/7?pay=10');
  const links = await screen.findAllByRole('link', { name: 'Go on' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/offers/7?pay=9']);
});

test('is hidden on the page of the offer', async () => {
  const { requests } = fakeApi({ 'payment/holds': [{ body: { data: [createHold(9)] } }] });
  renderBar('/offers/7');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(await settleRequests(requests)).toEqual([]);
});

test('is hidden after signing out', async () => {
  const { requests } = fakeApi({ 'payment/holds': [{ body: { data: [createHold(9)] } }] });
  act(() => removeStored('token'));
  renderBar();
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(await settleRequests(requests)).toEqual([]);
});

test('once no hold can exist, none is requested, now or on the next visit', async () => {
  const { requests } = fakeApi({ 'payment/holds': [{ body: { data: [] } }] });
  writeStored('holdUntil', createHold(-1).expires_at);
  renderBar();
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(await settleRequests(requests)).toEqual([]);
  expect(readStored('holdUntil')).toBeNull();
});

test('an expired hold is not shown', async () => {
  const holds = [createHold(-1), createHold(9, { slot_id: 10, token: 'h2' })];
  fakeApi({ 'payment/holds': [{ body: { data: holds } }] });
  renderBar();
  const links = await screen.findAllByRole('link', { name: 'Go on' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/offers/7?pay=10']);
});

test('counts down by the second without announcing each one', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 17, 32) });
  renderInLanguage('en', <HoldNotice hold={{ expires_at: new Date(2026, 10, 20, 17, 42).toISOString() }} />);
  expect(screen.getByText('Yours until 17:42')).toBeVisible();
  const timer = screen.getByRole('timer');
  expect(timer).toHaveAttribute('aria-live', 'off');
  expect(timer).toHaveTextContent('10:00');
  act(() => void vi.advanceTimersByTime(61_000));
  expect(timer).toHaveTextContent('8:59');
  act(() => void vi.advanceTimersByTime(600_000));
  expect(timer).toHaveTextContent('0:00');
});
