import { expect } from '@playwright/test';
import { publishForTomorrow } from '../support/api.ts';
import { findPack, goodCard, pay, payButton, readPin } from '../support/buyer.ts';
import { desk, newPerson, phone, signUp } from '../support/person.ts';
import { publish, typePin } from '../support/seller.ts';
import { test } from '../support/test.ts';

test('a buyer cancels in time: the money comes back and the pack is on sale again', async ({ browser }) => {
  const stamp = Date.now().toString(36);
  const name = `Amanhã ${stamp}`;
  const seller = await newPerson(browser, desk);
  await signUp(seller, 'Rui Fontes', { owner: true });
  await publishForTomorrow(seller, { place: `Padaria ${stamp}`, name, quantity: 1 });

  const buyer = await newPerson(browser, phone);
  const { page, say } = buyer;
  await signUp(buyer, 'Olena K');
  await findPack(buyer, name);
  await pay(buyer, goodCard);
  await readPin(buyer);

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: say('orders:calendar.add') }).click();
  expect((await file).suggestedFilename()).toMatch(/\.ics$/);

  await page.getByRole('button', { name: say('orders:cancel.action') }).click();
  const dialog = page.getByRole('dialog', { name: say('orders:cancel.title') });
  await expect(dialog).toContainText(/3,99/);
  await dialog.getByRole('button', { name: say('orders:cancel.action') }).click();
  await expect(page.getByText(say('orders:state.cancelled_by_buyer'))).toBeVisible();
  await expect(page.getByText(/^Возврат 3,99/)).toBeVisible();
  await expect(page.getByRole('img', { name: /QR/ })).toHaveCount(0);

  await page.goto('/offers/history');
  const row = page.getByRole('article').filter({ hasText: name });
  await expect(row.getByText(say('orders:state.cancelled_by_buyer'))).toBeVisible();
  await expect(row.getByText(/^Возврат 3,99/)).toBeVisible();

  const other = await newPerson(browser, desk);
  await signUp(other, 'João Vaz');
  await findPack(other, name);
  await expect(payButton(other)).toBeEnabled();
});

test('a collected pack is rated, and the stars show on the offer', async ({ browser }) => {
  const stamp = Date.now().toString(36);
  const name = `Estrelas ${stamp}`;
  const seller = await newPerson(browser, desk);
  await signUp(seller, 'Rui Fontes', { owner: true });
  await publish(seller, { place: `Forno ${stamp}`, name, quantity: 2 });

  const buyer = await newPerson(browser, desk);
  const { page, say } = buyer;
  await signUp(buyer, 'Marta Salgado');
  await findPack(buyer, name);
  await pay(buyer, goodCard);
  const pin = await readPin(buyer);
  await seller.page.goto('/seller');
  await typePin(seller, pin);
  await seller.page.getByRole('button', { name: seller.say('seller:pin.handOut') }).click();

  // The ticket notices by itself and asks.
  const stars = page.getByRole('radiogroup', { name: say('orders:rate.legend', { name }) });
  await expect(stars).toBeVisible();
  await stars.getByRole('radio', { name: say('orders:rate.stars_other', { count: 4 }) }).check();
  await page.getByLabel(say('orders:rate.text')).fill('Pão estaladiço.');
  await page.getByRole('button', { name: say('orders:rate.send') }).click();
  await expect(page.getByRole('heading', { name: say('orders:rate.mine') })).toBeVisible();
  await expect(page.getByText('Pão estaladiço.')).toBeVisible();

  await page.goto('/offers/history');
  const row = page.getByRole('article').filter({ hasText: name });
  await expect(row.getByText(say('orders:rate.given_other', { count: 4 }))).toBeAttached();
  await findPack(buyer, name);
  await expect(
    page.getByText(say('common:ratingLabel_one', { mean: '4,0', count: 1 })).first(),
  ).toBeAttached();
});
