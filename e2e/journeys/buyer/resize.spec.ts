import { expect } from '@playwright/test';
import { createSellerWithProduct } from '../../support/api.ts';
import { appearances, createContextFor } from '../../support/screen-checks.ts';
import { test } from '../../support/test.ts';
import { createTranslator } from '../../support/user.ts';

const [phone] = appearances;
const t = createTranslator(phone.language);

test('a half-filled card form keeps its input when the phone is turned', async ({ browser }) => {
  const product = { salePlaceName: 'Padaria da Trindade', name: 'Pão de amanhã', quantity: 1 };
  const { productId } = await createSellerWithProduct(product, { days: 'tomorrow' });
  const page = await (await createContextFor(browser, phone, 'buyer')).newPage();
  await page.goto(`/offers/${productId}`);
  const number = page.getByLabel(t('payment:number'));
  await number.fill('4242 4242 4242');
  await page.getByLabel(t('payment:expiry')).fill('12/31');
  await page.getByLabel(t('payment:expiry')).evaluate((field) => field.setAttribute('data-same', ''));
  for (const size of [
    { width: phone.height, height: phone.width },
    { width: 1440, height: 900 },
    { width: phone.width, height: phone.height },
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
  const page = await (await createContextFor(browser, phone, 'nobody')).newPage();
  await page.setViewportSize({ width: 195, height: phone.height });
  await page.goto('/offers');
  await page.getByRole('article').first().getByRole('link').click();
  const name = page.locator('a[href^="/sale-places/"]').first();
  await expect.poll(async () => (await name.boundingBox())?.width ?? 0).toBeGreaterThan(40);
});

test('on a tablet search, selects and city have room', async ({ browser }) => {
  const page = await (await createContextFor(browser, phone, 'buyer')).newPage();
  await page.goto('/offers');
  const controls = page.getByRole('region', { name: t('offers:controls') });
  for (const width of [600, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(async () => (await controls.getByRole('searchbox').boundingBox())?.width)
      .toBeGreaterThan(230);
    const selects = await controls.getByRole('combobox').all();
    expect(selects).toHaveLength(2);
    for (const select of selects)
      expect((await select.boundingBox())?.width, `select at ${width}`).toBeGreaterThan(140);
    const city = page.getByRole('link', { name: t('offers:changeCity') });
    expect((await city.boundingBox())?.width, `city at ${width}`).toBeGreaterThan(120);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
