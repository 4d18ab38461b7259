import { expect } from '@playwright/test';
import { DECLINED_CARD, GOOD_CARD, openProductByName, payByCard, readPin } from '../../support/buyer.ts';
import { getOverflow } from '../../support/screen-checks.ts';
import { enterPin, publishProduct } from '../../support/seller.ts';
import { test } from '../../support/test.ts';
import { desktop, openUser, phone, signUp, tablet } from '../../support/user.ts';

for (const device of [phone, tablet, desktop]) {
  test(`a pack is published, found, paid and collected: ${device.width} px, ${device.language}`, async ({
    browser,
  }) => {
    const stamp = `${device.language}${Date.now().toString(36)}`;
    const product = { salePlaceName: `Padaria ${stamp}`, name: `Cesto ${stamp}`, quantity: 2 };
    const seller = await openUser(browser, device);
    await signUp(seller, 'Rui Fontes', { seller: true });
    await publishProduct(seller, product);

    const buyer = await openUser(browser, device);
    await signUp(buyer, 'Marta Salgado');
    await openProductByName(buyer, product.name);
    await payByCard(buyer, DECLINED_CARD);
    await expect(buyer.page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
    await expect(buyer.page.getByLabel(buyer.t('payment:number'))).toHaveValue('4000 0000 0000 0002');
    await payByCard(buyer, GOOD_CARD);
    await expect(
      buyer.page.getByRole('heading', { level: 1, name: buyer.t('orders:success.title') }),
    ).toBeVisible();
    const pin = await readPin(buyer);

    await seller.page.goto('/seller');
    await enterPin(seller, pin === '0000' ? '1111' : '0000');
    await expect(seller.page.getByLabel(seller.t('seller:pin.label'))).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await enterPin(seller, pin);
    await expect(seller.page.getByText(seller.t('seller:pin.right'))).toBeVisible();
    expect(await getOverflow(seller.page)).toBe(0);
    await expect(seller.page.getByText(/Marta S\./).first()).toBeVisible();
    await seller.page.getByRole('button', { name: seller.t('seller:pin.handOut') }).click();

    await buyer.page.goto('/offers/history');
    await expect(buyer.page.getByText(buyer.t('orders:state.collected'))).toBeVisible();
    await expect(buyer.page.getByRole('link', { name: product.name })).toBeVisible();
  });
}
