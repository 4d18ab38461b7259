import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, TestQueryProvider } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import SellerTaskCount from './seller-task-count.tsx';

function renderCount(to_hand_out: number, reports: number) {
  const { requests } = fakeApi({ '/seller/waiting': [{ body: { data: { to_hand_out, reports } } }] });
  return {
    requests,
    ...renderInLanguage(
      'en',
      <TestQueryProvider>
        <SellerTaskCount />
      </TestQueryProvider>,
    ),
  };
}

test('shows the number of orders to hand out and reports to answer, with an accessible text', async () => {
  renderCount(3, 1);
  expect(await screen.findByText('4')).toBeVisible();
  expect(screen.getByText(/\b4\b.+/)).toHaveClass('sr-only');
});

test('more than 99 is shown as 99+', async () => {
  renderCount(120, 0);
  expect(await screen.findByText('99+')).toBeVisible();
});

test('renders nothing without tasks', async () => {
  const { requests, container } = renderCount(0, 0);
  await waitFor(() => expect(requests).toHaveLength(1));
  await waitFor(() => expect(container).toHaveTextContent(''));
  expect(screen.queryByText('0')).toBeNull();
});
