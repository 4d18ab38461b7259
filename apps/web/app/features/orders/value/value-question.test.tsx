import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildOrder, mockCalls } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { writeStored } from '../../../lib/storage/storage.ts';
import type { BuyerOrder } from '../buyer-orders.api.ts';
import { HomeValueCard } from './value-cards.tsx';

const call = mockCalls();

const unanswered: NonNullable<BuyerOrder['value']> = {
  can_answer: true,
  until: '2026-12-04T19:00:00Z',
  answer: null,
  value_cents: 1200,
  photo: null,
  may_be_shown: false,
  is_shown: false,
};
const buildAnswered = (answer: 'about' | null) =>
  buildOrder({ state: 'collected', value: { ...unanswered, answer } }) as BuyerOrder;

test('whoever answers by keyboard stays at the answer; whoever takes it back, at the question', async () => {
  writeStored('token', 'a-token');
  let order = buildAnswered(null);
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  call.mockImplementation((async (name: string) => {
    if (name === 'answerValue') {
      await finished;
      order = buildAnswered('about');
      return { data: order };
    }
    if (name === 'withdrawValue') {
      order = buildAnswered(null);
      return { data: order };
    }
    return { data: name === 'listOrders' ? [order] : order, next_cursor: null, summary: {} };
  }) as never);
  const user = userEvent.setup();
  renderInLanguage('en', <HomeValueCard />);
  const about = await screen.findByRole('button', { name: /^About/ });
  about.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(about).toHaveAttribute('aria-busy', 'true'));
  // A disabled button loses the focus.
  expect(about).toBeEnabled();
  await user.keyboard('{Enter}');
  finish();
  expect(await screen.findByText(/^Thank/)).toBeVisible();
  expect(about).toHaveFocus();
  expect(about).toHaveAttribute('aria-pressed', 'true');
  expect(call.mock.calls.filter(([name]) => name === 'answerValue')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: /Take/ }));
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus());
});
