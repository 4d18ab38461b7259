import { type Browser, expect, type Page, type Route } from '@playwright/test';
import { contextAs, type Look, looks, objections, overflow, type Who } from '../support/look.ts';
import { test } from '../support/test.ts';

/** What the server says when there is nothing: to a list, to a question for one thing. */
const nothing = (route: Route) => {
  const { pathname } = new URL(route.request().url());
  if (/\/(products|productsMap|orders|reports|sale_places)$/.test(pathname))
    return route.fulfill({ json: { data: [], clusters: [], next_cursor: null } });
  if (/\/(clients|sellers|shares|transactions|statements)$/.test(pathname))
    return route.fulfill({ json: { data: [], next_cursor: null, sums: null, totals: null } });
  if (/\/(products|orders|sellers)\/\d+$/.test(pathname))
    return route.fulfill({ status: 404, json: { code: 4, message: 'Não existe.' } });
  return route.continue();
};

const states: Record<'empty' | 'loading' | 'failed', (route: Route) => unknown> = {
  empty: nothing,
  /** An answer that never comes, once it is known who asks. */
  loading: (route: Route) =>
    /\/me$/.test(new URL(route.request().url()).pathname) ? route.continue() : null,
  failed: (route: Route) =>
    route.fulfill({ status: 500, json: { code: 10, message: 'Algo correu mal.', request_id: 'none' } }),
};

type State = keyof typeof states;

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

/** Screens of who sells or brings people, as they are on phones. */
const business: typeof screens = [
  ['/seller', 'seller'],
  ['/seller/orders', 'seller'],
  ['/seller/orders?view=past', 'seller'],
  ['/seller/orders?view=reports', 'seller'],
  ['/seller/week', 'seller'],
  ['/seller/sale', 'seller'],
  ['/transactions', 'seller'],
  ['/statements', 'seller'],
  ['/account/payout', 'seller'],
  ['/account/affiliate', 'partner'],
  ['/sellers', 'partner'],
  ['/clients', 'partner'],
];

/** The state is on show: its words, or its bones and who says that they are. */
async function shows(page: Page, state: State): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  if (state === 'loading') await expect(page.getByRole('status').first()).toBeAttached();
  if (state === 'failed') await expect(page.getByRole('alert').first()).toBeVisible();
}

/** Opens each screen while the server answers as told, and looks at it. */
async function walk(browser: Browser, look: Look, state: State, list: typeof screens): Promise<void> {
  const open = new Map<string, Promise<Page>>();
  const pageOf = async (who: Who, view: string) => {
    const context = await contextAs(browser, look, who);
    await context.addInitScript((shown) => localStorage.setItem('offersView', shown), view);
    await context.route('**/api/v1/**', states[state]);
    return context.newPage();
  };
  for (const [path, who, view = 'list'] of list) {
    await test.step(`${path} ${view} as ${who}`, async () => {
      const key = `${who} ${view}`;
      if (!open.has(key)) open.set(key, pageOf(who, view));
      const page = await open.get(key)!;
      await page.goto(path);
      await shows(page, state);
      expect(await objections(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await expect(page.getByRole('link').and(page.locator(':not([href="#main"])')).first()).toBeVisible();
    });
  }
}

for (const look of looks) {
  for (const state of Object.keys(states) as State[]) {
    const how = `${state}, ${look.width} px, ${look.language}, ${look.theme}`;
    test(`${how}: nothing that axe objects to, a way out of each screen`, async ({ browser }) => {
      test.slow();
      await walk(browser, look, state, look.width < 576 ? [...screens, ...onPhones] : screens);
    });
    if (look.width > 576) continue;
    test(`${how}: the same of sellers and partners`, async ({ browser }) => {
      test.slow();
      await walk(browser, look, state, business);
    });
  }
}
