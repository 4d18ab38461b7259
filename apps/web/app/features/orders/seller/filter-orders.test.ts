import { expect, test } from 'vitest';
import { searchOrders } from './filter-orders.tsx';

const orders = [
  { id: 10001, client: 'João F.' },
  { id: 10002, client: 'Ёлка С.' },
] as unknown as Parameters<typeof searchOrders>[1];
const search = (text: string) => searchOrders(text, orders).map(({ id }) => id);

test('orders of the day are found as one types them', () => {
  for (const text of ['joao', 'JOÃO', 'Joa\u0303o f', '#10001']) expect(search(text), text).toEqual([10001]);
  expect(search('елка')).toEqual([10002]);
});

test('an empty text finds all of them, one without letters none', () => {
  expect(search(' ')).toEqual([10001, 10002]);
  for (const text of ['!', '…', '%', '🥐']) expect(search(text), text).toEqual([]);
});
