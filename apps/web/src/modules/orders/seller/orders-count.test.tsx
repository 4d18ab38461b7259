import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, Queries } from '../../../../test/fake-api.tsx';
import { renderIn } from '../../../../test/render.tsx';
import OrdersCount from './orders-count.tsx';

function open(to_hand_out: number, reports: number) {
  const { asked } = fakeApi({ '/seller/waiting': [{ body: { data: { to_hand_out, reports } } }] });
  return {
    asked,
    ...renderIn(
      'en',
      <Queries>
        <OrdersCount />
      </Queries>,
    ),
  };
}

test('beside Orders: what is to be handed out and answered, in figures and in words', async () => {
  open(3, 1);
  expect(await screen.findByText('4')).toBeVisible();
  expect(screen.getByText(/\b4\b.+/)).toHaveClass('sr-only');
});

test('more than fits is 99+', async () => {
  open(120, 0);
  expect(await screen.findByText('99+')).toBeVisible();
});

test('nothing waits: nothing is there', async () => {
  const { asked, container } = open(0, 0);
  await waitFor(() => expect(asked).toHaveLength(1));
  await waitFor(() => expect(container).toHaveTextContent(''));
  expect(screen.queryByText('0')).toBeNull();
});
