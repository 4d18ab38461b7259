import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { beforeEach, expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { seller } from '../../../test/me.ts';
import { renderInLanguage } from '../../../test/render.tsx';
import type { StockQuestion } from '../../features/forecasts/stock-questions.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { writeStored } from '../../lib/storage/storage.ts';
import { StockQuestionsView } from './stock-question.tsx';

const call = mockCalls();

const question: StockQuestion = {
  id: 11,
  state: 'open',
  product: { id: 1, name: 'Basket', photo: null },
  sale_place: { id: 7, name: 'Rossio', time_zone: 'Europe/Lisbon' },
  date: '2026-11-28',
  starts_at: '2026-11-28T17:30:00Z',
  ends_at: '2026-11-28T19:00:00Z',
  pickup: 'Sat 28 Nov, 17:30–19:00',
  asked_at: '2026-11-28T14:30:00Z',
  promised: 4,
  quantity: 4,
  sold: 2,
  taken: 2,
  proposal: 7,
  forecast: {
    left_over: { expected: 7, low: 6, high: 8 },
    bought: { expected: 9, low: 6, high: 10 },
    proposal: 7,
    like_days: 8,
    sold_out_early_days: 3,
    waited: 4,
  },
  accuracy: { days: 48, mean_error: 0.9, average_error: 1.4, days_in_range: 39 },
  answer: null,
  answered_at: null,
  published_by_itself: false,
  followers: 12,
  waiting: false,
};

const answered: StockQuestion = {
  ...question,
  state: 'answered',
  quantity: 7,
  answer: 7,
  answered_at: '2026-11-28T14:32:00Z',
};

beforeEach(() => {
  writeStored('token', 'token');
  queryClient.clear();
  queryClient.setQueryData(['me'], seller);
});

const answerWith = (...questions: StockQuestion[]) =>
  call.mockImplementation((async (name: string) => {
    if (name === 'listStockQuestions') return { data: questions };
    throw new Error(name);
  }) as never);

const renderView = () => renderInLanguage('en', <StockQuestionsView />);

test('the proposal is filled in, and one press publishes it', async () => {
  answerWith(question);
  renderView();
  const group = await screen.findByRole('group', { name: 'Packs today: Basket' });
  expect(within(group).getByRole('status')).toHaveTextContent('7');
  expect(group).toHaveTextContent('7 = 2 taken + 5 on sale.');
  expect(
    screen.getByText('We tell 12 people with an alert. If you publish nothing, 4 stay.'),
  ).toBeInTheDocument();
  expect(screen.getByText(/Off by 0\.9 packs on average; .* by 1\.4/)).toBeInTheDocument();
  call.mockImplementation((async (name: string) =>
    name === 'answerStockQuestion' ? { data: answered } : { data: [answered] }) as never);
  await userEvent.click(screen.getByRole('button', { name: 'Publish 7' }));
  expect(call).toHaveBeenCalledWith('answerStockQuestion', {
    params: { id: 11 },
    body: { quantity: 7, former_quantity: 4 },
  });
  expect(await screen.findByText('Published at 14:32: 7 today.')).toBeInTheDocument();
  // The button is gone.
  expect(screen.getByText('Published at 14:32: 7 today.').closest('section')).toHaveFocus();
});

test('what was published stays in view when another question is open', async () => {
  const other = { ...question, id: 12, product: { ...question.product, id: 2, name: 'Soup' } };
  answerWith(question, other);
  renderView();
  const button = await screen.findByRole('button', { name: 'Publish 7' });
  call.mockImplementation((async (name: string) =>
    name === 'answerStockQuestion' ? { data: answered } : { data: [other, answered] }) as never);
  await userEvent.click(button);
  expect(await screen.findByText('Published at 14:32: 7 today.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /Soup/ })).toBeInTheDocument();
});

test('what somebody else published first is not taken for the own answer', async () => {
  answerWith(question);
  renderView();
  const button = await screen.findByRole('button', { name: 'Publish 7' });
  const refusal = new ApiError(409, { code: 5, message: '5 were published already, at 14:31.' });
  call.mockImplementation((async (name: string) => {
    if (name === 'answerStockQuestion') throw refusal;
    return { data: [{ ...answered, answer: 5, quantity: 5 }] };
  }) as never);
  await userEvent.click(button);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('5 were published already, at 14:31.');
  expect(alert.closest('section')).toHaveFocus();
  expect(screen.queryByRole('button', { name: /Publish/ })).toBeNull();
  expect(screen.queryByText(/^Published at/)).toBeNull();
});

test('the number goes from what is taken to the most, and the minimum is kept by name', async () => {
  answerWith({ ...question, proposal: null, forecast: null, accuracy: null, quantity: 3 });
  renderView();
  expect(await screen.findByRole('button', { name: 'Keep 3' })).toBeInTheDocument();
  const fewer = screen.getByRole('button', { name: 'One fewer' });
  await userEvent.click(fewer);
  expect(fewer).toBeDisabled();
  expect(screen.getByText(/Fewer are not possible/)).toBeInTheDocument();
  expect(screen.queryByText(/We tell/)).toBeNull();
  expect(screen.getByText(/It needs ten days on sale/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'One more' }));
  expect(screen.getByRole('button', { name: 'Keep 3' })).toBeInTheDocument();
});

test('what somebody else published is said, and the number stays as it was chosen', async () => {
  answerWith(question);
  renderView();
  await userEvent.click(await screen.findByRole('button', { name: 'One fewer' }));
  const refusal = new ApiError(409, { code: 5, message: '5 were published already, at 14:31.' });
  call.mockImplementation((async (name: string) => {
    if (name === 'answerStockQuestion') throw refusal;
    return { data: [question] };
  }) as never);
  await userEvent.click(screen.getByRole('button', { name: 'Publish 6' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('5 were published already, at 14:31.');
  expect(screen.getByRole('button', { name: 'Publish 6' })).toBeInTheDocument();
});

test('too late says that the number stands', async () => {
  answerWith({ ...question, state: 'over' });
  renderView();
  expect(await screen.findByText(/Pickup has begun, or the pack is off sale: 4 stand/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Publish/ })).toBeNull();
});

test('others without an answer are linked', async () => {
  answerWith(question, { ...question, id: 12, product: { ...question.product, name: 'Soup' } });
  renderView();
  expect(await screen.findByRole('link', { name: /Soup/ })).toHaveAttribute(
    'href',
    '/seller/questions?slot=12',
  );
});

test('without a question the page says when there is one', async () => {
  answerWith();
  renderView();
  expect(await screen.findByText('No question today')).toBeInTheDocument();
});
