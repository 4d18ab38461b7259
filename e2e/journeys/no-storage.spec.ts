import { expect, type Locator } from '@playwright/test';
import { publishForTomorrow } from '../support/api.ts';
import { cameraPhoto } from '../support/camera.ts';
import { overflow } from '../support/look.ts';
import { newPerson, phone, signUp } from '../support/person.ts';
import { test } from '../support/test.ts';

/** Whether nothing around it cuts a part of it off. */
const isWhole = (words: Locator) =>
  words.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflow === 'visible') continue;
      const box = around.getBoundingClientRect();
      if (top < box.top || bottom > box.bottom || left < box.left || right > box.right) return false;
    }
    return true;
  });

test('while no photo can be kept a seller reads why, whole, and tries again; the day fits the phone', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const seller = await newPerson(browser, phone);
  const { page, say } = seller;
  await signUp(seller, 'Rui Fontes', { owner: true });
  await publishForTomorrow(seller, { place: `Padaria ${stamp}`, name: `Cesto ${stamp}`, quantity: 2 });

  const away = { code: 9, message: 'Фото сейчас не сохраняются. Попробуй ещё раз через несколько минут.' };
  await page.route('**/api/v1/products_temp_photo', (route) => route.fulfill({ status: 503, json: away }));
  await page.goto('/seller/dish');
  await page
    .getByLabel(say('seller:pack.photos'), { exact: true })
    .setInputFiles({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto() });
  const why = page.getByRole('alert').filter({ hasText: away.message });
  await expect(why).toBeVisible();
  expect(await isWhole(why)).toBe(true);
  await page.unroute('**/api/v1/products_temp_photo');
  await page.getByRole('button', { name: say('seller:pack.photoRetry', { number: 1 }) }).click();
  await expect(why).toHaveCount(0);

  await page.goto('/seller');
  await expect(page.getByLabel(say('seller:pin.label'))).toBeVisible();
  expect(await overflow(page)).toBe(0);
});
