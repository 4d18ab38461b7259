import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, Queries } from '../../../../test/fake-api.tsx';
import { renderIn } from '../../../../test/render.tsx';
import { read, remove, write } from '../../../lib/storage.ts';
import HoldsBar from './holds-bar.tsx';

const createHold = (minutes: number) => ({
  token: 'h1',
  client_secret: 's',
  provider: 'sandbox',
  expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
  product_id: 7,
  slot_id: 9,
  product_name: 'Cesto',
  amount_cents: 399,
});
const renderBar = (path = '/favorite') =>
  renderIn(
    'en',
    <Queries>
      <HoldsBar aboveTabs />
    </Queries>,
    path,
  );

beforeEach(() => {
  write('token', 'abc');
  write('holdUntil', createHold(9).expires_at);
});

test('names the pack, leads back to it, and lets it go', async () => {
  const { bodies } = fakeApi({
    'payment/holds': [{ body: { data: [createHold(9)] } }, { body: { data: [] } }],
    'payment/failure': [{ body: { code: 0 } }],
  });
  renderBar();
  expect(await screen.findByRole('complementary', { name: 'Set aside for you' })).toBeVisible();
  expect(screen.getByText('Cesto')).toBeVisible();
  expect(screen.getByRole('timer')).toHaveAttribute('aria-live', 'off');
  expect(screen.getByRole('link', { name: 'Go on' })).toHaveAttribute('href', '/offers/7');
  await userEvent.click(screen.getByRole('button', { name: 'Let go' }));
  await expect.poll(() => screen.queryByRole('complementary')).toBeNull();
  expect(bodies('payment/failure')).toEqual([{ token: 'h1', code: 'released', description: '' }]);
});

test('the page of a pack has it beside the form', async () => {
  const { asked: requests } = fakeApi({ 'payment/holds': [{ body: { data: [createHold(9)] } }] });
  renderBar('/offers/7');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(requests).toEqual([]);
});

test('nor is anything shown to whoever has signed out', async () => {
  const { asked: requests } = fakeApi({ 'payment/holds': [{ body: { data: [createHold(9)] } }] });
  act(() => remove('token'));
  renderBar();
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(requests).toEqual([]);
});

test('when nothing can be set aside any more nobody asks the server for it, now or the next time', async () => {
  const { asked: requests } = fakeApi({ 'payment/holds': [{ body: { data: [] } }] });
  write('holdUntil', createHold(-1).expires_at);
  renderBar();
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(requests).toEqual([]);
  expect(read('holdUntil')).toBeNull();
});

test('what is over is not shown', async () => {
  const { asked: requests } = fakeApi({ 'payment/holds': [{ body: { data: [createHold(-1)] } }] });
  renderBar();
  await expect.poll(() => requests.length).toBeGreaterThan(0);
  expect(screen.queryByRole('complementary')).toBeNull();
});
