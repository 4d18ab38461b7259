import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { buildOrder, fakeApi, TestQueryProvider } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { writeStored } from '../../lib/storage/storage.ts';
import { Component as OffersPage } from './offers.tsx';
import { Component as OrderSuccessPage } from './order-success.tsx';

describe('order success', () => {
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
});

describe('offers', () => {
  test('the map is headed by the city of the account in the language of the reader', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
    writeStored('token', 'mine');
    writeStored('offersView', 'map');
    fakeApi({
      '/me': [{ body: { data: { name: 'Marta', city: 'Lisboa', latitude: 38.71, longitude: -9.14 } } }],
      '/reverse_geocode': [{ body: { data: { city: 'Лиссабон', distance: 500 } } }],
    });
    renderInLanguage(
      'ru',
      <TestQueryProvider>
        <OffersPage />
      </TestQueryProvider>,
      '/offers',
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Лиссабон' })).toBeVisible();
  });
});
