import { expect, type Page } from '@playwright/test';
import { buyProductForTomorrow } from '../../support/api.ts';
import { appearances, createContextFor, listAxeViolations } from '../../support/screen-checks.ts';
import { sampleCases, test } from '../../support/test.ts';
import { createTranslator, signInAsDemoUser } from '../../support/user.ts';

const [, desktop] = appearances;
const t = createTranslator(desktop.language);

/** Makes a chunk fail, always or a number of times; returns a function that unblocks it. */
async function blockChunk(page: Page, chunk: string, times?: number): Promise<() => Promise<void>> {
  const url = new RegExp(`/assets/${chunk}-[\\w-]{8}\\.js$`);
  await page.route(url, (route) => route.abort(), times ? { times } : {});
  return () => page.unroute(url);
}

function countLoads(page: Page): { documents: number } {
  const documentLoads = { documents: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documentLoads.documents += 1;
  });
  return documentLoads;
}

/** One of two units: the other one stays on sale. */
async function buyForDemoBuyer(name: string) {
  const product = { salePlaceName: 'Padaria da Trindade', name, quantity: 2 };
  return (await buyProductForTomorrow(await signInAsDemoUser('buyer'), product)).order;
}

const getErrorHeading = (page: Page) =>
  page.getByRole('heading', { level: 1, name: t('errors:crashTitle'), exact: true });

test('a page works without a part that does not load, which can be retried', async ({ browser }) => {
  const page = await (await createContextFor(browser, desktop, 'seller')).newPage();
  const unblockChart = await blockChunk(page, 'bar-chart-view');
  await page.goto('/seller/sale');
  await expect(page.getByRole('heading', { level: 1, name: t('sales:title') })).toBeVisible();
  const errorAlert = page.getByRole('alert');
  await expect(errorAlert).toHaveText(new RegExp(t('errors:failedTitle')));
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByRole('table').first()).toBeVisible();
  await unblockChart();
  await errorAlert.getByRole('button', { name: t('errors:retry') }).click();
  await expect(page.getByRole('img', { name: new RegExp(`${t('sales:packs')}`, 'i') })).toBeVisible();
  await expect(errorAlert).toHaveCount(0);
});

for (const appearance of sampleCases(appearances)) {
  test(`without the map’s code the list stays reachable: ${appearance.width} px`, async ({ browser }) => {
    const page = await (await createContextFor(browser, appearance, 'buyer')).newPage();
    const tr = createTranslator(appearance.language);
    await blockChunk(page, 'offer-map');
    for (const path of ['/offers', '/favorite']) {
      await page.goto(path);
      const choose = (view: string) =>
        page.getByRole('radio', { name: tr(`offers:view.${view}`) }).check({ force: true });
      await choose('map');
      const missing = page.getByRole('alert');
      await expect(missing).toHaveText(new RegExp(tr('errors:failedTitle')));
      expect(await listAxeViolations(page)).toEqual([]);
      // The view is stored, so it is the same after a reload.
      await page.reload();
      await expect(missing.getByRole('button', { name: tr('errors:retry') })).toBeVisible();
      await choose('list');
      await expect(missing).toHaveCount(0);
      await expect(page.getByRole('article').first()).toBeVisible();
    }
  });
}

test('the message of a part that does not load fills its box or row', async ({ browser }) => {
  const page = await (await createContextFor(browser, desktop, 'buyer')).newPage();
  for (const chunk of ['sale-place-mini-map', 'sheet-view']) await blockChunk(page, chunk);
  const errorAlert = page.getByRole('alert');
  const measure = () =>
    errorAlert.evaluate(({ clientWidth, clientHeight, parentElement: box }) => ({
      width: [clientWidth, box!.clientWidth],
      height: [clientHeight, box!.clientHeight],
    }));

  const order = await buyForDemoBuyer('Pão de amanhã');
  await page.goto(`/offers/${order.product.id}`);
  // The map loads after an input, once it is in view. The page may be drawn before it listens for input.
  await expect(page.getByLabel(t('payment:number'))).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(errorAlert).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  const [height, boxHeight] = (await measure()).height;
  expect(height).toBe(boxHeight);

  await page.goto(`/orders/${order.id}`);
  await page.getByRole('button', { name: t('orders:cancel.action') }).click();
  await expect(errorAlert).toBeVisible();
  const [width, rowWidth] = (await measure()).width;
  expect(width).toBe(rowWidth);
});

test('a page whose code fails once is reloaded and opens', async ({ browser }) => {
  const page = await (await createContextFor(browser, desktop, 'buyer')).newPage();
  await page.goto('/offers');
  await expect(page.getByRole('article').first()).toBeVisible();
  const documentLoads = countLoads(page);
  await blockChunk(page, 'favourites', 1);
  await page.getByRole('link', { name: t('common:nav.favourites'), exact: true }).click();
  await expect(page).toHaveURL(/\/favorite$/);
  await expect(page.getByRole('heading', { level: 1, name: t('common:titles.favourites') })).toBeVisible();
  expect(documentLoads.documents).toBe(1);

  await blockChunk(page, 'devices', 1);
  await page.goto('/account/devices');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('account:devices.title'));
  expect(documentLoads.documents).toBe(3);
});

test('code that never loads: one reload, then the 500 page with menus and a reload button', async ({
  browser,
}) => {
  const page = await (await createContextFor(browser, desktop, 'buyer')).newPage();
  await page.goto('/offers');
  await expect(page.getByRole('article').first()).toBeVisible();
  const documentLoads = countLoads(page);
  const unblockPage = await blockChunk(page, 'favourites');
  await page.getByRole('link', { name: t('common:nav.favourites'), exact: true }).click();
  await expect(getErrorHeading(page)).toBeVisible();
  await expect(page.getByText('500', { exact: true })).toBeVisible();
  expect(documentLoads.documents).toBe(1);
  const reloadButton = page.getByRole('button', { name: t('errors:reload') });
  await reloadButton.click();
  await expect.poll(() => documentLoads.documents).toBe(2);
  await expect(getErrorHeading(page)).toBeVisible();
  // The layout stays and its links work.
  await page.getByRole('link', { name: t('common:nav.history'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('common:titles.history') })).toBeVisible();
  await page.goBack();
  await expect(getErrorHeading(page)).toBeVisible();
  expect(documentLoads.documents).toBe(2);
  await unblockPage();
  await reloadButton.click();
  await expect(page.getByRole('heading', { level: 1, name: t('common:titles.favourites') })).toBeVisible();
});
