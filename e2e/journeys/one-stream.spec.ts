import { expect, type Page } from '@playwright/test';
import { findPack, goodCard, pay } from '../support/buyer.ts';
import { desk, newPerson, phone, signUp } from '../support/person.ts';
import { publish } from '../support/seller.ts';
import { test } from '../support/test.ts';

/** What everybody is promised. */
const twoSeconds = { timeout: 2_000 };

/** Counts the event streams that the page reads; an aborted one is over before the browser says so. */
async function countStreams(page: Page) {
  await page.addInitScript(() => {
    const counted = { now: 0, most: 0 };
    const ask = window.fetch;
    window.fetch = async (input, init) => {
      if (!/\/api\/v1\/(seller\/)?live(\?|$)/.test(String(input))) return ask(input, init);
      counted.most = Math.max(counted.most, ++counted.now);
      init!.signal!.addEventListener('abort', () => counted.now--, { once: true });
      return ask(input, init);
    };
    Object.assign(window, { streams: counted });
  });
  const read = (): Promise<{ now: number; most: number }> =>
    page.evaluate(() => Reflect.get(window, 'streams'));
  return { now: async () => (await read()).now, most: async () => (await read()).most };
}

test('a seller who goes from list and map to the orders has one stream, and changes of each kind arrive', async ({
  browser,
}) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Broa ${stamp}`;
  const seller = await newPerson(browser, desk);
  const { page, say } = seller;
  await signUp(seller, 'Rui Fontes', { owner: true });
  await publish(seller, { place: `Moinho ${stamp}`, name, quantity: 4 });
  const buyer = await newPerson(browser, phone);
  await signUp(buyer, 'Ana Costa');
  const streams = await countStreams(page);
  const buyOne = async () => {
    await findPack(buyer, name);
    await pay(buyer, goodCard);
    await expect(buyer.page).toHaveURL(/\/success$/);
  };

  await page.goto('/offers');
  await page.getByRole('searchbox', { name: say('offers:search') }).fill(name);
  const card = page.getByRole('article', { name });
  await expect(card.getByText(say('offers:left_other', { count: 4 }))).toBeVisible();
  await page.getByRole('radio', { name: say('offers:view.map') }).check({ force: true });
  await expect(page.getByRole('button', { name: new RegExp(`^Moinho ${stamp}, `) })).toBeVisible();
  await expect.poll(streams.now).toBe(1);
  const sold = new RegExp(`^${say('seller:news.sold', { id: '\\d+' })}$`);
  const notified = page.getByText(sold).first().waitFor();
  await buyOne();
  await notified;
  await page.getByRole('radio', { name: say('offers:view.list') }).check({ force: true });
  await expect(card.getByText(say('offers:left_other', { count: 3 }))).toBeVisible(twoSeconds);

  await card.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page
    .getByRole('navigation', { name: say('common:nav.main') })
    .getByRole('link', { name: new RegExp(`^${say('common:nav.orders')}`) })
    .click();
  await expect(page.getByRole('row', { name: /Ana C\./ })).toHaveCount(1);
  await expect.poll(streams.now).toBe(1);
  await buyOne();
  await expect(page.getByRole('row', { name: /Ana C\./ })).toHaveCount(2, twoSeconds);
  expect(await streams.most()).toBe(1);
});
