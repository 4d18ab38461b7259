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
