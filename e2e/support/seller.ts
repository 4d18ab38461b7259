import { expect } from '@playwright/test';
import type { NewProduct } from './api.ts';
import { createCameraPhoto } from './device-stubs.ts';
import type { JourneyUser } from './user.ts';

/**
 * Registers a sale place by hand and publishes a product with a camera photo, collected all day. Ends on the orders
 * page.
 */
export async function publishProduct(
  { page, t }: JourneyUser,
  { salePlaceName, name, quantity }: NewProduct,
): Promise<void> {
  const nextButton = page.getByRole('button', { name: t('seller:wizard.next'), exact: true });
  await page.goto('/seller/quick-start');
  await page.getByLabel(t('seller:place.name'), { exact: true }).fill(salePlaceName);
  await page.getByLabel(t('seller:place.phone')).fill('+351 210 000 018');
  await page.getByLabel(t('seller:place.address')).fill('Rua da Trindade 18, Chiado, 1200-468 Lisboa');
  await page.getByText(t('seller:place.paste')).click();
  await page.getByLabel(t('seller:place.latitude')).fill('38.7123');
  await page.getByLabel(t('seller:place.longitude')).fill('-9.1416');
  await page.getByRole('button', { name: getTypePattern('place', t) }).click();
  await nextButton.click();

  await expect(page.getByRole('heading', { name: t('seller:pack.title') })).toBeVisible();
  await page.getByRole('button', { name: getTypePattern('pack', t) }).click();
  await page.getByLabel(t('seller:pack.name'), { exact: true }).fill(name);
  await page.getByLabel(t('seller:pack.description')).fill('Pão de fermentação natural e croissants.');
  await page
    .getByLabel(t('seller:pack.photos'), { exact: true })
    .setInputFiles({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: await createCameraPhoto() });
  await page.getByRole('radio', { name: /3[.,]99/ }).click();
  await page.getByLabel(t('seller:pack.value'), { exact: true }).fill('12');
  await page.getByRole('radio', { name: t('seller:pack.allergenAnswers.none') }).click();
  // A reload in the middle loses no input.
  await expect(page.getByRole('button', { name: t('common:photos.remove', { number: 1 }) })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel(t('seller:pack.name'), { exact: true })).toHaveValue(name);
  await nextButton.click();

  await expect(page.getByRole('heading', { name: t('seller:schedule.title') })).toBeVisible();
  await page.getByRole('radio', { name: String(quantity), exact: true }).click();
  const sunday = page.getByRole('checkbox', { name: t('seller:days.sun') });
  if (!(await sunday.isChecked())) await sunday.check();
  const monday = t('seller:days.mon');
  await page.getByLabel(t('seller:schedule.from', { day: monday })).fill('00:00');
  await page.getByLabel(t('seller:schedule.to', { day: monday })).fill('23:59');
  await page
    .getByRole('button', { name: t('seller:schedule.applyToAll') })
    .first()
    .click();
  await page.getByRole('button', { name: t('seller:wizard.send'), exact: true }).click();
  await expect(page).toHaveURL(/\/seller\/orders/);
}

const getTypePattern = (kind: 'place' | 'pack', t: JourneyUser['t']): RegExp => {
  const isRussian = t('seller:days.mon') === 'Понедельник';
  if (kind === 'place') return isRussian ? /Пекарня/ : /Padaria|Bakery/;
  return isRussian ? /Выпечка/ : /Padaria|Bakery/;
};

/** Types any PIN. */
export async function enterPin({ page, t }: JourneyUser, pin: string): Promise<void> {
  await page.getByLabel(t('hand-out:pin.label')).fill(pin);
  await page.getByRole('button', { name: t('hand-out:pin.check') }).click();
}
