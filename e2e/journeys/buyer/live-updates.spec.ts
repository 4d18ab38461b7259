import { expect, type Page } from '@playwright/test';
import { createSellerWithProduct } from '../../support/api.ts';
import { LIVE_UPDATE_TIMEOUT, test } from '../../support/test.ts';
import {
  desktop,
  GOOD_CARD,
  openNewUser,
  openProduct,
  openSeller,
  payByCard,
  phone,
} from '../../support/user.ts';

test('a purchase updates the quantity on every other screen', async ({ browser }) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Broa ${stamp}`;
  const salePlaceName = `Moinho ${stamp}`;
  const product = { salePlaceName, name, quantity: 2 };
  const { productId } = await createSellerWithProduct(product, { days: 'every day' });

  const firstBuyer = await openNewUser(browser, desktop, 'Ana Costa');
  await openProduct(firstBuyer, name);
  const pageViewer = await openNewUser(browser, phone, 'Olena K');
  const listViewer = await openNewUser(browser, desktop, 'João Vaz');
  const mapViewer = await openNewUser(browser, phone, 'Nuno Reis');

  const streamsOpened = [listViewer, pageViewer, mapViewer].map(({ page }) =>
    // Not the one of the list before the search.
    page.waitForResponse((response) => {
      const { pathname, searchParams } = new URL(response.url());
      return (
        pathname === '/api/v1/live' && !!searchParams.get('products')?.split(',').includes(`${productId}`)
      );
    }),
  );
  await listViewer.page.goto('/offers');
  await listViewer.page.getByRole('combobox', { name: listViewer.t('offers:search') }).fill(name);
  const card = listViewer.page.getByRole('article', { name });
  await expect(card.getByText(listViewer.t('offers:left_other', { count: 2 }))).toBeVisible();
  await pageViewer.page.goto(`/offers/${productId}`);
  await mapViewer.page.goto('/offers');
  // Opened while typing: the map searches for the same text.
  await mapViewer.page.getByRole('combobox', { name: mapViewer.t('offers:search') }).fill(name);
  await mapViewer.page.getByRole('radio', { name: mapViewer.t('offers:view.map') }).check({ force: true });
  await expect(mapViewer.page.getByRole('button', { name: new RegExp(`^${salePlaceName}, `) })).toBeVisible();
  await Promise.all(streamsOpened);

  await payByCard(firstBuyer, GOOD_CARD);
  await expect(card.getByText(listViewer.t('offers:lastOne'))).toBeVisible({ timeout: 10_000 });
  await expect(pageViewer.page.getByText(pageViewer.t('offers:lastOne')).first()).toBeVisible(
    LIVE_UPDATE_TIMEOUT,
  );
  await expect(firstBuyer.page).toHaveURL(/\/success$/);

  await openProduct(firstBuyer, name);
  await payByCard(firstBuyer, GOOD_CARD);
  await expect(firstBuyer.page).toHaveURL(/\/success$/);
  await expect(card.getByText(listViewer.t('offers:soldOut')).first()).toBeVisible(LIVE_UPDATE_TIMEOUT);
  const pin = mapViewer.t('map:pin', { name: salePlaceName, price: mapViewer.t('map:soldOut') });
  await expect(mapViewer.page.getByRole('button', { name: pin })).toBeVisible(LIVE_UPDATE_TIMEOUT);
  await expect(pageViewer.page.getByRole('status').getByText(pageViewer.t('offers:soldOut'))).toBeAttached(
    LIVE_UPDATE_TIMEOUT,
  );
});

/** Counts the event streams that the page reads; an aborted one is over before the browser says so, a lost one when its body ends. */
async function observeStreams(page: Page) {
  await page.addInitScript(() => {
    const streamCount = { open: 0, maxOpen: 0 };
    const originalFetch = window.fetch;
    window.fetch = async (input, init) => {
      if (!/\/api\/v1\/(seller\/)?live(\?|$)/.test(String(input))) return originalFetch(input, init);
      streamCount.maxOpen = Math.max(streamCount.maxOpen, ++streamCount.open);
      let isOver = false;
      const end = () => {
        if (!isOver) streamCount.open--;
        isOver = true;
      };
      init!.signal!.addEventListener('abort', end);
      try {
        const response = await originalFetch(input, init);
        if (!response.body) return response;
        const [body, observedBody] = response.body.tee();
        void observedBody.pipeTo(new WritableStream()).then(end, end);
        return new Response(body, response);
      } catch (error) {
        end();
        throw error;
      }
    };
    Object.assign(window, { streams: streamCount });
  });
  const readCount = (): Promise<{ open: number; maxOpen: number }> =>
    page.evaluate(() => Reflect.get(window, 'streams'));
  return { open: async () => (await readCount()).open, maxOpen: async () => (await readCount()).maxOpen };
}

test('a seller who goes from list and map to the orders has one stream with changes of each kind', async ({
  browser,
}) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Broa ${stamp}`;
  const product = { salePlaceName: `Moinho ${stamp}`, name, quantity: 4 };
  const { page, t } = await openSeller(browser, desktop, product);
  const buyer = await openNewUser(browser, phone, 'Ana Costa');
  const streams = await observeStreams(page);
  const buyProduct = async () => {
    await openProduct(buyer, name);
    await payByCard(buyer, GOOD_CARD);
    await expect(buyer.page).toHaveURL(/\/success$/);
  };

  await page.goto('/offers');
  await page.getByRole('combobox', { name: t('offers:search') }).fill(name);
  const card = page.getByRole('article', { name });
  await expect(card.getByText(t('offers:left_other', { count: 4 }))).toBeVisible();
  await page.getByRole('radio', { name: t('offers:view.map') }).check({ force: true });
  await expect(page.getByRole('button', { name: new RegExp(`^Moinho ${stamp}, `) })).toBeVisible();
  await expect.poll(streams.open).toBe(1);
  const saleNotice = new RegExp(`^${t('seller:news.sold', { id: '\\d+' })}$`);
  const noticeShown = page.getByText(saleNotice).first().waitFor();
  await buyProduct();
  await noticeShown;
  await page.getByRole('radio', { name: t('offers:view.list') }).check({ force: true });
  await expect(card.getByText(t('offers:left_other', { count: 3 }))).toBeVisible(LIVE_UPDATE_TIMEOUT);

  await card.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page
    .getByRole('navigation', { name: t('common:nav.main') })
    .getByRole('link', { name: new RegExp(`^${t('common:nav.orders')}`) })
    .click();
  await expect(page.getByRole('row', { name: /Ana C\./ })).toHaveCount(1);
  await expect.poll(streams.open).toBe(1);
  await buyProduct();
  await expect(page.getByRole('row', { name: /Ana C\./ })).toHaveCount(2, LIVE_UPDATE_TIMEOUT);
  expect(await streams.maxOpen()).toBe(1);
});
