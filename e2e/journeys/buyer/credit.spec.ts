import { expect } from '@playwright/test';
import { expectGoodScreen } from '../../support/screen-checks.ts';
import { sampleCases, test } from '../../support/test.ts';
import {
  desktop,
  GOOD_CARD,
  openNewUser,
  openPaymentForm,
  openProduct,
  openSeller,
  payByCard,
  phone,
  tablet,
} from '../../support/user.ts';

for (const device of sampleCases([phone, tablet, desktop]))
  test(`credit, a code and the card pay a pack together at ${device.width} px in ${device.language}, a refund goes back to both, and a stopped code says so`, async ({
    browser,
  }) => {
    test.slow();
    const stamp = Date.now().toString(36);
    const letters = `OUTONO${stamp.slice(-6)}`.toUpperCase();
    const name = `Cesto ${stamp}`;
    const seller = await openSeller(
      browser,
      desktop,
      { salePlaceName: `Forno ${stamp}`, name, quantity: 3 },
      'tomorrow',
    );

    await seller.page.goto('/seller/codes');
    await seller.page.getByRole('button', { name: seller.t('codes:add') }).click();
    const form = seller.page.getByRole('dialog');
    await form.getByLabel(seller.t('codes:code'), { exact: true }).fill(letters);
    await form.getByLabel(seller.t('codes:name'), { exact: true }).fill('Outono');
    await form.getByLabel(seller.t('codes:percentValue'), { exact: true }).fill('101');
    await form.getByLabel(seller.t('codes:cap'), { exact: true }).fill('1,50');
    await form.getByRole('button', { name: seller.t('codes:make') }).click();
    await expect(form.getByLabel(seller.t('codes:percentValue'), { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await form.getByLabel(seller.t('codes:percentValue'), { exact: true }).fill('20');
    await form.getByRole('button', { name: seller.t('codes:make') }).click();
    await expect(seller.page.getByText(letters, { exact: true })).toBeVisible();
    await expectGoodScreen(seller.page);

    const buyer = await openNewUser(browser, device, 'Marta Salgado');
    const { page, t } = buyer;
    await page.goto('/account/credit');
    const code = page.getByLabel(t('credit:code'));
    await code.fill('NADA99');
    await page.getByRole('button', { name: t('credit:redeem') }).click();
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await expect(code).toHaveValue('NADA99');
    await code.fill('obrigado');
    await page.getByRole('button', { name: t('credit:redeem') }).click();
    await expect(page.getByText(t('credit:kinds.granted'), { exact: true })).toBeVisible();
    await expectGoodScreen(page);

    await openProduct(buyer, name);
    await openPaymentForm(buyer);
    const credit = page.getByRole('switch', { name: /1[.,]00/ });
    await expect(credit).toBeChecked();
    await page.getByRole('button', { name: t('payment:parts.haveCode') }).click();
    await page.getByLabel(t('payment:parts.code')).fill(letters.toLowerCase());
    await page.getByRole('button', { name: t('payment:parts.apply') }).click();
    await expect(
      page.getByRole('region', { name: t('payment:parts.codeOf', { code: letters }) }),
    ).toContainText(/1[.,]50/);
    // 3.99 less 20 per cent and 1.00.
    await expect(page.getByRole('button', { name: /2[.,]19/ })).toBeVisible();
    await credit.click();
    await expect(page.getByRole('button', { name: /3[.,]19/ })).toBeVisible();
    await credit.click();
    await expect(page.getByRole('button', { name: /2[.,]19/ })).toBeVisible();
    await expectGoodScreen(page);
    await payByCard(buyer, GOOD_CARD);
    await expect(page).toHaveURL(/\/success$/);
    await expect(page.getByText(/2[.,]19.*1[.,]00.*0[.,]80/)).toBeVisible();

    await page.getByRole('link', { name: t('orders:success.openTicket') }).click();
    await page.getByRole('button', { name: t('orders:cancel.action') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('orders:cancel.action'), exact: true }).click();
    await expect(dialog).toBeHidden();
    await page.goto('/account/credit');
    await expect(page.getByText(t('credit:kinds.returned'), { exact: true })).toBeVisible();
    await expect(page.getByText(t('credit:kinds.used'), { exact: true })).toBeVisible();
    await expect(page.getByText(/1[.,]00/).first()).toBeVisible();

    await seller.page.getByRole('button', { name: seller.t('codes:stop'), exact: true }).click();
    await seller.page
      .getByRole('dialog')
      .getByRole('button', { name: seller.t('codes:stop'), exact: true })
      .click();
    await expect(seller.page.getByText(seller.t('codes:states.stopped'), { exact: true })).toBeVisible();

    await openProduct(buyer, name);
    await openPaymentForm(buyer);
    await page.getByRole('button', { name: t('payment:parts.haveCode') }).click();
    const stopped = page.getByLabel(t('payment:parts.code'));
    await stopped.fill(letters);
    await page.getByRole('button', { name: t('payment:parts.apply') }).click();
    await expect(stopped).toHaveAttribute('aria-invalid', 'true');
    await expect(stopped).toHaveValue(letters);
  });
