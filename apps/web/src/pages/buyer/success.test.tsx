import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { fakeApi, Queries } from '../../../test/fake-api.tsx';
import { order } from '../../../test/order.ts';
import { renderIn } from '../../../test/render.tsx';
import Success from './success.tsx';

test('who has just paid finds the order in the history without a connection, too: it is asked for at once', async () => {
  const api = fakeApi({
    '/orders/42': [{ body: { data: order() } }],
    '/orders': [{ body: { data: [order()], next_cursor: null } }],
  });
  renderIn(
    'en',
    <Queries>
      <Routes>
        <Route path="/orders/:id/success" element={<Success />} />
      </Routes>
    </Queries>,
    '/orders/42/success',
  );
  expect(await screen.findByRole('link', { name: 'Open the ticket' })).toBeVisible();
  await expect.poll(() => api.asked.map(({ path }) => path)).toContain('/api/v1/orders');
});
