import { type BrowserContext, test as base, expect } from '@playwright/test';
import { contextAs, type Look, looks, objections, overflow, type Who } from '../support/look.ts';

/** Every screen that can be opened by its address, and as whom. */
const screens: [path: string, who: Who][] = [
  ['/', 'nobody'],
  ['/auth', 'nobody'],
  ['/auth/email', 'nobody'],
  ['/signup', 'nobody'],
  ['/signin', 'nobody'],
  ['/policy/terms-conditions', 'nobody'],
  ['/policy/privacy', 'nobody'],
  ['/policy/cookie', 'nobody'],
  ['/policy/promotion-referral', 'nobody'],
  ['/policy/data-deletion', 'nobody'],
  ['/unsubscribe/favourites/00000000-0000-4000-8000-000000000000', 'nobody'],
  ['/no-such-page', 'nobody'],
  ['/offers/1', 'nobody'],
  ['/offers', 'buyer'],
  ['/offers/1', 'buyer'],
  ['/main', 'buyer'],
  ['/main', 'seller'],
  ['/main', 'partner'],
  ['/favorite', 'buyer'],
  ['/offers/history', 'buyer'],
  ['/sellers/3', 'buyer'],
  ['/account', 'buyer'],
  ['/account/basic-info', 'buyer'],
  ['/account/point', 'buyer'],
  ['/account/business', 'seller'],
  ['/account/change_city', 'buyer'],
  ['/account/password', 'buyer'],
  ['/account/devices', 'buyer'],
  ['/account/notifications', 'buyer'],
  ['/account/export', 'buyer'],
  ['/account/delete', 'buyer'],
  ['/auth/location', 'buyer'],
  ['/auth/city', 'buyer'],
  ['/account/affiliate', 'buyer'],
  ['/account/affiliate', 'partner'],
  ['/sellers', 'partner'],
  ['/sellers/3', 'partner'],
  ['/transactions', 'seller'],
  ['/statements', 'seller'],
  ['/account/payout', 'seller'],
  ['/clients', 'partner'],
  ['/clients/2', 'partner'],
  ['/seller', 'seller'],
  ['/seller/sale', 'seller'],
  ['/seller/sale?range=week', 'seller'],
  ['/seller/orders', 'seller'],
  ['/seller/week', 'seller'],
  ['/seller/orders?view=upcoming', 'seller'],
  ['/seller/orders?view=past', 'seller'],
  ['/seller/orders?view=reports', 'seller'],
  ['/account/notifications', 'seller'],
  ['/seller/quick-start', 'seller'],
  ['/seller/point', 'seller'],
  ['/seller/point/1', 'seller'],
  ['/seller/dish', 'seller'],
  ['/seller/dish/1', 'seller'],
];

/** The narrowest phones there are; for buyers also a usual one at 200 %. */
const narrower = (look: Look, who: Who): number[] =>
  look.width > 576 ? [] : who === 'nobody' || who === 'buyer' ? [320, 195] : [320];

/** A browser of each demo account, kept for all screens that a worker looks at. */
const test = base.extend<object, { contextOf: (look: Look, who: Who) => Promise<BrowserContext> }>({
  contextOf: [
    async ({ browser }, use) => {
      const open = new Map<string, Promise<BrowserContext>>();
      await use((look, who) => {
        const key = `${look.width} ${who}`;
        const context = open.get(key) ?? contextAs(browser, look, who);
        open.set(key, context);
        return context;
      });
      for (const context of open.values()) await (await context).close();
    },
    { scope: 'worker' },
  ],
});

for (const look of looks) {
  test.describe(`${look.width} px, ${look.language}, ${look.theme}`, () => {
    for (const [path, who] of screens) {
      test(`${path} as ${who}: nothing that axe objects to, nothing that runs off the screen`, async ({
        contextOf,
      }) => {
        const page = await (await contextOf(look, who)).newPage();
        const reply = await page.goto(path);
        expect(reply!.status()).toBe(path === '/no-such-page' ? 404 : 200);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        expect(await objections(page)).toEqual([]);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        for (const width of narrower(look, who)) {
          await page.setViewportSize({ width, height: look.height });
          await expect.poll(() => overflow(page), `${width} px`).toBeLessThanOrEqual(0);
        }
        await page.close();
      });
    }
  });
}
