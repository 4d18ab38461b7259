import { type Browser, expect } from '@playwright/test';
import { buyProduct, createSellerWithProduct, DISPUTED_CARD, registerAccount } from '../../support/api.ts';
import { expectGoodScreen } from '../../support/screen-checks.ts';
import { decideDispute, endPickupBefore, queryDatabase, verifyEmail } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import { openAccount, openConsole, phone } from '../../support/user.ts';

/** A refund that a bank took back by a later decision, of an order whose pickup is over. */
async function createTurnedDispute() {
  const stamp = Date.now().toString(36);
  const seller = await createSellerWithProduct(
    { salePlaceName: `Padaria ${stamp}`, name: `Cesto ${stamp}`, quantity: 1 },
    { days: 'every day' },
  );
  const buyer = await registerAccount({ name: 'Marta Salgado' });
  await verifyEmail(seller.email);
  await verifyEmail(buyer.email);
  const { id: orderId } = await buyProduct(buyer.client, seller.productId, DISPUTED_CARD);
  const dispute = async () =>
    (await queryDatabase('SELECT status FROM disputes JOIN orders USING (payment_id) WHERE orders.id = $1', [
      orderId,
    ])) as { status: string }[];
  await expect.poll(dispute).toEqual([{ status: 'needs_response' }]);
  await endPickupBefore(orderId, '1 day');
  for (const outcome of ['lost', 'won'] as const) {
    await decideDispute(orderId, outcome);
    await expect.poll(dispute).toEqual([{ status: outcome }]);
  }
  return { seller, buyer, orderId };
}

/** The refund in the list of an operator. */
async function openRefund(browser: Browser, role: 'finance' | 'owner', orderId: number) {
  const { page, t } = await openConsole(browser, role);
  await page.goto('/admin/refunds');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: String(orderId) }) });
  await expect(row).toBeVisible();
  return { page, t, row, dialog: page.getByRole('dialog') };
}

test('finance gives what a bank took back to the shop, whose earnings have it again; it is decided once', async ({
  browser,
}) => {
  const { seller, buyer, orderId } = await createTurnedDispute();
  const { page, t, row, dialog } = await openRefund(browser, 'finance', orderId);
  await expect(row).toContainText(t('admin:refunds.states.failed'));
  // Another operator looks at the same refund, and wants the buyer to have it.
  const second = await openRefund(browser, 'owner', orderId);
  await second.row.getByRole('button', { name: t('admin:refunds.repeat') }).click();
  await second.dialog.getByLabel(t('admin:reason.label')).fill('The buyer wrote to us.');

  await row.getByRole('button', { name: t('admin:refunds.restore') }).click();
  await expect(dialog).toContainText('€3.99');
  await expectGoodScreen(page);
  const confirm = dialog.getByRole('button', { name: t('admin:refunds.restore') });
  await confirm.click();
  const reason = dialog.getByLabel(t('admin:reason.label'));
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await reason.fill('The pack was handed out.');
  await confirm.click();
  await expect(reason).toHaveCount(0);
  await expect(row).toContainText(t('admin:refunds.states.restored'));
  await expect(row.getByRole('button')).toHaveCount(0);

  await second.dialog.getByRole('button', { name: t('admin:refunds.repeat') }).click();
  await expect(second.dialog).toContainText('This refund is not waiting for a decision.');
  await expectGoodScreen(second.page);

  const { page: earnings, t: tSeller } = await openAccount(browser, { ...phone, language: 'en' }, seller);
  await earnings.goto('/transactions?role=seller');
  const kinds = tSeller('money:kinds.restored');
  const line = earnings.getByRole('listitem').filter({ hasText: kinds });
  await expect(line).toContainText('€2.70');
  await expectGoodScreen(earnings);
  const { data } = await buyer.client('getOrder', { params: { id: orderId } });
  expect(data).toMatchObject({ state: 'not_collected', refunded_cents: 0 });
});
