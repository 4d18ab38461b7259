import { expect } from '@playwright/test';
import { GOOD_CARD, openProductByName, payByCard } from '../../support/buyer.ts';
import { expireHolds } from '../../support/expire-holds.ts';
import { publishProduct } from '../../support/seller.ts';
import { test } from '../../support/test.ts';
import { desktop, openUser, phone, signUp } from '../../support/user.ts';

test('a hold is shown to its holder, runs out, and the pack is for others', async ({ browser }) => {
  const stamp = Date.now().toString(36);
  const name = `Saco ${stamp}`;
  const seller = await openUser(browser, desktop);
  await signUp(seller, 'Rui Fontes', { seller: true });
  await publishProduct(seller, { salePlaceName: `Tasca ${stamp}`, name, quantity: 1 });

  // The bank asks; the buyer walks away without an answer.
  const holder = await openUser(browser, phone);
  await signUp(holder, 'Olena K');
  await openProductByName(holder, name);
  await payByCard(holder, '4000002500003155');
  await expect(holder.page.getByRole('heading', { name: holder.t('payment:bank.title') })).toBeVisible();
  await holder.page.reload();
  await expect(
    holder.page.getByText(new RegExp(holder.t('payment:hold.until', { until: '' }).trim())).first(),
  ).toBeVisible();

  await holder.page.goto('/favorite');
  const holdBar = holder.page.getByRole('complementary', { name: holder.t('payment:hold.mine') });
  await expect(holdBar.getByText(name)).toBeVisible();
  await expect(holdBar.getByRole('link', { name: holder.t('payment:hold.goOn') })).toBeVisible();
  await holder.page.goto('/policy/terms-conditions');
  await expect(holdBar.getByRole('link', { name: holder.t('payment:hold.goOn') })).toBeVisible();

  const otherBuyer = await openUser(browser, desktop);
  await signUp(otherBuyer, 'João Vaz');
  await openProductByName(otherBuyer, name);
  await expect(otherBuyer.page.getByText(otherBuyer.t('offers:soldOut')).first()).toBeVisible();

  await expireHolds(holder.email);
  await expect(async () => {
    await otherBuyer.page.reload();
    await expect(otherBuyer.page.getByLabel(otherBuyer.t('payment:number'))).toBeVisible({ timeout: 2000 });
  }).toPass();
  await payByCard(otherBuyer, GOOD_CARD);
  await expect(otherBuyer.page).toHaveURL(/\/success$/);
});
