import { expect } from '@playwright/test';
import { createSellerWithProduct } from '../../support/api.ts';
import { expectGoodScreen } from '../../support/screen-checks.ts';
import { queryDatabase } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import { GOOD_CARD, openNewUser, openProduct, payByCard, phone } from '../../support/user.ts';

test('a pack that keeps: said before paying, and withdrawn from on the ticket', async ({ browser }) => {
  const stamp = Date.now().toString(36);
  const name = `Compota ${stamp}`;
  const seller = await createSellerWithProduct(
    { salePlaceName: `Forno ${stamp}`, name, quantity: 2 },
    { days: 'every day' },
  );
  await queryDatabase('UPDATE products SET is_perishable = false WHERE id = $1', [seller.productId]);
  const buyer = await openNewUser(browser, phone, 'Marta Salgado');
  const { page, t } = buyer;
  await openProduct(buyer, name);
  await expect(page.getByText(t('offer:withdrawal.keeps'))).toBeVisible();
  await payByCard(buyer, GOOD_CARD);
  await expect(page).toHaveURL(/\/success$/);
  await page.getByRole('link', { name: t('orders:success.openTicket') }).click();
  await page.getByRole('button', { name: t('orders:withdraw.action') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(buyer.email)).toBeVisible();
  await expectGoodScreen(page);
  await dialog.getByRole('button', { name: t('orders:withdraw.confirm') }).click();
  await expect(
    page.getByText(new RegExp(t('orders:withdraw.done', { at: '.*' }).replaceAll(/[()]/g, '\\$&'))),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: t('orders:withdraw.action') })).toBeHidden();
  await expectGoodScreen(page);
});
