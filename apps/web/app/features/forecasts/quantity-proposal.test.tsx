import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { seller } from '../../../test/me.ts';
import { renderInLanguage } from '../../../test/render.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { writeStored } from '../../lib/storage/storage.ts';
import { QuantityProposal } from './quantity-proposal.tsx';

const call = mockCalls();

beforeEach(() => {
  writeStored('token', 'token');
  queryClient.clear();
  queryClient.setQueryData(['me'], seller);
});

const day = (proposal: number | null, closed = false) => ({
  date: '2026-11-28',
  closed,
  forecast: proposal === null ? null : { proposal },
});

const answerWith = (...products: { id: number; days: ReturnType<typeof day>[] }[]) =>
  call.mockImplementation((async () => ({ data: { packs: products } })) as never);

const renderProposal = (quantity = '3') => {
  const onUse = vi.fn();
  renderInLanguage(
    'en',
    <QuantityProposal salePlaceId={7} productId={1} quantity={quantity} onUse={onUse} />,
  );
  return onUse;
};

test('is the mean of the days of the pack, taken over with one press', async () => {
  answerWith({ id: 1, days: [day(6), day(8), day(1, true), day(null)] }, { id: 2, days: [day(2)] });
  const onUse = renderProposal();
  expect(await screen.findByText('The forecast of this pack is 7 a day on average.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Use 7' }));
  expect(onUse).toHaveBeenCalledWith('7');
});

test('of a new pack it is that of the others of its shop', async () => {
  answerWith({ id: 1, days: [day(null)] }, { id: 2, days: [day(4), day(5)] });
  renderProposal();
  expect(
    await screen.findByText('Of your other packs here the forecast is 5 a day on average.'),
  ).toBeVisible();
});

test('is nothing without a history', async () => {
  answerWith({ id: 1, days: [day(null)] });
  renderProposal();
  await vi.waitFor(() => expect(call).toHaveBeenCalled(), { timeout: 10_000 });
  expect(screen.queryByRole('button')).toBeNull();
});
