import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderIn } from '../../../../test/render.tsx';
import { call } from '../../../lib/api.ts';
import { notifyProblem } from '../../../ui/toast.ts';
import { TodayStock } from './today-stock.tsx';
import type { Slot, Week } from './week-cache.ts';

vi.mock(import('../../../lib/api.ts'), async (original) => ({ ...(await original()), call: vi.fn() }));
vi.mock(import('../../../ui/toast.ts'), () => ({ notify: vi.fn(), notifyProblem: vi.fn() }));

const slot: Slot = {
  ...{
    id: 4,
    date: '2026-11-20',
    starts_at: '2026-11-20T17:30:00.000Z',
    ends_at: '2999-11-20T19:00:00.000Z',
  },
  ...{ quantity: 4, sold: 1, held: 1, left: 2, sold_out: false, closed: false },
};
const week = (today: Slot): Week => ({
  ...{ today: today.date, time_zone: 'Europe/Lisbon', dates: [{ date: today.date, holiday: null }] },
  packs: [
    {
      ...{ id: 7, name: 'Cesto', photo: null, type: null, state: 'active', quantity: 4, schedule: {} },
      days: [{ date: today.date, time_start: '17:30', time_end: '19:00', by: 'week', slot: today }],
    },
  ],
});

/** What the server has; a tap is answered when the test lets it. */
let server = slot;
let answer = Promise.withResolvers<void>();
const sent: number[] = [];

beforeEach(() => {
  server = slot;
  answer = Promise.withResolvers();
  sent.length = 0;
  vi.mocked(notifyProblem).mockClear();
  vi.mocked(call).mockImplementation((async (name: string, input?: { body?: { quantity: number } }) => {
    if (name === 'getSellerWeek') return { data: week(server) };
    const { quantity } = input!.body!;
    sent.push(quantity);
    await answer.promise;
    server = { ...server, quantity, left: quantity - 2 };
    return { data: server };
  }) as never);
  renderIn(
    'en',
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } })}
    >
      <TodayStock placeId={1} />
    </QueryClientProvider>,
  );
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const left = () => screen.findByRole('status');

test('a tap shows before the server has answered, and the next counts from there', async () => {
  expect(await left()).toHaveTextContent('2left');
  await press('One more');
  expect(await left()).toHaveTextContent('3left');
  await press('One more');
  expect(await left()).toHaveTextContent('4left');
  answer.resolve();
  await waitFor(() => expect(sent).toEqual([5, 6]));
  await waitFor(async () => expect(await left()).toHaveTextContent('4left'));
});

test('what is sold or held cannot be taken off: the tap is not there', async () => {
  await press('One fewer');
  await press('One fewer');
  expect(await left()).toHaveTextContent('0left');
  expect(await screen.findByRole('button', { name: 'One fewer' })).toBeDisabled();
  answer.resolve();
  await waitFor(() => expect(sent).toEqual([3, 2]));
});

test('a tap that is refused is taken back, and said', async () => {
  await press('One fewer');
  expect(await left()).toHaveTextContent('1left');
  answer.reject(new ApiError(409, { code: 5, message: 'Somebody was quicker.' }, null));
  await waitFor(async () => expect(await left()).toHaveTextContent('2left'));
  expect(notifyProblem).toHaveBeenCalledOnce();
});
