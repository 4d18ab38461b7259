import { expect } from '@playwright/test';
import { createClient } from '@wopack/contract/client';
import { buyProduct, createSellerWithProduct, registerAccount } from '../../support/api.ts';
import { getOverflow } from '../../support/screen-checks.ts';
import { test } from '../../support/test.ts';
import {
  GOOD_CARD,
  openNewUser,
  openProduct,
  openUser,
  payByCard,
  phone,
  readPin,
  tablet,
} from '../../support/user.ts';

test('was it worth it: the tenth answer makes the figure, and taken back it is gone', async ({ browser }) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Cesto ${stamp}`;
  const product = { salePlaceName: `Padaria ${stamp}`, name, quantity: 12 };
  const seller = await createSellerWithProduct(product, { days: 'every day' });
  const handOut = (id: number, pin: string) => seller.client('handOut', { params: { id }, body: { pin } });
  for (let index = 0; index < 9; index++) {
    const buyer = await registerAccount({ name: `Buyer ${index}` });
    const { id, pin } = await buyProduct(buyer.client, seller.productId);
    await handOut(id, pin!);
    await buyer.client('answerValue', { params: { id }, body: { answer: index === 0 ? 'less' : 'about' } });
  }
  const guest = await openUser(browser, tablet);
  await guest.page.goto(`/offers/${seller.productId}`);
  await expect(guest.page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(guest.page.getByText(guest.t('offer:trust.promised'))).toHaveCount(0);

  const buyer = await openNewUser(browser, phone, 'João Vaz');
  await openProduct(buyer, name);
  await payByCard(buyer, GOOD_CARD);
  const pin = await readPin(buyer);
  const id = Number(/\/orders\/(\d+)/.exec(buyer.page.url())![1]);
  await handOut(id, pin);
  await buyer.page.goto(`/orders/${id}/worth`);
  const more = buyer.page.getByRole('button', { name: new RegExp(`^${buyer.t('orders:worth.more.label')}`) });
  await more.click();
  await expect(more).toHaveAttribute('aria-pressed', 'true');
  await expect(buyer.page.getByText(buyer.t('orders:worth.thanks'))).toBeVisible();
  expect(await getOverflow(buyer.page)).toBe(0);

  await guest.page.reload();
  await expect(guest.page.getByText(guest.t('offer:trust.ofTen', { number: 9 }))).toBeVisible();
  await expect(guest.page.getByText(guest.t('offer:trust.promised'))).toBeVisible();

  await buyer.page.getByRole('button', { name: buyer.t('orders:worth.withdraw') }).click();
  await expect(more).toHaveAttribute('aria-pressed', 'false');
  const client = createClient({ host: process.env.E2E_URL!, token: () => null, language: () => 'en' });
  const { data } = await client('getOffer', { params: { id: seller.productId } });
  expect(data.value_answers).toBeUndefined();
});
