import { expect } from '@playwright/test';
import { createProductForTomorrow } from '../../support/api.ts';
import { GOOD_CARD, getPayButton, openProductByName, payByCard, readPin } from '../../support/buyer.ts';
import { enterPin, publishProduct } from '../../support/seller.ts';
import { test } from '../../support/test.ts';
import { desktop, openUser, phone, signUp } from '../../support/user.ts';

test('a buyer cancels in time: the money comes back and the pack is on sale again', async ({ browser }) => {
  const stamp = Date.now().toString(36);
  const name = `Amanhã ${stamp}`;
  const seller = await openUser(browser, desktop);
  await signUp(seller, 'Rui Fontes', { seller: true });
  await createProductForTomorrow(seller, { salePlaceName: `Padaria ${stamp}`, name, quantity: 1 });

  const buyer = await openUser(browser, phone);
  const { page, t } = buyer;
  await signUp(buyer, 'Olena K');
  await openProductByName(buyer, name);
  await payByCard(buyer, GOOD_CARD);
  await readPin(buyer);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('orders:calendar.add') }).click();
  expect((await download).suggestedFilename()).toMatch(/\.ics$/);

  await page.getByRole('button', { name: t('orders:cancel.action') }).click();
  const dialog = page.getByRole('dialog', { name: t('orders:cancel.title') });
  await expect(dialog).toContainText(/3,99/);
  await dialog.getByRole('button', { name: t('orders:cancel.action') }).click();
  await expect(page.getByText(t('orders:state.cancelled_by_buyer'))).toBeVisible();
  await expect(page.getByText(/^Возврат 3,99/)).toBeVisible();
  await expect(page.getByRole('img', { name: /QR/ })).toHaveCount(0);

  await page.goto('/offers/history');
  const row = page.getByRole('article').filter({ hasText: name });
  await expect(row.getByText(t('orders:state.cancelled_by_buyer'))).toBeVisible();
  await expect(row.getByText(/^Возврат 3,99/)).toBeVisible();

  const otherBuyer = await openUser(browser, desktop);
  await signUp(otherBuyer, 'João Vaz');
  await openProductByName(otherBuyer, name);
  await expect(getPayButton(otherBuyer)).toBeEnabled();
});

test('a collected pack is rated, and the stars show on the offer', async ({ browser }) => {
  const stamp = Date.now().toString(36);
  const name = `Estrelas ${stamp}`;
  const seller = await openUser(browser, desktop);
  await signUp(seller, 'Rui Fontes', { seller: true });
  await publishProduct(seller, { salePlaceName: `Forno ${stamp}`, name, quantity: 2 });

  const buyer = await openUser(browser, desktop);
  const { page, t } = buyer;
  await signUp(buyer, 'Marta Salgado');
  await openProductByName(buyer, name);
  await payByCard(buyer, GOOD_CARD);
  const pin = await readPin(buyer);
  await seller.page.goto('/seller');
  await enterPin(seller, pin);
  await seller.page.getByRole('button', { name: seller.t('seller:pin.handOut') }).click();

  // The ticket notices by itself and asks.
  const stars = page.getByRole('radiogroup', { name: t('orders:rate.legend', { name }) });
  await expect(stars).toBeVisible();
  await stars.getByRole('radio', { name: t('orders:rate.stars_other', { count: 4 }) }).check();
  await page.getByLabel(t('orders:rate.text')).fill('Pão estaladiço.');
  await page.getByRole('button', { name: t('orders:rate.send') }).click();
  await expect(page.getByRole('heading', { name: t('orders:rate.mine') })).toBeVisible();
  await expect(page.getByText('Pão estaladiço.')).toBeVisible();

  await page.goto('/offers/history');
  const row = page.getByRole('article').filter({ hasText: name });
  await expect(row.getByText(t('orders:rate.given_other', { count: 4 }))).toBeAttached();
  await openProductByName(buyer, name);
  await expect(page.getByText(t('common:ratingLabel_one', { mean: '4,0', count: 1 })).first()).toBeAttached();
});
