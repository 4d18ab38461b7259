import { expect } from '@playwright/test';
import { findPack, goodCard, pay, payButton } from '../support/buyer.ts';
import { desk, newPerson, phone, signUp } from '../support/person.ts';
import { publish } from '../support/seller.ts';
import { test } from '../support/test.ts';

test('two buyers and one pack: one gets it, the other is told and pays nothing', async ({ browser }) => {
  const stamp = Date.now().toString(36);
  const name = `Último ${stamp}`;
  const seller = await newPerson(browser, desk);
  await signUp(seller, 'Rui Fontes', { owner: true });
  await publish(seller, { place: `Forno ${stamp}`, name, quantity: 1 });

  const buyers = [await newPerson(browser, desk), await newPerson(browser, phone)];
  for (const buyer of buyers) {
    // Without news of the other's purchase both press Pay: the race is the server's to decide.
    await buyer.context.route('**/api/v1/live**', (route) => route.abort());
    await signUp(buyer, 'Ana Costa');
    await findPack(buyer, name);
  }
  await Promise.all(buyers.map((buyer) => pay(buyer, goodCard)));
  const winners = async () => {
    const urls = buyers.map(({ page }) => page.url());
    return urls.filter((url) => url.endsWith('/success')).length;
  };
  await expect.poll(winners).toBe(1);
  const loser = buyers.find(({ page }) => !page.url().endsWith('/success'))!;
  await expect(loser.page.getByText(loser.say('offers:soldOut')).first()).toBeVisible();
  await expect(payButton(loser).and(loser.page.locator(':enabled'))).toHaveCount(0);
  await loser.page.goto('/offers/history');
  await expect(loser.page.getByText(loser.say('orders:none.title'))).toBeVisible();
});
