import { expect } from '@playwright/test';
import { GOOD_CARD, getPayButton, openProductByName, payByCard } from '../../support/buyer.ts';
import { publishProduct } from '../../support/seller.ts';
import { test } from '../../support/test.ts';
import { desktop, openUser, phone, signUp } from '../../support/user.ts';

test('two buyers and one pack: one gets it, the other is told and pays nothing', async ({ browser }) => {
  const stamp = Date.now().toString(36);
  const name = `Último ${stamp}`;
  const seller = await openUser(browser, desktop);
  await signUp(seller, 'Rui Fontes', { seller: true });
  await publishProduct(seller, { salePlaceName: `Forno ${stamp}`, name, quantity: 1 });

  const buyers = [await openUser(browser, desktop), await openUser(browser, phone)];
  for (const buyer of buyers) {
    // Without news of the other's purchase both press Pay: the race is the server's to decide.
    await buyer.context.route('**/api/v1/live**', (route) => route.abort());
    await signUp(buyer, 'Ana Costa');
    await openProductByName(buyer, name);
  }
  await Promise.all(buyers.map((buyer) => payByCard(buyer, GOOD_CARD)));
  const countWinners = async () => {
    const urls = buyers.map(({ page }) => page.url());
    return urls.filter((url) => url.endsWith('/success')).length;
  };
  await expect.poll(countWinners).toBe(1);
  const loser = buyers.find(({ page }) => !page.url().endsWith('/success'))!;
  await expect(loser.page.getByText(loser.t('offers:soldOut')).first()).toBeVisible();
  await expect(getPayButton(loser).and(loser.page.locator(':enabled'))).toHaveCount(0);
  await loser.page.goto('/offers/history');
  await expect(loser.page.getByText(loser.t('orders:none.title'))).toBeVisible();
});
