import { expect } from '@playwright/test';
import { cameraPhoto } from './camera.ts';
import type { Person } from './person.ts';

export interface Pack {
  place: string;
  name: string;
  /** 1 to 7 a day. */
  quantity: number;
}

/** Registers a place by hand and publishes a pack with a photo from a camera, open all day. Ends on the orders. */
export async function publish({ page, say }: Person, { place, name, quantity }: Pack): Promise<void> {
  const next = page.getByRole('button', { name: say('seller:wizard.next'), exact: true });
  await page.goto('/seller/quick-start');
  await page.getByLabel(say('seller:place.name'), { exact: true }).fill(place);
  await page.getByLabel(say('seller:place.phone')).fill('+351 210 000 018');
  await page.getByLabel(say('seller:place.address')).fill('Rua da Trindade 18, Chiado, 1200-468 Lisboa');
  await page.getByText(say('seller:place.paste')).click();
  await page.getByLabel(say('seller:place.latitude')).fill('38.7123');
  await page.getByLabel(say('seller:place.longitude')).fill('-9.1416');
  await page.getByRole('button', { name: typeName('place', say) }).click();
  await next.click();

  await expect(page.getByRole('heading', { name: say('seller:pack.title') })).toBeVisible();
  await page.getByRole('button', { name: typeName('pack', say) }).click();
  await page.getByLabel(say('seller:pack.name'), { exact: true }).fill(name);
  await page.getByLabel(say('seller:pack.description')).fill('Pão de fermentação natural e croissants.');
  await page
    .getByLabel(say('seller:pack.photos'), { exact: true })
    .setInputFiles({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto() });
  await page.getByRole('button', { name: /3[.,]99/ }).click();
  // A reload in the middle loses nothing that was typed.
  await expect(
    page.getByRole('button', { name: say('seller:pack.photoRemove', { number: 1 }) }),
  ).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel(say('seller:pack.name'), { exact: true })).toHaveValue(name);
  await next.click();

  await expect(page.getByRole('heading', { name: say('seller:schedule.title') })).toBeVisible();
  await page.getByRole('button', { name: String(quantity), exact: true }).click();
  const sunday = page.getByRole('checkbox', { name: say('seller:days.sun') });
  if (!(await sunday.isChecked())) await sunday.check();
  const monday = say('seller:days.mon');
  await page.getByLabel(say('seller:schedule.from', { day: monday })).fill('00:00');
  await page.getByLabel(say('seller:schedule.to', { day: monday })).fill('23:59');
  await page
    .getByRole('button', { name: say('seller:schedule.applyToAll') })
    .first()
    .click();
  await page.getByRole('button', { name: say('seller:wizard.send'), exact: true }).click();
  await expect(page).toHaveURL(/\/seller\/orders/);
}

const typeName = (of: 'place' | 'pack', say: Person['say']): RegExp => {
  const russian = say('seller:days.mon') === 'Понедельник';
  if (of === 'place') return russian ? /Пекарня/ : /Padaria|Bakery/;
  return russian ? /Выпечка/ : /Padaria|Bakery/;
};

/** Types a PIN at the counter, whoever it belongs to. */
export async function typePin({ page, say }: Person, pin: string): Promise<void> {
  await page.getByLabel(say('seller:pin.label')).fill(pin);
  await page.getByRole('button', { name: say('seller:pin.check') }).click();
}
