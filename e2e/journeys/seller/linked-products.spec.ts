import { expect } from '@playwright/test';
import { createSalePlace, createSellerWithProduct } from '../../support/api.ts';
import { test } from '../../support/test.ts';
import { getButton, getField, openUser, phone } from '../../support/user.ts';

test('a product is linked to two more sale places: one change of its text is one of all, the price of one stays its own', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const account = await createSellerWithProduct(
    { salePlaceName: `Padaria ${stamp}`, name: `Cesto ${stamp}`, quantity: 2 },
    { days: 'every day' },
  );
  const { client, token, productId } = account;
  await createSalePlace(client, `Quiosque ${stamp}`);
  await createSalePlace(client, `Mercado ${stamp}`);
  const seller = await openUser(browser, phone, undefined, { token, cookieChoice: 'essential' });
  const { page, t } = seller;

  await page.goto(`/seller/dish/${productId}`);
  await getButton(seller, 'seller:edit.copy').click();
  await getButton(seller, 'linked:copyTo').click();
  await getButton(seller, 'linked:all').click();
  await page.getByRole('switch', { name: t('linked:putOnSale') }).click();
  await page.getByRole('button', { name: t('linked:copy_few', { count: 2 }) }).click();
  const result = page.getByRole('dialog', { name: t('linked:doneTitle') });
  await expect(result.getByText(t('linked:results.active'))).toHaveCount(2);
  await getButton(seller, 'linked:done').click();
  await expect(page.getByRole('link', { name: `Mercado ${stamp}` })).toBeVisible();

  // The text: once, for all.
  await getField(seller, 'seller:pack.name').fill(`Caixa ${stamp}`);
  await getButton(seller, 'seller:edit.save').click();
  await expect(page.getByText(t('seller:edit.saved'))).toBeVisible();

  // The price: of one of them.
  await page.getByRole('link', { name: `Mercado ${stamp}` }).click();
  await expect(getField(seller, 'seller:pack.name')).toHaveValue(`Caixa ${stamp}`);
  await page.getByRole('radio', { name: /4[.,]99/ }).click();
  await getButton(seller, 'seller:edit.save').click();
  await getButton(seller, 'linked:onlyHere').click();
  await expect(page.getByText(t('seller:edit.saved'))).toBeVisible();

  await page.goto('/seller');
  const rows = page.getByRole('link', { name: new RegExp(`Caixa ${stamp}`) });
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: /4,99/ })).toHaveCount(1);
  await expect(rows.filter({ hasText: /4,99/ })).toContainText(`Mercado ${stamp}`);
  await expect(rows.filter({ hasText: /3,99/ })).toHaveCount(2);
  const { data } = await client('listMyProducts');
  expect(data.map(({ name, price, linked_count }) => [name, price, linked_count])).toEqual([
    [`Caixa ${stamp}`, 3.99, 2],
    [`Caixa ${stamp}`, 3.99, 2],
    [`Caixa ${stamp}`, 4.99, 2],
  ]);
});
