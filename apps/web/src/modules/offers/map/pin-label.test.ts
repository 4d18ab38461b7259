import { expect, test } from 'vitest';
import { pinLabel } from './pin-label.ts';

const pack = (price: number, quantity = 3, type = 'bakery') => ({
  ...{ id: price * 100, name: 'Saco', price, quantity, photo: null, type },
});
const label = (products: ReturnType<typeof pack>[], count = products.length) =>
  pinLabel({ products, products_count: count });

test('one pack: its price and its kind', () => {
  expect(label([pack(3.99)])).toEqual({ cents: 399, from: false, soldOut: false, type: 'bakery' });
});

test('several packs: from the lowest price', () => {
  expect(label([pack(4.99), pack(2.99, 1, 'sweets')])).toEqual({
    ...{ cents: 299, from: true, soldOut: false, type: 'sweets' },
  });
  expect(label([pack(2.99), pack(2.99)]).from).toBe(false);
  expect(label([pack(2.99), pack(2.99), pack(2.99)], 5).from).toBe(true);
});

test('what is sold out does not lower the price', () => {
  expect(label([pack(1.99, 0), pack(4.99)])).toEqual({
    cents: 499,
    from: false,
    soldOut: false,
    type: 'bakery',
  });
});

test('all sold out', () => {
  expect(label([pack(1.99, 0), pack(4.99, 0)])).toMatchObject({ soldOut: true, from: false });
});
