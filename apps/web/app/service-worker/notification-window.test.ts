import { expect, test } from 'vitest';
import { findNotificationWindow } from './notification-window.ts';

const at = (...paths: string[]) => paths.map((path) => ({ url: `https://wopack.example${path}` }));
const order = 'https://wopack.example/orders/42';

test.each([
  ['the page that is open already', ['/offers', '/seller/dish', '/orders/42'], '/orders/42'],
  ['a list', ['/admin/orders', '/seller/dish', '/offers?order=price'], '/offers?order=price'],
  ['the first page', ['/offers/7?pay=3', '/'], '/'],
])('a notification opens in %s', (_, paths, expected) => {
  expect(findNotificationWindow(at(...paths), order)).toEqual(at(expected)[0]);
});

test.each([
  ['the console', '/admin/payout_runs/3'],
  ['a form', '/seller/dish'],
  ['a PIN that is typed', '/seller'],
  ['a PIN that is typed beside the orders', '/seller/orders'],
  ['a review that is written', '/offers/history'],
  ['a name that is changed', '/account'],
  ['a payment', '/offers/7?pay=3'],
  ['a registration', '/signup'],
  ['another ticket', '/orders/41'],
])('%s is not navigated away from', (_, path) => {
  expect(findNotificationWindow(at(path), order)).toBeUndefined();
});
