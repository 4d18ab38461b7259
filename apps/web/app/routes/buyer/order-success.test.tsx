import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { buildOrder } from '../../../test/build-order.ts';
import { fakeApi, TestQueryProvider } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { Component as OrderSuccessPage } from './order-success.tsx';

test('after payment the history is requested, so that the order is available offline', async () => {
  const api = fakeApi({
    '/orders/42': [{ body: { data: buildOrder() } }],
    '/orders': [{ body: { data: [buildOrder()], next_cursor: null } }],
  });
  renderInLanguage(
    'en',
    <TestQueryProvider>
      <Routes>
        <Route path="/orders/:id/success" element={<OrderSuccessPage />} />
      </Routes>
    </TestQueryProvider>,
    '/orders/42/success',
  );
  expect(await screen.findByRole('link', { name: 'Open the ticket' })).toBeVisible();
  await expect.poll(() => api.requests.map(({ path }) => path)).toContain('/api/v1/orders');
});
