import { expect } from '@playwright/test';
import { enterPin } from '../../support/seller.ts';
import { openPickup } from '../../support/server.ts';
import { sampleCases, test } from '../../support/test.ts';
import {
  desktop,
  GOOD_CARD,
  openNewUser,
  openPaymentForm,
  openProduct,
  openSeller,
  payByCard,
  phone,
  readPin,
  tablet,
} from '../../support/user.ts';

for (const device of sampleCases([phone, tablet, desktop]))
  test(`three packs in one order at ${device.width} px in ${device.language}: one is cancelled, and one of the others is missing at the counter`, async ({
    browser,
  }) => {
    test.slow();
    const stamp = Date.now().toString(36);
    const name = `Família ${stamp}`;
    const product = { salePlaceName: `Forno ${stamp}`, name, quantity: 4 };
    const seller = await openSeller(browser, desktop, product, 'tomorrow');
    const buyer = await openNewUser(browser, device, 'Marta Salgado');
    const { page, t } = buyer;

    await openProduct(buyer, name);
    await openPaymentForm(buyer);
    const chooser = page.getByRole('radiogroup', { name: t('offer:quantity.title') });
    await chooser.getByRole('radio').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(chooser.getByRole('radio').nth(2)).toBeChecked();
    await expect(page.getByText(/^3 × .?3[.,]99/).first()).toBeVisible();
    await expect(page.getByText(t('offer:quantity.oneOrder.more', { count: 3 }))).toBeVisible();
    await payByCard(buyer, GOOD_CARD);
    await expect(page).toHaveURL(/\/success$/);
    const pin = await readPin(buyer);
    await expect(page.getByText(t('orders:ticket.packs', { count: 3 }))).toBeVisible();
    const orderId = Number(/orders\/(\d+)/.exec(page.url())![1]);

    await page.getByRole('button', { name: t('orders:cancel.action') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: t('orders:cancel.some', { count: 1 }) }).click();
    await expect(dialog).toContainText(/3[.,]99/);
    await dialog.getByRole('button', { name: t('orders:cancel.actionOfPacks', { count: 1 }) }).click();
    await expect(page.getByText(t('orders:ticket.packs', { count: 2 }))).toBeVisible();
    await expect(page.getByText(t('orders:ticket.packsBack', { back: 1, count: 3 }))).toBeVisible();

    await openPickup(orderId);
    await seller.page.goto('/seller/orders');
    await enterPin(seller, pin);
    await expect(seller.page.getByRole('status').filter({ hasText: '2 × ' })).toContainText(name);
    await seller.page.getByRole('radio', { name: seller.t('hand-out:packs.option', { count: 1 }) }).click();
    await expect(seller.page.getByText(/3[.,]99/).first()).toBeVisible();
    await seller.page.getByRole('button', { name: seller.t('hand-out:pin.handOut') }).click();
    await expect(seller.page.getByText(seller.t('hand-out:pin.done', { id: orderId }))).toBeVisible();

    await page.reload();
    await expect(page.getByText(t('orders:ticket.packsHandedOut', { got: 1, count: 3 }))).toBeVisible();
  });
