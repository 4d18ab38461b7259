import { type Browser, expect, type Page, type Route } from '@playwright/test';
import type { Reply } from '@wopack/contract/client';
import {
  buyerScreens,
  type Screen,
  screensOfTwoLayouts,
  sellerAndPartnerScreens,
  type Visitor,
} from '../../../apps/web/test/screens.ts';
import {
  type Appearance,
  appearances,
  createContextFor,
  getOverflow,
  listAxeViolations,
  loadAxe,
  sampleFor,
} from '../../support/screen-checks.ts';
import { test } from '../../support/test.ts';
import { createTranslator } from '../../support/user.ts';

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

/** The state is visible: its message, or its skeletons with their announcement. */
async function expectState(page: Page, state: ScreenState): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  if (state === 'loading') await expect(page.getByRole('status').first()).toBeAttached();
  if (state !== 'failed') return;
  // The app tries once more after a second.
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 300 });
  }).toPass();
}

/**
 * With TEST_LONG all. Else half of the screens while they load, and the others when that failed: what does not depend on
 * the layout, a test of components shows for all of them in both states.
 */
const sampleInState = (state: ScreenState, screens: readonly Screen[]): readonly Screen[] =>
  state === 'empty' || process.env.TEST_LONG
    ? screens
    : screens.filter((_, index) => (index % 2 === 0) === (state === 'loading'));

/** Opens each screen with the given responses and checks it. */
async function checkScreens(
  browser: Browser,
  appearance: Appearance,
  state: ScreenState,
  screensToCheck: readonly Screen[],
): Promise<void> {
  const pages = new Map<string, Promise<Page>>();
  const openPage = async (visitor: Visitor, view: string) => {
    const context = await createContextFor(browser, appearance, visitor);
    await context.addInitScript((storedView) => localStorage.setItem('offersView', storedView), view);
    await loadAxe(context);
    await context.route('**/api/v1/**', routeHandlers[state]);
    if (state === 'failed') await context.clock.install();
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

type Allocation = NonNullable<Reply<'getOffer'>['data']['allocation']>;
type MyPart = NonNullable<Allocation['mine']>;

const minutesFromNow = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
const buildMine = (mine: Partial<MyPart> & Pick<MyPart, 'state'>): MyPart => ({
  entry_id: null,
  rank: null,
  place: null,
  offer_expires_at: null,
  price_cents: 399,
  ...mine,
});

/** What the server says of an offer in each state of a draw or waitlist, with 3 units and 34 entries. */
function buildAllocations(): Record<string, Allocation> {
  const open = { id: 1, state: 'open' as const, closes_at: minutesFromNow(24), entries: 34, units: 3 };
  const drawn = { ...open, state: 'drawn' as const, closes_at: minutesFromNow(-5) };
  const common = { waiting: 0, public_sale_at: minutesFromNow(240), can_wait: false, mine: null };
  const draw = { ...common, mode: 'draw' as const, draw: open };
  const line = { ...common, mode: 'waitlist' as const, draw: null, waiting: 12, can_wait: true };
  const ranked = { ...line, draw: drawn };
  const offered = (minutes: number) => ({
    state: 'offered' as const,
    offer_expires_at: minutesFromNow(minutes),
  });
  return {
    opening: { ...draw, draw: null },
    open: draw,
    entered: {
      ...draw,
      mine: buildMine({ state: 'entered', entry_id: '5f0c0bfb-4d0d-4a53-9fd0-5f4b3c9d6a11' }),
    },
    drawing: { ...draw, draw: { ...open, state: 'closed' } },
    won: { ...ranked, mine: buildMine({ ...offered(28), rank: 2 }) },
    'in line after a draw': { ...ranked, mine: buildMine({ state: 'waiting', rank: 7, place: 4 }) },
    'next after a draw': { ...ranked, mine: buildMine({ state: 'waiting', rank: 4, place: 1 }) },
    'far back in line': { ...ranked, mine: buildMine({ state: 'waiting', rank: 31, place: 28 }) },
    lapsed: { ...ranked, mine: buildMine({ state: 'lapsed', rank: 2 }) },
    waitlist: line,
    waiting: { ...line, mine: buildMine({ state: 'waiting', place: 5 }) },
    'offered from the waitlist': { ...line, mine: buildMine(offered(9)) },
    'the rest of a draw on sale': { ...ranked, mode: 'sale', waiting: 0, can_wait: false },
  };
}

/** Answers with an offer in a state of a draw or waitlist; nothing arrives live. */
async function showAllocation(page: Page, allocation: Allocation): Promise<void> {
  const isOffered = allocation.mine?.state === 'offered';
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/v1/live*', () => {});
  await page.route('**/api/v1/products/1?*', replyWithOffer);
  await page.route('**/api/v1/products/1', replyWithOffer);
  await page.route('**/api/v1/payment/holds', (route) => route.fulfill({ json: { data: [] } }));

  async function replyWithOffer(route: Route) {
    const { data } = (await (await route.fetch()).json()) as Reply<'getOffer'>;
    const quantity = allocation.mode === 'waitlist' ? 0 : 3;
    const window = { pickup_start: minutesFromNow(180), pickup_end: minutesFromNow(270) };
    const slotId = data.slot_id ?? 1;
    await route.fulfill({
      json: { data: { ...data, ...window, slot_id: slotId, quantity, allocation } },
    });
  }
  await page.goto(isOffered ? '/offers/1?pay=1' : '/offers/1');
}

for (const appearance of appearances) {
  for (const visitor of ['buyer', 'nobody'] as const) {
    test(`draws and waitlists as ${visitor}, ${appearance.width} px, ${appearance.language}, ${appearance.theme}: no axe violations`, async ({
      browser,
    }) => {
      test.slow();
      const t = createTranslator(appearance.language);
      const context = await createContextFor(browser, appearance, visitor);
      await loadAxe(context);
      const page = await context.newPage();
      const allocations = Object.entries(buildAllocations()).filter(
        ([, allocation]) => visitor === 'buyer' || !allocation.mine,
      );
      for (const [state, allocation] of sampleFor(appearance, allocations)) {
        await test.step(state, async () => {
          await showAllocation(page, allocation);
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
          await expect(page.locator('.skeleton')).toHaveCount(0);
          expect(await listAxeViolations(page)).toEqual([]);
          expect(await getOverflow(page)).toBeLessThanOrEqual(0);
          if (allocation.mine?.state !== 'offered') return;
          const article = page.getByRole('article');
          const report = page.getByRole('button', { name: t('common:report') });
          await expect
            .poll(async () => {
              const [above, below] = await Promise.all([article.boundingBox(), report.boundingBox()]);
              return below!.y - above!.y - above!.height;
            }, 'the report link is below the offer')
            .toBeGreaterThanOrEqual(0);
        });
      }
    });
  }
  for (const [stateIndex, state] of (Object.keys(routeHandlers) as ScreenState[]).entries()) {
    const title = `${state}, ${appearance.width} px, ${appearance.language}, ${appearance.theme}`;
    test(`${title}: no axe violations, a way out of each screen`, async ({ browser }) => {
      test.slow();
      const sampledScreens = sampleFor(appearance, screensOfTwoLayouts, stateIndex);
      const isPhone = appearance.width < 576;
      const screensToCheck = [...sampledScreens, ...(isPhone ? sampleInState(state, buyerScreens) : [])];
      await checkScreens(browser, appearance, state, screensToCheck);
    });
    if (appearance.width > 576) continue;
    test(`${title}: the same of sellers and partners`, async ({ browser }) => {
      test.slow();
      await checkScreens(browser, appearance, state, sampleInState(state, sellerAndPartnerScreens));
    });
  }
}
