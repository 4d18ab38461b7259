import { expect, type Page } from '@playwright/test';
import { appearances, createContextFor } from '../../support/screen-checks.ts';
import { test } from '../../support/test.ts';
import { createTranslator } from '../../support/translations.ts';

const [, desktop] = appearances;
const t = createTranslator(desktop.language);

/** Lets a chunk fail, always or so many times; answers how to let it through again. */
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

const getErrorHeading = (page: Page) =>
  page.getByRole('heading', { level: 1, name: t('errors:crashTitle'), exact: true });

test('a page whose widgets do not come stands without them; a visible one can be tried again', async ({
  browser,
}) => {
  const page = await (await createContextFor(browser, desktop, 'seller')).newPage();
  const unblockChart = await blockChunk(page, 'bar-chart');
  for (const hiddenChunk of ['orders-count', 'seller-news']) await blockChunk(page, hiddenChunk);
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

test('without the menus of a wide screen a page has the tabs of a phone', async ({ browser }) => {
  const page = await (await createContextFor(browser, desktop, 'buyer')).newPage();
  await blockChunk(page, 'wide-parts');
  await page.goto('/offers');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('link', { name: t('common:nav.favorite'), exact: true }).click();
  await expect(page).toHaveURL(/\/favorite$/);
});

test('a page whose code is missing once is loaded anew and opens', async ({ browser }) => {
  const page = await (await createContextFor(browser, desktop, 'buyer')).newPage();
  await page.goto('/offers');
  await expect(page.getByRole('article').first()).toBeVisible();
  const documentLoads = countLoads(page);
  await blockChunk(page, 'favorite', 1);
  await page.getByRole('link', { name: t('common:nav.favorite'), exact: true }).click();
  await expect(page).toHaveURL(/\/favorite$/);
  await expect(page.getByRole('heading', { level: 1, name: t('common:titles.favorite') })).toBeVisible();
  expect(documentLoads.documents).toBe(1);

  await blockChunk(page, 'further', 1);
  await page.goto('/account/devices');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('account:devices.title'));
  expect(documentLoads.documents).toBe(3);
});

test('code that never comes: one reload, then the 500 page with menus and a reload', async ({ browser }) => {
  const page = await (await createContextFor(browser, desktop, 'buyer')).newPage();
  await page.goto('/offers');
  await expect(page.getByRole('article').first()).toBeVisible();
  const documentLoads = countLoads(page);
  const unblockPage = await blockChunk(page, 'favorite');
  await page.getByRole('link', { name: t('common:nav.favorite'), exact: true }).click();
  await expect(getErrorHeading(page)).toBeVisible();
  await expect(page.getByText('500', { exact: true })).toBeVisible();
  expect(documentLoads.documents).toBe(1);
  const reloadButton = page.getByRole('button', { name: t('errors:reload') });
  await reloadButton.click();
  await expect.poll(() => documentLoads.documents).toBe(2);
  await expect(getErrorHeading(page)).toBeVisible();
  // The frame is still there, and leads elsewhere and back.
  await page.getByRole('link', { name: t('common:nav.history'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('common:titles.history') })).toBeVisible();
  await page.goBack();
  await expect(getErrorHeading(page)).toBeVisible();
  expect(documentLoads.documents).toBe(2);
  await unblockPage();
  await reloadButton.click();
  await expect(page.getByRole('heading', { level: 1, name: t('common:titles.favorite') })).toBeVisible();
});
