import { expect, type Page } from '@playwright/test';
import { contextAs, looks } from '../support/look.ts';
import { test } from '../support/test.ts';
import { textsOf } from '../support/texts.ts';

const [, desk] = looks;
const say = textsOf(desk.language);

/** Lets a chunk fail, always or so many times; answers how to let it through again. */
async function lose(page: Page, chunk: string, times?: number): Promise<() => Promise<void>> {
  const url = new RegExp(`/assets/${chunk}-[\\w-]{8}\\.js$`);
  await page.route(url, (route) => route.abort(), times ? { times } : {});
  return () => page.unroute(url);
}

function countLoads(page: Page): { documents: number } {
  const loads = { documents: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.documents += 1;
  });
  return loads;
}

const broken = (page: Page) =>
  page.getByRole('heading', { level: 1, name: say('errors:crashTitle'), exact: true });

test('a page whose widgets do not come stands without them; a visible one can be tried again', async ({
  browser,
}) => {
  const page = await (await contextAs(browser, desk, 'seller')).newPage();
  const bringChart = await lose(page, 'bar-chart');
  for (const hidden of ['orders-count', 'seller-news']) await lose(page, hidden);
  await page.goto('/seller/sale');
  await expect(page.getByRole('heading', { level: 1, name: say('sales:title') })).toBeVisible();
  const missing = page.getByRole('alert');
  await expect(missing).toHaveText(new RegExp(say('errors:failedTitle')));
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByRole('table').first()).toBeVisible();
  await bringChart();
  await missing.getByRole('button', { name: say('errors:retry') }).click();
  await expect(page.getByRole('img', { name: new RegExp(`${say('sales:packs')}`, 'i') })).toBeVisible();
  await expect(missing).toHaveCount(0);
});

test('without the menus of a wide screen a page has the tabs of a phone', async ({ browser }) => {
  const page = await (await contextAs(browser, desk, 'buyer')).newPage();
  await lose(page, 'wide-parts');
  await page.goto('/offers');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('link', { name: say('common:nav.favorite'), exact: true }).click();
  await expect(page).toHaveURL(/\/favorite$/);
});

test('a page whose code is missing once is loaded anew and opens', async ({ browser }) => {
  const page = await (await contextAs(browser, desk, 'buyer')).newPage();
  await page.goto('/offers');
  await expect(page.getByRole('article').first()).toBeVisible();
  const loads = countLoads(page);
  await lose(page, 'favorite', 1);
  await page.getByRole('link', { name: say('common:nav.favorite'), exact: true }).click();
  await expect(page).toHaveURL(/\/favorite$/);
  await expect(page.getByRole('heading', { level: 1, name: say('common:titles.favorite') })).toBeVisible();
  expect(loads.documents).toBe(1);

  await lose(page, 'further', 1);
  await page.goto('/account/devices');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('account:devices.title'));
  expect(loads.documents).toBe(3);
});

test('code that never comes: one reload, then the 500 page with menus and a reload', async ({ browser }) => {
  const page = await (await contextAs(browser, desk, 'buyer')).newPage();
  await page.goto('/offers');
  await expect(page.getByRole('article').first()).toBeVisible();
  const loads = countLoads(page);
  const bringPage = await lose(page, 'favorite');
  await page.getByRole('link', { name: say('common:nav.favorite'), exact: true }).click();
  await expect(broken(page)).toBeVisible();
  await expect(page.getByText('500', { exact: true })).toBeVisible();
  expect(loads.documents).toBe(1);
  const reload = page.getByRole('button', { name: say('errors:reload') });
  await reload.click();
  await expect.poll(() => loads.documents).toBe(2);
  await expect(broken(page)).toBeVisible();
  // The frame is still there, and leads elsewhere and back.
  await page.getByRole('link', { name: say('common:nav.history'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: say('common:titles.history') })).toBeVisible();
  await page.goBack();
  await expect(broken(page)).toBeVisible();
  expect(loads.documents).toBe(2);
  await bringPage();
  await reload.click();
  await expect(page.getByRole('heading', { level: 1, name: say('common:titles.favorite') })).toBeVisible();
});
