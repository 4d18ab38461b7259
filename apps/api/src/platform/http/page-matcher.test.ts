import { expect, test } from 'vitest';
import { createPageMatcher } from './page-matcher.ts';

const isPagePath = createPageMatcher([
  '/',
  '/offers',
  '/offers/:id',
  '/offers/history',
  '/unsubscribe/:what/:key',
]);

test.each(['/', '/offers', '/offers/', '/Offers/History', '/offers/7', '/unsubscribe/favourites/0e2a-b'])(
  '%s is a page of the app',
  (path) => {
    expect(isPagePath(path)).toBe(true);
  },
);

test.each([
  '/offer',
  '/offers/7x',
  '/offers/0',
  '/offers/-1',
  '/offers/99999999999999',
  '/offers/7/8',
  '/unsubscribe/favourites',
  '/wp-login.php',
  '//offers',
])('%s is none', (path) => {
  expect(isPagePath(path)).toBe(false);
});
