import { expect } from '@playwright/test';
import { buyProduct, createProduct, createSellerWithProduct, registerAccount } from '../../support/api.ts';
import { verifyEmail } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import { openAccount, phone } from '../../support/user.ts';

const everyDay = { days: 'every day' } as const;

test('an owner with two sale places sees the orders of both, of one, and finds the choice again on the other pages', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const [here, there] = [`Forno ${stamp}`, `Praia ${stamp}`];
  const seller = await createSellerWithProduct(
    { salePlaceName: here, name: `Pão ${stamp}`, quantity: 3 },
    everyDay,
  );
  const thereId = await createProduct(
    seller.client,
    { salePlaceName: there, name: `Bolo ${stamp}`, quantity: 3 },
    everyDay,
  );
  const buyer = await registerAccount({ name: 'Marta Salgado' });
  await verifyEmail(buyer.email);
  await buyProduct(buyer.client, seller.productId);
  await buyProduct(buyer.client, thereId);

  const { page, t } = await openAccount(browser, phone, seller);
  await page.goto('/seller/orders');
  const list = page.getByRole('list', { name: t('seller:orders.tabs.paid') });
  await expect(list.getByText(`Pão ${stamp}`)).toBeVisible();
  await expect(list.getByText(`Bolo ${stamp}`)).toHaveCount(0);

  const choose = async (name: string) => {
    await page.getByRole('button', { name: new RegExp(`^${t('seller:today.place')}: `) }).click();
    await page
      .getByRole('dialog', { name: t('seller:switcher.title') })
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await choose(t('seller:orders.allPlaces'));
  await expect(list.getByText(`Pão ${stamp}`)).toBeVisible();
  await expect(list.getByText(`Bolo ${stamp}`)).toBeVisible();
  await expect(list.getByText(there)).toBeVisible();

  await page.goto('/seller/week');
  for (const name of [here, there])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  await page.goto('/seller');
  await expect(page.getByRole('region', { name: there, exact: true })).toBeVisible();

  await page.goto('/seller/orders');
  await choose(there);
  await expect(list.getByText(`Bolo ${stamp}`)).toBeVisible();
  await expect(list.getByText(`Pão ${stamp}`)).toHaveCount(0);
  await page.reload();
  await expect(list.getByText(`Bolo ${stamp}`)).toBeVisible();

  const salePlaces = (await seller.client('listMySalePlaces', {})).data;
  await page.goto('/seller/sale');
  await expect(page.getByRole('button', { name: new RegExp(there) })).toBeVisible();
  expect(salePlaces).toHaveLength(2);
});
