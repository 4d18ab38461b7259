import { type Browser, expect } from '@playwright/test';
import { asDemo } from '../support/demo.ts';
import { phone } from '../support/person.ts';
import { test } from '../support/test.ts';

/** The demo's buyer just before they open the list, and the queries that the server is asked with then. */
async function beforeTheList(browser: Browser, stored: Record<string, string> = {}) {
  const { page, context } = await asDemo(browser, phone, 'buyer');
  await context.addInitScript((more) => {
    for (const [key, value] of Object.entries(more)) localStorage.setItem(key, value);
  }, stored);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/v1/products') asked.push(search);
  });
  return { page, asked, cards: page.getByRole('article') };
}

test('photos are seen before the app’s script is there; the list is asked for once', async ({ browser }) => {
  const { page, asked, cards } = await beforeTheList(browser);
  const { promise: script, resolve: scriptCome } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await script;
    await route.continue();
  });
  await page.goto('/offers', { waitUntil: 'commit' });
  const photos = page.locator('main img[src^="/media/"]');
  await expect(photos).toHaveCount(2);
  await expect(photos.first()).toBeVisible();
  const before = await photos.first().boundingBox();
  await expect(cards).toHaveCount(0);

  scriptCome();
  await expect(cards.first()).toBeVisible();
  expect(await photos.first().boundingBox()).toEqual(before);
  expect(asked).toEqual(['?sort=center']);
});

test('whoever has chosen a kind is not asked for another list', async ({ browser }) => {
  const { page, asked, cards } = await beforeTheList(browser, { filterByType: '1' });
  await page.goto('/offers');
  await expect(cards.first()).toBeVisible();
  expect(asked).toEqual(['?filterByType=1&sort=center']);
});

test('where no answer comes ahead, the app asks again', async ({ browser }) => {
  const { page, asked, cards } = await beforeTheList(browser);
  await page.route('**/api/v1/products?*', (route) => route.abort(), { times: 1 });
  await page.goto('/offers');
  await expect(cards.first()).toBeVisible();
  expect(asked).toHaveLength(2);
});
