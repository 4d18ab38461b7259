import { expect, test } from 'vitest';
import { buildPriceLabel } from './price-marker.tsx';

const buildProduct = (
  price: number,
  quantity = 3,
  type = 'bakery',
  mode: 'draw' | 'waitlist' | null = null,
) => ({
  id: price * 100,
  name: 'Saco',
  language: 'pt' as const,
  price,
  quantity,
  photo: null,
  type,
  mode,
});
const getLabel = (products: ReturnType<typeof buildProduct>[], count = products.length) =>
  buildPriceLabel({ products, products_count: count });

test('one offer: its price and its type', () => {
  expect(getLabel([buildProduct(3.99)])).toEqual({
    cents: 399,
    isFromPrice: false,
    soldOut: false,
    type: 'bakery',
    mode: null,
  });
});

test('several offers: from the lowest price', () => {
  expect(getLabel([buildProduct(4.99), buildProduct(2.99, 1, 'sweets')])).toEqual({
    cents: 299,
    isFromPrice: true,
    soldOut: false,
    type: 'sweets',
    mode: null,
  });
  expect(getLabel([buildProduct(2.99), buildProduct(2.99)]).isFromPrice).toBe(false);
  expect(getLabel([buildProduct(2.99), buildProduct(2.99), buildProduct(2.99)], 5).isFromPrice).toBe(true);
});

test('sold-out offers do not lower the price', () => {
  expect(getLabel([buildProduct(1.99, 0), buildProduct(4.99)])).toEqual({
    cents: 499,
    isFromPrice: false,
    soldOut: false,
    type: 'bakery',
    mode: null,
  });
});

test('all sold out: the lowest price', () => {
  expect(getLabel([buildProduct(1.99, 0), buildProduct(4.99, 0)])).toMatchObject({
    soldOut: true,
    isFromPrice: false,
  });
});

test('a draw or waitlist counts when it is that of the price shown', () => {
  expect(getLabel([buildProduct(4.99, 3, 'sweets', 'draw')]).mode).toBe('draw');
  expect(getLabel([buildProduct(4.99, 3, 'sweets', 'draw'), buildProduct(2.99)]).mode).toBeNull();
  expect(getLabel([buildProduct(4.99), buildProduct(2.99, 0, 'bakery', 'waitlist')]).mode).toBeNull();
  expect(getLabel([buildProduct(2.99, 0, 'bakery', 'waitlist')])).toMatchObject({
    soldOut: true,
    mode: 'waitlist',
  });
});
