import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { readPdfText } from '../../../apps/api/test/support/pdf.ts';
import { getOverflow } from '../../support/screen-checks.ts';
import { enterPin } from '../../support/seller.ts';
import { LIVE_UPDATE_TIMEOUT, test } from '../../support/test.ts';
import {
  desktop,
  GOOD_CARD,
  getField,
  openNewUser,
  openProduct,
  openSeller,
  payByCard,
  phone,
  readPin,
} from '../../support/user.ts';

test('a tax number is given before paying, is on the receipt and at the counter, and changes until the end of the day', async ({
  browser,
}) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Fatura ${stamp}`;
  const product = { salePlaceName: `Forno ${stamp}`, name, quantity: 2 };
  const seller = await openSeller(browser, desktop, product);
  const streamOpened = seller.page.waitForResponse(/\/api\/v1\/seller\/live/);
  await seller.page.goto('/seller/orders');
  await streamOpened;

  const buyer = await openNewUser(browser, phone, 'Marta Salgado');
  await openProduct(buyer, name);
  await buyer.page.getByText(buyer.t('invoice:action')).click();
  const nif = getField(buyer, 'invoice:nif');
  await nif.fill('254 318 071');
  await getField(buyer, 'invoice:nameLabel').fill('Marta Salgado');
  await buyer.page.getByRole('checkbox', { name: buyer.t('invoice:keep') }).check();
  await payByCard(buyer, GOOD_CARD);
  await expect(buyer.page.getByText(buyer.t('invoice:wrongNif'))).toBeVisible();
  await expect(nif).toBeFocused();
  await expect(buyer.page.getByLabel(buyer.t('payment:number'))).toHaveValue('4242 4242 4242 4242');
  await nif.fill('254 318 070');
  await expect(buyer.page.getByText(buyer.t('invoice:rightNif'))).toBeVisible();
  expect(await getOverflow(buyer.page)).toBe(0);
  await payByCard(buyer, GOOD_CARD);
  await expect(buyer.page).toHaveURL(/\/success$/);
  const pin = await readPin(buyer);

  const invoiceLink = buyer.page.getByRole('link', { name: /254\s318\s070/ });
  await expect(invoiceLink).toBeVisible();
  const [receipt] = await Promise.all([
    buyer.page.waitForEvent('download'),
    buyer.page.getByRole('button', { name: buyer.t('orders:ticket.receipt') }).click(),
  ]);
  const text = await readPdfText(await readFile(await receipt.path()));
  expect(text).toContain('Marta Salgado');
  expect(text).toContain('254318070');

  const row = seller.page.getByRole('row', { name: /Marta S\./ });
  await expect(row).toContainText(/254\s318\s070/, LIVE_UPDATE_TIMEOUT);

  await invoiceLink.click();
  await expect(nif).toHaveValue('254318070');
  expect(await getOverflow(buyer.page)).toBe(0);
  await nif.fill('501442600');
  await buyer.page.getByRole('button', { name: buyer.t('invoice:save') }).click();
  await expect(buyer.page.getByRole('link', { name: /501\s442\s600/ })).toBeVisible();
  await expect(row).toContainText(/501\s442\s600/, LIVE_UPDATE_TIMEOUT);

  await enterPin(seller, pin);
  await expect(seller.page.getByText(seller.t('hand-out:pin.right'))).toBeVisible();
  await expect(seller.page.getByRole('status').filter({ hasText: /501\s442\s600/ })).toContainText(
    'Marta Salgado',
  );
  await seller.page.getByRole('button', { name: seller.t('hand-out:pin.handOut') }).click();
  await expect(buyer.page.getByText(buyer.t('orders:state.collected'))).toBeVisible();

  await seller.page.goto('/seller/sale');
  const [csv] = await Promise.all([
    seller.page.waitForEvent('download'),
    seller.page.getByRole('button', { name: seller.t('sales:vatCsv') }).click(),
  ]);
  expect(await readFile(await csv.path(), 'utf8')).toContain('"Marta Salgado";"501442600"');

  // The first number was kept on request, and is forgotten on request.
  await buyer.page.goto('/account/basic-info');
  await expect(buyer.page.getByText(/Marta Salgado · 254\s318\s070/)).toBeVisible();
  await buyer.page.getByRole('button', { name: buyer.t('account:invoiceDetails.remove') }).click();
  await expect(buyer.page.getByText(buyer.t('account:invoiceDetails.removed'))).toBeVisible();
});
