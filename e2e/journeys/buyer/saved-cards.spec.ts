import { expect } from '@playwright/test';
import { createSellerWithProduct } from '../../support/api.ts';
import { expectGoodScreen } from '../../support/screen-checks.ts';
import { test } from '../../support/test.ts';
import {
  GOOD_CARD,
  openNewUser,
  openPaymentForm,
  openProduct,
  payByCard,
  phone,
} from '../../support/user.ts';

test('a card is kept on request, pays the next pack with one press, and is removed', async ({ browser }) => {
  const stamp = Date.now().toString(36);
  const names = [`Cesto ${stamp}`, `Saco ${stamp}`, `Caixa ${stamp}`] as const;
  for (const name of names)
    await createSellerWithProduct(
      { salePlaceName: `Forno ${name}`, name, quantity: 1 },
      { days: 'every day' },
    );
  const buyer = await openNewUser(browser, phone, 'Marta Salgado');
  const { page, t } = buyer;
  await openProduct(buyer, names[0]);
  await openPaymentForm(buyer);
  const keep = page.getByRole('checkbox', { name: t('payment:saved.keep'), exact: false });
  await expect(keep).not.toBeChecked();
  await keep.check();
  await payByCard(buyer, GOOD_CARD);
  await expect(page).toHaveURL(/\/success$/);

  await openProduct(buyer, names[1]);
  await expect(page.getByRole('radio', { name: /Visa •• 4242/ })).toBeChecked();
  await page.getByRole('button', { name: /Visa •• 4242/ }).click();
  await expect(page.getByRole('link', { name: t('orders:success.openTicket') })).toBeVisible();
  await expect(page.getByText(/•• 4242/)).toBeVisible();

  await page.goto('/account/cards');
  await page.getByRole('button', { name: t('account:cards.removeNamed', { card: 'Visa •• 4242' }) }).click();
  // Not the toast that follows, which is one too.
  const dialog = page.getByRole('dialog').filter({ hasText: t('account:cards.effect') });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: t('account:cards.remove'), exact: true }).click();
  await expect(page.getByText(t('account:cards.none'))).toBeVisible();
  await expect(dialog).toBeHidden();
  await expectGoodScreen(page);

  await openProduct(buyer, names[2]);
  await expect(page.getByLabel(t('payment:number'))).toBeVisible();
  await expect(page.getByRole('radio', { name: /Visa/ })).toBeHidden();
});
