import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { mySalePlacesQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { writeStored } from '../../lib/storage/storage.ts';
import { Component as ProductPage } from './product.tsx';

const call = mockCalls();
const bakery = { id: 1, name: 'Bakery', slug: 'bakery' };
const place = {
  id: 4,
  name: 'Aurora',
  address: 'Rua',
  categories: [bakery],
  latitude: 38.7,
  longitude: -9.1,
};
const newPlace = { ...place, id: 5, name: 'Aurora Dois' };

beforeEach(() => writeStored('token', '1|token'));

test('the first product of a new sale place waits for it, and is not put at another', async () => {
  const list = Promise.withResolvers<object>();
  const replies: Record<string, unknown> = {
    listMySalePlaces: list.promise,
    listProductTypes: { data: [bakery] },
    listPriceTiers: { data: [] },
  };
  call.mockImplementation(async (name) => replies[name]);
  // From before the new one was saved.
  queryClient.setQueryData<unknown>(mySalePlacesQuery('en').queryKey, [place], { updatedAt: 1 });
  renderInLanguage('en', <ProductPage />, '/seller/dish?place=5');
  expect(screen.queryByLabelText('Pack name')).toBeNull();
  await act(async () => list.resolve({ data: [place, newPlace] }));
  expect(await screen.findByRole('combobox', { name: 'Shop' })).toHaveValue('5');
});
