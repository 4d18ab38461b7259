import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { beforeEach, expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import type { StockQuestion } from '../../features/forecasts/stock-questions.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { StockQuestionCards } from './stock-question-cards.tsx';

const call = mockCalls();

const question: StockQuestion = {
  id: 11,
  state: 'open',
  product: { id: 1, name: 'Basket', photo: null },
  sale_place: { id: 7, name: 'Rossio', time_zone: 'Europe/Lisbon' },
  ...{ date: '2026-11-28', starts_at: '2026-11-28T17:30:00Z', ends_at: '2026-11-28T19:00:00Z' },
  ...{ pickup: 'Sat 28 Nov, 17:30–19:00', asked_at: '2026-11-28T14:30:00Z' },
  ...{ promised: 4, quantity: 4, sold: 2, taken: 2, proposal: 5, forecast: null, accuracy: null },
  ...{ answer: null, answered_at: null, published_by_itself: false, followers: 0, waiting: false },
};
const other = { ...question, id: 12, product: { ...question.product, name: 'Soup' } };

beforeEach(() => queryClient.clear());

/** Answers with `before`, and with `after` once an answer was refused. */
function refuse(before: StockQuestion[], after: StockQuestion[], message: string) {
  let isRefused = false;
  call.mockImplementation(async (name: string) => {
    if (name === 'listStockQuestions') return { data: isRefused ? after : before };
    isRefused = true;
    throw new ApiError(409, { code: 5, message });
  });
}

test.each([
  ['somebody else answered', [{ ...question, state: 'answered', quantity: 5, answer: 5 }, other]],
  ['the window has begun', [{ ...question, state: 'over' }, other]],
  ['it is listed no more', [other]],
] as [string, StockQuestion[]][])(
  'refused because %s: why, the chosen number and the focus stay',
  async (_, after) => {
    refuse([question, other], after, '5 were published already, at 14:31.');
    renderInLanguage('en', <StockQuestionCards salePlaceId={7} />);
    const findCard = async () => (await screen.findByRole('heading', { name: /Basket/ })).closest('li')!;
    await userEvent.click(within(await findCard()).getByRole('button', { name: 'One more' }));
    await userEvent.click(within(await findCard()).getByRole('button', { name: 'Publish 6' }));
    const read = await screen.findByRole('button', { name: 'Got it' });
    const card = within(await findCard());
    expect(card.getByRole('alert')).toHaveTextContent('5 were published already, at 14:31.');
    expect(card.getByRole('status')).toHaveTextContent('6');
    expect(card.getByRole('button', { name: 'One more' })).toBeDisabled();
    expect(read).toHaveFocus();
    expect(screen.getByRole('heading', { name: /Soup/ })).toBeVisible();
    await userEvent.click(read);
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Basket/ })).toBeNull());
  },
);

test('refused because the number was changed meanwhile: the same card can publish again', async () => {
  refuse([question], [{ ...question, quantity: 3 }], 'It is 3 now.');
  renderInLanguage('en', <StockQuestionCards salePlaceId={7} />);
  await userEvent.click(await screen.findByRole('button', { name: 'One more' }));
  const publish = screen.getByRole('button', { name: 'Publish 6' });
  await userEvent.click(publish);
  expect(await screen.findByRole('alert')).toHaveTextContent('It is 3 now.');
  expect(publish).toHaveAccessibleName('Publish 6');
  expect(publish).toHaveFocus();
});
