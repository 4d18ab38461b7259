import { type Browser, expect, type Page, type Route } from '@playwright/test';
import {
  type Appearance,
  appearances,
  createContextFor,
  getOverflow,
  listAxeViolations,
  type Visitor,
} from '../../support/screen-checks.ts';
import { test } from '../../support/test.ts';

/** Empty responses: of a list, and of a single item. */
const replyWithNothing = (route: Route) => {
  const { pathname } = new URL(route.request().url());
  if (/\/(products|productsMap|orders|reports|sale_places|entries|allocations|demand)$/.test(pathname))
    return route.fulfill({ json: { data: [], clusters: [], next_cursor: null } });
  if (/\/(clients|sellers|shares|transactions|statements)$/.test(pathname))
    return route.fulfill({ json: { data: [], next_cursor: null, sums: null, totals: null } });
  if (/\/(products|orders|sellers|draws|sale_places)\/\d+$/.test(pathname))
    return route.fulfill({ status: 404, json: { code: 4, message: 'Não existe.' } });
  return route.continue();
};

const routeHandlers: Record<'empty' | 'loading' | 'failed', (route: Route) => unknown> = {
  empty: replyWithNothing,
  /** No response, except to the request for the user. */
  loading: (route: Route) =>
    /\/me$/.test(new URL(route.request().url()).pathname) ? route.continue() : null,
  failed: (route: Route) =>
    route.fulfill({ status: 500, json: { code: 10, message: 'Algo correu mal.', request_id: 'none' } }),
};

type ScreenState = keyof typeof routeHandlers;

/** Screens with data: all on a phone, on a desktop those with another layout. */
const screens: [path: string, who: Visitor, view?: 'map'][] = [
  ['/offers', 'buyer'],
  ['/offers', 'buyer', 'map'],
  ['/offers/1', 'buyer'],
  ['/orders/1', 'buyer'],
  ['/account', 'buyer'],
];
const phoneScreens: typeof screens = [
  ['/favorite', 'buyer'],
  ['/offers/history', 'buyer'],
  ['/offers', 'nobody'],
  ['/offers/1', 'nobody'],
  ['/sale-places/1', 'nobody'],
  ['/main', 'buyer'],
  ['/account/basic-info', 'buyer'],
  ['/account/notifications', 'buyer'],
  ['/account/entries', 'buyer'],
  ['/draws/1', 'nobody'],
];

/** Screens of sellers and partners on phones. */
const sellerAndPartnerScreens: typeof screens = [
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

/** The state is visible: its message, or its skeletons with their announcement. */
async function expectState(page: Page, state: ScreenState): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  if (state === 'loading') await expect(page.getByRole('status').first()).toBeAttached();
  if (state === 'failed') await expect(page.getByRole('alert').first()).toBeVisible();
}

/** Opens each screen with the given responses and checks it. */
async function checkScreens(
  browser: Browser,
  appearance: Appearance,
  state: ScreenState,
  screensToCheck: typeof screens,
): Promise<void> {
  const pages = new Map<string, Promise<Page>>();
  const openPage = async (visitor: Visitor, view: string) => {
    const context = await createContextFor(browser, appearance, visitor);
    await context.addInitScript((storedView) => localStorage.setItem('offersView', storedView), view);
    await context.route('**/api/v1/**', routeHandlers[state]);
    return context.newPage();
  };
  for (const [path, visitor, view = 'list'] of screensToCheck) {
    await test.step(`${path} ${view} as ${visitor}`, async () => {
      const key = `${visitor} ${view}`;
      if (!pages.has(key)) pages.set(key, openPage(visitor, view));
      const page = await pages.get(key)!;
      await page.goto(path);
      await expectState(page, state);
      expect(await listAxeViolations(page)).toEqual([]);
      expect(await getOverflow(page)).toBeLessThanOrEqual(0);
      await expect(page.getByRole('link').and(page.locator(':not([href="#main"])')).first()).toBeVisible();
    });
  }
}

for (const appearance of appearances) {
  for (const state of Object.keys(routeHandlers) as ScreenState[]) {
    const title = `${state}, ${appearance.width} px, ${appearance.language}, ${appearance.theme}`;
    test(`${title}: no axe violations, a way out of each screen`, async ({ browser }) => {
      test.slow();
      await checkScreens(
        browser,
        appearance,
        state,
        appearance.width < 576 ? [...screens, ...phoneScreens] : screens,
      );
    });
    if (appearance.width > 576) continue;
    test(`${title}: the same of sellers and partners`, async ({ browser }) => {
      test.slow();
      await checkScreens(browser, appearance, state, sellerAndPartnerScreens);
    });
  }
}
