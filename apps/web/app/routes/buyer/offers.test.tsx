import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeApi, TestQueryProvider } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { writeStored } from '../../lib/storage/storage.ts';
import { Component as OffersPage } from './offers.tsx';

vi.mock('../../features/offers/map/lazy-offer-map.tsx', () => ({
  OfferMap: ({ heading }: { heading: string }) => <h1>{heading}</h1>,
}));

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
