import { expect } from '@playwright/test';
import { sellerOf } from '../support/api.ts';
import { findPack, goodCard, pay, readPin } from '../support/buyer.ts';
import { desk, newPerson, phone, signUp } from '../support/person.ts';
import { test } from '../support/test.ts';

test('somebody comes by a partner’s link and buys: the partner sees the share, pending, then approved', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const pack = { place: `Padaria ${stamp}`, name: `Cesto ${stamp}`, quantity: 1 };
  const partner = await newPerson(browser, phone);
  await signUp(partner, 'Inês Prata', { partner: true });
  await partner.page.goto('/account/affiliate');
  const link = await partner.page
    .getByText(/\?ref=/)
    .first()
    .textContent();
  const code = /ref=(\w+)/.exec(link!)![1]!;

  const buyer = await newPerson(browser, desk);
  const counted = buyer.page.waitForResponse(/affiliate\/visit$/);
  await buyer.page.goto(`/?ref=${code}`);
  expect((await counted).status()).toBe(200);
  await signUp(buyer, 'Marta Salgado');
  const seller = await sellerOf(pack);
  await findPack(buyer, pack.name);
  await pay(buyer, goodCard);
  const pin = await readPin(buyer);
  const id = Number(/\/orders\/(\d+)/.exec(buyer.page.url())![1]);

  const { page, say } = partner;
  await page.goto('/clients');
  await page.getByRole('link', { name: /^C-\d+$/ }).click();
  const share = page.getByRole('list', { name: say('partner:shares.title') }).getByRole('listitem');
  await expect(share).toHaveCount(1);
  await expect(share).toContainText(say('partner:state.pending'));
  await expect(share).toContainText('0,1935');
  for (const secret of [buyer.email, 'Marta', pack.name]) await expect(page.getByText(secret)).toHaveCount(0);

  await seller('handOut', { params: { id }, body: { pin } });
  await page.reload();
  await expect(share).toContainText(say('partner:state.approved'));
  await expect(share).toContainText(say('partner:reason.collected'));

  await page.goto('/account/affiliate');
  const funnel = page.getByRole('region', { name: say('partner:funnel.title') }).getByRole('listitem');
  await expect(funnel.locator('b')).toHaveText(['1', '1', '1', '1']);
});
