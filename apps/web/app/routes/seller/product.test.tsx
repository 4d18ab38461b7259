import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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

test('offers what the last pack of the shop has, and what its kind often has: set by a press alone', async () => {
  const product = {
    ...{ id: 8, name: 'Cesto', description: 'Pão.', language: 'pt', texts: {}, photos: [] },
    ...{ price: 3.99, old_price: 12, price_cents: 399, earning_cents: 270, max_per_order: 3 },
    ...{ categories: [bakery], diet: ['vegetarian'], allergens: ['gluten', 'milk'], vat_rate: null },
    ...{ state: 'active', quantity: null, schedule: null, sale_place_id: 4, sale_place_name: 'Aurora' },
  };
  const replies: Record<string, unknown> = {
    listMySalePlaces: { data: [place, newPlace] },
    listProductTypes: { data: [bakery] },
    listPriceTiers: { data: [] },
    listMyProducts: {
      data: [
        product,
        { ...product, id: 9, allergens: [], diet: [] },
        { ...product, id: 10, sale_place_id: 5, allergens: ['fish'] },
      ],
    },
  };
  call.mockImplementation(async (name) => replies[name]);
  renderInLanguage('en', <ProductPage />, '/seller/dish?place=4');
  const takeLast = await screen.findByRole('button', { name: 'Same as the last pack' });
  expect(screen.getByText(/Cesto.*May contain: gluten and milk\. Suits: vegetarian/i)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Yes, it is so in mine' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Bakery' }));
  expect(await screen.findByRole('button', { name: 'Yes, it is so in mine' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Some of the fourteen' })).not.toBeChecked();
  await userEvent.click(takeLast);
  expect(screen.getByRole('radio', { name: 'Some of the fourteen' })).toBeChecked();
  const pressed = screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
  expect(pressed).toEqual(expect.arrayContaining(['gluten', 'milk', 'vegetarian']));
  expect(pressed).not.toContain('fish');
  expect(screen.queryByRole('button', { name: 'Same as the last pack' })).toBeNull();
});
