import { expect, type Page, type Route } from '@playwright/test';
import { contextAs, looks, objections, overflow, type Who } from '../support/look.ts';
import { test } from '../support/test.ts';

/** What the server says when there is nothing: to a list, to a question for one thing. */
const nothing = (route: Route) => {
  const { pathname } = new URL(route.request().url());
  if (/\/(products|productsMap|orders)$/.test(pathname))
    return route.fulfill({ json: { data: [], clusters: [], next_cursor: null } });
  if (/\/(products|orders|sellers)\/\d+$/.test(pathname))
    return route.fulfill({ status: 404, json: { code: 4, message: 'Não existe.' } });
  return route.continue();
};

const states = {
  empty: nothing,
  /** An answer that never comes. */
  loading: () => undefined,
  failed: (route: Route) =>
    route.fulfill({ status: 500, json: { code: 10, message: 'Algo correu mal.', request_id: 'none' } }),
};

/** What is asked of the server: on a phone all of it, on a desk where it is laid out in another way. */
const screens: [path: string, who: Who, view?: 'map'][] = [
  ['/offers', 'buyer'],
  ['/offers', 'buyer', 'map'],
  ['/offers/1', 'buyer'],
  ['/orders/1', 'buyer'],
  ['/account', 'buyer'],
];
const onPhones: typeof screens = [
  ['/favorite', 'buyer'],
  ['/offers/history', 'buyer'],
  ['/offers/1', 'nobody'],
  ['/main', 'buyer'],
  ['/account/basic-info', 'buyer'],
  ['/account/notifications', 'buyer'],
];

/** The state is on show: its words, or its bones and who says that they are. */
async function shows(page: Page, state: keyof typeof states): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  if (state === 'loading') await expect(page.getByRole('status').first()).toBeAttached();
  if (state === 'failed') await expect(page.getByRole('alert').first()).toBeVisible();
}

for (const look of looks) {
  for (const [state, answer] of Object.entries(states) as [keyof typeof states, typeof nothing][]) {
    test(`${state}, ${look.width} px, ${look.language}, ${look.theme}: nothing that axe objects to, a way out of each screen`, async ({
      browser,
    }) => {
      test.slow();
      const pages = {
        buyer: await (await contextAs(browser, look, 'buyer')).newPage(),
        nobody: await (await contextAs(browser, look, 'nobody')).newPage(),
      };
      for (const page of Object.values(pages)) await page.route('**/api/v1/**', answer);
      for (const [path, who, view = 'list'] of look.width < 576 ? [...screens, ...onPhones] : screens) {
        await test.step(`${path} ${view} as ${who}`, async () => {
          const page = pages[who as keyof typeof pages];
          await page.addInitScript((shown) => localStorage.setItem('offersView', shown), view);
          await page.goto(path);
          await shows(page, state);
          expect(await objections(page)).toEqual([]);
          expect(await overflow(page)).toBeLessThanOrEqual(0);
          await expect(
            page.getByRole('link').and(page.locator(':not([href="#main"])')).first(),
          ).toBeVisible();
        });
      }
    });
  }
}
