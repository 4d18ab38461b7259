import { expect } from '@playwright/test';
import { createSellerWithProduct } from '../../support/api.ts';
import { expectGoodScreen } from '../../support/screen-checks.ts';
import { endMbWayRequests } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import {
  desktop,
  GOOD_CARD,
  type JourneyUser,
  openNewUser,
  openPaymentForm,
  openProduct,
  payByCard,
  phone,
} from '../../support/user.ts';

const ACCEPTING_PHONE = '912 345 628';
const REFUSING_PHONE = '910 000 002';
const SILENT_PHONE = '910 000 003';

async function payByMbWay(user: JourneyUser, number: string): Promise<void> {
  const { page, t } = user;
  await openPaymentForm(user);
  await page.getByRole('radio', { name: /MB WAY/ }).click();
  await page.getByLabel(t('payment:mbWay.phone')).fill(number);
  await page
    .getByRole('button', { name: new RegExp(t('payment:payWith', { amount: '.*', method: 'MB WAY' })) })
    .click();
  await expect(page.getByRole('heading', { name: t('payment:mbWay.open') })).toBeVisible();
}

const createProduct = async (quantity = 1): Promise<string> => {
  const stamp = Date.now().toString(36);
  const name = `Cesto ${stamp}`;
  await createSellerWithProduct({ salePlaceName: `Forno ${stamp}`, name, quantity }, { days: 'every day' });
  return name;
};

test('MB WAY: accepted in the app, the ticket comes by itself and says how it was paid', async ({
  browser,
}) => {
  const name = await createProduct();
  const buyer = await openNewUser(browser, phone, 'Marta Salgado');
  await openProduct(buyer, name);
  await payByMbWay(buyer, ACCEPTING_PHONE);
  await expect(buyer.page.getByText('9•• ••• •28')).toBeVisible();
  await expectGoodScreen(buyer.page);
  await expect(buyer.page).toHaveURL(/\/success$/);
  // The form, which has more of these words, may be there for a moment longer.
  await expect(buyer.page.getByText(/MB WAY/)).toHaveCount(1);
  await expect(buyer.page.getByText(/MB WAY/)).toBeVisible();
  await buyer.page.goto('/offers/history');
  await expect(buyer.page.getByText('MB WAY')).toBeVisible();
});

test('MB WAY: refused, then paid by card in the same hold', async ({ browser }) => {
  const name = await createProduct();
  const buyer = await openNewUser(browser, phone, 'Marta Salgado');
  const { page, t } = buyer;
  await openProduct(buyer, name);
  await payByMbWay(buyer, REFUSING_PHONE);
  await expect(page.getByText(t('payment:mbWay.refused'))).toBeVisible();
  await expect(page.getByLabel(t('payment:mbWay.phone'))).toHaveValue(REFUSING_PHONE);
  await expect(
    page.getByText(new RegExp(t('payment:hold.until', { until: '' }).trim())).first(),
  ).toBeVisible();
  await page.getByRole('radio', { name: t('payment:methods.card'), exact: false }).click();
  await payByCard(buyer, GOOD_CARD);
  await expect(page).toHaveURL(/\/success$/);
  await expect(page.getByText(/•• 4242/)).toBeVisible();
});

test('MB WAY: not confirmed in time, the choice is back; a reload in between changes nothing', async ({
  browser,
}) => {
  const name = await createProduct();
  const buyer = await openNewUser(browser, desktop, 'Marta Salgado');
  const { page, t, email } = buyer;
  await openProduct(buyer, name);
  await payByMbWay(buyer, SILENT_PHONE);
  await page.reload();
  await expect(page.getByRole('heading', { name: t('payment:mbWay.open') })).toBeVisible();
  await endMbWayRequests(email);
  await expect(page.getByText(t('payment:mbWay.expired'))).toBeVisible();
  await payByMbWay(buyer, ACCEPTING_PHONE);
  await page.getByRole('button', { name: t('payment:mbWay.correct') }).click();
  await expect(page.getByLabel(t('payment:mbWay.phone'))).toHaveValue(ACCEPTING_PHONE);
  await payByMbWay(buyer, ACCEPTING_PHONE);
  await expect(page).toHaveURL(/\/success$/);
});
