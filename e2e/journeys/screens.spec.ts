import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, test as base, expect } from '@playwright/test';
import type { Language } from '../support/texts.ts';

/** Every screen that can be opened by its address, and as whom. */
const screens: [path: string, who: 'nobody' | 'buyer' | 'seller' | 'partner'][] = [
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

interface As {
  width: number;
  height: number;
  language: Language;
  theme: 'light' | 'dark';
  who: 'nobody' | 'buyer' | 'seller' | 'partner';
}

/** A browser as a demo account has it, with the cookie choice made; kept for all screens that a worker looks at. */
const test = base.extend<object, { contextOf: (as: As) => Promise<BrowserContext> }>({
  contextOf: [
    async ({ browser }, use) => {
      const open = new Map<string, Promise<BrowserContext>>();
      const make = async ({ width, height, language, theme, who }: As) => {
        const context = await browser.newContext({
          baseURL: process.env.E2E_URL,
          viewport: { width, height },
          reducedMotion: 'reduce',
        });
        const token = who === 'nobody' ? null : await signIn(`${who}@wopack.example`);
        await context.addInitScript(
          (stored) => {
            for (const [key, value] of Object.entries(stored)) if (value) localStorage.setItem(key, value);
          },
          { token, language, theme, cookieChoice: 'essential' },
        );
        return context;
      };
      await use((as) => {
        const key = JSON.stringify(as);
        const context = open.get(key) ?? make(as);
        open.set(key, context);
        return context;
      });
      for (const context of open.values()) await (await context).close();
    },
    { scope: 'worker' },
  ],
});

const devices = [
  { width: 360, height: 740, language: 'ru', theme: 'dark' },
  { width: 1440, height: 900, language: 'pt', theme: 'light' },
] as const;

for (const { width, height, language, theme } of devices) {
  test.describe(`${width} px, ${language}, ${theme}`, () => {
    for (const [path, who] of screens) {
      test(`${path} as ${who}: nothing that axe objects to, nothing that runs off the screen`, async ({
        contextOf,
      }) => {
        const page = await (await contextOf({ width, height, language, theme, who })).newPage();
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
        const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
        expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
        await page.close();
      });
    }
  });
}

async function signIn(email: string): Promise<string> {
  const reply = await fetch(`${process.env.E2E_URL}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'sobras1', device_name: 'journey' }),
  });
  return ((await reply.json()) as { token: string }).token;
}
