import { expect } from '@playwright/test';
import { createSellerWithProduct } from '../../support/api.ts';
import { GOOD_CARD, openProductByName, payByCard, readPin } from '../../support/buyer.ts';
import { test } from '../../support/test.ts';
import { desktop, openUser, phone, signUp } from '../../support/user.ts';

test('a visitor opens a partner’s link and buys: the partner sees the share, pending, then approved', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const product = { salePlaceName: `Padaria ${stamp}`, name: `Cesto ${stamp}`, quantity: 1 };
  const partner = await openUser(browser, phone);
  await signUp(partner, 'Inês Prata', { partner: true });
  await partner.page.goto('/account/affiliate');
  const linkText = await partner.page
    .getByText(/\?ref=/)
    .first()
    .textContent();
  const code = /ref=(\w+)/.exec(linkText!)![1]!;

  const buyer = await openUser(browser, desktop);
  const visitResponse = buyer.page.waitForResponse(/affiliate\/visit$/);
  await buyer.page.goto(`/?ref=${code}`);
  expect((await visitResponse).status()).toBe(200);
  await signUp(buyer, 'Marta Salgado');
  const seller = await createSellerWithProduct(product);
  await openProductByName(buyer, product.name);
  await payByCard(buyer, GOOD_CARD);
  const pin = await readPin(buyer);
  const id = Number(/\/orders\/(\d+)/.exec(buyer.page.url())![1]);

  const { page, t } = partner;
  await page.goto('/clients');
  await page.getByRole('link', { name: /^C-\d+$/ }).click();
  const share = page.getByRole('list', { name: t('partner:shares.title') }).getByRole('listitem');
  await expect(share).toHaveCount(1);
  await expect(share).toContainText(t('partner:state.pending'));
  await expect(share).toContainText('0,1935');
  for (const secret of [buyer.email, 'Marta', product.name])
    await expect(page.getByText(secret)).toHaveCount(0);

  await seller('handOut', { params: { id }, body: { pin } });
  await page.reload();
  await expect(share).toContainText(t('partner:state.approved'));
  await expect(share).toContainText(t('partner:reason.collected'));

  await page.goto('/account/affiliate');
  const funnel = page.getByRole('region', { name: t('partner:funnel.title') }).getByRole('listitem');
  await expect(funnel.locator('b')).toHaveText(['1', '1', '1', '1']);
});
