import { expect } from '@playwright/test';
import { findPack, goodCard, pay } from '../support/buyer.ts';
import { letHoldsRunOut } from '../support/jobs.ts';
import { desk, newPerson, phone, signUp } from '../support/person.ts';
import { publish } from '../support/seller.ts';
import { test } from '../support/test.ts';

test('a hold is shown to its holder, runs out, and the pack is for others', async ({ browser }) => {
  const stamp = Date.now().toString(36);
  const name = `Saco ${stamp}`;
  const seller = await newPerson(browser, desk);
  await signUp(seller, 'Rui Fontes', { owner: true });
  await publish(seller, { place: `Tasca ${stamp}`, name, quantity: 1 });

  // The bank asks; the buyer walks away without an answer.
  const slow = await newPerson(browser, phone);
  await signUp(slow, 'Olena K');
  await findPack(slow, name);
  await pay(slow, '4000002500003155');
  await expect(slow.page.getByRole('heading', { name: slow.say('payment:bank.title') })).toBeVisible();
  await slow.page.reload();
  await expect(
    slow.page.getByText(new RegExp(slow.say('payment:hold.until', { until: '' }).trim())).first(),
  ).toBeVisible();

  await slow.page.goto('/favorite');
  const bar = slow.page.getByRole('complementary', { name: slow.say('payment:hold.mine') });
  await expect(bar.getByText(name)).toBeVisible();
  await expect(bar.getByRole('link', { name: slow.say('payment:hold.goOn') })).toBeVisible();
  await slow.page.goto('/policy/terms-conditions');
  await expect(bar.getByRole('link', { name: slow.say('payment:hold.goOn') })).toBeVisible();

  const quick = await newPerson(browser, desk);
  await signUp(quick, 'João Vaz');
  await findPack(quick, name);
  await expect(quick.page.getByText(quick.say('offers:soldOut')).first()).toBeVisible();

  await letHoldsRunOut(slow.email);
  await expect(async () => {
    await quick.page.reload();
    await expect(quick.page.getByLabel(quick.say('payment:number'))).toBeVisible({ timeout: 2000 });
  }).toPass();
  await pay(quick, goodCard);
  await expect(quick.page).toHaveURL(/\/success$/);
});
