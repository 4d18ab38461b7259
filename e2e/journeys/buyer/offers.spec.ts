import { type Browser, expect } from '@playwright/test';
import { createSellerWithProduct } from '../../support/api.ts';
import { appearances, createContextFor } from '../../support/screen-checks.ts';
import { sampleCases, test } from '../../support/test.ts';
import { createTranslator, desktop, openAsDemoUser, openNewUser, phone } from '../../support/user.ts';

/** The demo's buyer before opening the list, and the list queries the server receives afterwards. */
async function prepareList(browser: Browser, storage: Record<string, string> = {}) {
  const { page, context } = await openAsDemoUser(browser, phone, 'buyer');
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, storage);
  const listQueries: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/v1/products') listQueries.push(search);
  });
  return { page, listQueries, cards: page.getByRole('article') };
}

test('photos show before the app’s script has loaded; the list is requested once', async ({ browser }) => {
  const { page, listQueries, cards } = await prepareList(browser);
  const { promise: scriptReleased, resolve: releaseScript } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await scriptReleased;
    await route.continue();
  });
  await page.goto('/offers', { waitUntil: 'commit' });
  const photos = page.locator('main img[src^="/media/"]');
  await expect(photos).toHaveCount(2);
  await expect(photos.first()).toBeVisible();
  const previousBox = await photos.first().boundingBox();
  await expect(cards).toHaveCount(0);

  releaseScript();
  await expect(cards.first()).toBeVisible();
  expect(await photos.first().boundingBox()).toEqual(previousBox);
  expect(listQueries).toEqual(['?sort=center']);
});

test('with a stored filter the default list is not requested', async ({ browser }) => {
  const { page, listQueries, cards } = await prepareList(browser, { filterByType: '1' });
  await page.goto('/offers');
  await expect(cards.first()).toBeVisible();
  expect(listQueries).toEqual(['?filterByType=1&sort=center']);
});

test('without an early response the app requests the list itself', async ({ browser }) => {
  const { page, listQueries, cards } = await prepareList(browser);
  await page.route('**/api/v1/products?*', (route) => route.abort(), { times: 1 });
  await page.goto('/offers');
  await expect(cards.first()).toBeVisible();
  expect(listQueries).toHaveLength(2);
});

for (const view of ['list', 'map']) {
  test(`a filter that is on is in sight, beside the button that clears it: ${view}`, async ({ browser }) => {
    const { page } = await prepareList(browser, { offersView: view });
    const t = createTranslator(phone.language);
    await page.goto('/offers');
    const chips = page.getByRole('group', { name: t('offers:types') }).locator('label');
    await expect(chips.nth(5)).toBeAttached();
    await expect(page.getByRole('button', { name: t('offers:food.title') })).toBeInViewport({ ratio: 1 });
    await chips.last().click();
    const name = await chips.last().textContent();
    for (const isShared of [false, true]) {
      if (isShared) await page.goto(page.url());
      await expect(chips.last().getByRole('radio')).toBeChecked();
      await expect(chips.filter({ hasText: name! })).toBeInViewport({ ratio: 1 });
    }
    const clear = page.getByRole('button', { name: t('offers:clearFilters', { count: 1 }) });
    const box = (await clear.boundingBox())!;
    const findChipAt = (x: number) =>
      page.evaluate(
        ([left, top]) => document.elementFromPoint(left!, top!)?.closest('label')?.textContent ?? null,
        [x, box.y + box.height / 2],
      );
    expect([await findChipAt(box.x + box.width + 2), await findChipAt(box.x + box.width + 6)]).toEqual([
      null,
      null,
    ]);
    await clear.click();
    await expect(clear).toHaveCount(0);
    await expect(chips.first().getByRole('radio')).toBeChecked();
    await expect(chips.first()).toBeInViewport({ ratio: 1 });
  });
}

for (const device of sampleCases([desktop, phone])) {
  test(`to an offer and back: title, focus, header and position, ${device.width} px`, async ({ browser }) => {
    const { page, t } = await openNewUser(browser, device, 'Olena K');
    await page.goto('/offers');
    const productLink = page.getByRole('article').nth(12).getByRole('link').first();
    await productLink.scrollIntoViewIfNeeded();
    const name = (await productLink.textContent())!;
    const scrollPosition = await page.evaluate(() => scrollY);
    expect(scrollPosition).toBeGreaterThan(500);

    await productLink.click();
    const heading = page.getByRole('heading', { level: 1, name, exact: true });
    await expect(heading).toBeFocused();
    await expect(page).toHaveTitle(`${name} · WoPack`);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    const headerImage = page.locator('header img');
    if (device === desktop) await expect(headerImage).toBeAttached();

    await page.goBack();
    await expect(page).toHaveTitle(`${t('common:titles.offers')} · WoPack`);
    await expect(headerImage).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrollPosition);
  });
}

test.describe('in windows of other sizes', () => {
  const [phoneAppearance] = appearances;
  const t = createTranslator(phoneAppearance.language);

  test('a half-filled card form keeps its input when the phone is turned', async ({ browser }) => {
    const product = { salePlaceName: 'Padaria da Trindade', name: 'Pão de amanhã', quantity: 1 };
    const { productId } = await createSellerWithProduct(product, { days: 'tomorrow' });
    const page = await (await createContextFor(browser, phoneAppearance, 'buyer')).newPage();
    await page.goto(`/offers/${productId}`);
    const number = page.getByLabel(t('payment:number'));
    await number.fill('4242 4242 4242');
    await page.getByLabel(t('payment:expiry')).fill('12/31');
    await page.getByLabel(t('payment:expiry')).evaluate((field) => field.setAttribute('data-same', ''));
    for (const size of [
      { width: phoneAppearance.height, height: phoneAppearance.width },
      { width: 1440, height: 900 },
      { width: phoneAppearance.width, height: phoneAppearance.height },
    ]) {
      await page.setViewportSize(size);
      await expect(page.getByRole('region', { name: t('offer:reserve') })).toHaveCount(
        size.width < 576 ? 0 : 1,
      );
      await expect(number).toHaveValue('4242 4242 4242');
      // The same DOM element: a provider's iframe would reload if it were moved.
      await expect(page.locator('[data-same]')).toHaveValue('12/31');
      await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
    }
  });

  test('at 200 % on a small phone the name of a shop keeps whole words', async ({ browser }) => {
    const page = await (await createContextFor(browser, phoneAppearance, 'nobody')).newPage();
    await page.setViewportSize({ width: 195, height: phoneAppearance.height });
    await page.goto('/offers');
    await page.getByRole('article').first().getByRole('link').click();
    const name = page.locator('a[href^="/sale-places/"]').first();
    await expect.poll(async () => (await name.boundingBox())?.width ?? 0).toBeGreaterThan(40);
  });

  test('on a tablet search, selects and city have room', async ({ browser }) => {
    const page = await (await createContextFor(browser, phoneAppearance, 'buyer')).newPage();
    await page.goto('/offers');
    const controls = page.getByRole('region', { name: t('offers:controls') });
    for (const width of [600, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(
          async () =>
            (await controls.getByRole('combobox', { name: t('offers:search') }).boundingBox())?.width,
        )
        .toBeGreaterThan(230);
      const selects = await controls.locator('select').all();
      expect(selects).toHaveLength(2);
      for (const select of selects)
        expect((await select.boundingBox())?.width, `select at ${width}`).toBeGreaterThan(140);
      const city = page.getByRole('link', { name: t('offers:changeCity') });
      expect((await city.boundingBox())?.width, `city at ${width}`).toBeGreaterThan(120);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});
