import { expect, type Locator } from '@playwright/test';
import { createCameraPhoto } from '../../support/device-stubs.ts';
import { getOverflow } from '../../support/screen-checks.ts';
import { test } from '../../support/test.ts';
import { openSeller, phone } from '../../support/user.ts';

/** Whether no ancestor clips it. */
const isFullyVisible = (locator: Locator) =>
  locator.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
      if (getComputedStyle(ancestor).overflow === 'visible') continue;
      const box = ancestor.getBoundingClientRect();
      if (top < box.top || bottom > box.bottom || left < box.left || right > box.right) return false;
    }
    return true;
  });

test('while photos cannot be stored a seller sees the full message and retries; the day fits the phone', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const product = { salePlaceName: `Padaria ${stamp}`, name: `Cesto ${stamp}`, quantity: 2 };
  const { page, t } = await openSeller(browser, phone, product, 'tomorrow');

  const errorReply = {
    code: 9,
    message: 'Фото сейчас не сохраняются. Попробуй ещё раз через несколько минут.',
  };
  await page.route('**/api/v1/products_temp_photo', (route) =>
    route.fulfill({ status: 503, json: errorReply }),
  );
  await page.goto('/seller/dish');
  await page
    .getByLabel(t('seller:pack.photos'), { exact: true })
    .setInputFiles({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: await createCameraPhoto() });
  const errorAlert = page.getByRole('alert').filter({ hasText: errorReply.message });
  await expect(errorAlert).toBeVisible();
  expect(await isFullyVisible(errorAlert)).toBe(true);
  await page.unroute('**/api/v1/products_temp_photo');
  await page.getByRole('button', { name: t('seller:pack.photoRetry', { number: 1 }) }).click();
  await expect(errorAlert).toHaveCount(0);

  await page.goto('/seller');
  await expect(page.getByLabel(t('seller:pin.label'))).toBeVisible();
  expect(await getOverflow(page)).toBe(0);
});
