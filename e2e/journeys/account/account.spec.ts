import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { createSellerWithProduct, registerAccount } from '../../support/api.ts';
import { sampleCases, test } from '../../support/test.ts';
import {
  desktop,
  GOOD_CARD,
  openNewUser,
  openProduct,
  openUser,
  payByCard,
  phone,
  readPin,
  signIn,
  signUp,
} from '../../support/user.ts';

for (const device of sampleCases([phone, desktop])) {
  test(`a password is changed, data is exported, the account is deleted: ${device.width} px, ${device.language}`, async ({
    browser,
  }) => {
    const firstUser = await openUser(browser, device);
    const { page, t, email } = firstUser;
    await signUp(firstUser, 'Marta Salgado');
    const otherDevice = await openUser(browser, device);
    await signIn(otherDevice, email, 'sobras1');
    await expect(otherDevice.page).not.toHaveURL(/signin/);

    await page.goto('/account/devices');
    await expect(page.getByRole('button', { name: t('account:devices.endOthers') })).toBeVisible();

    await page.goto('/account/password');
    await page.getByLabel(t('account:password.current'), { exact: true }).fill('sobras1');
    await page.getByLabel(t('account:password.new'), { exact: true }).fill('padaria27');
    await page.getByLabel(t('account:password.again'), { exact: true }).fill('padaria27');
    await page.getByRole('button', { name: t('account:password.save') }).click();
    await expect(page.getByText(t('account:password.saved'))).toBeVisible();
    await otherDevice.page.goto('/account');
    await expect(otherDevice.page).toHaveURL(/\/(auth.*)?$/);

    await page.goto('/account/export');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('account:export.download') }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('wopack-export.json');
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ profile: { email } });

    await page.goto('/account/delete');
    await page.getByRole('button', { name: t('account:deletion.start') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('auth:password.label'), { exact: true }).fill('padaria27');
    await dialog.getByRole('button', { name: t('account:deletion.confirm') }).click();
    await expect(page.getByText(t('account:deletion.done'))).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');

    await signIn(firstUser, email, 'padaria27');
    await expect(page.getByRole('alert')).toBeVisible();
  });
}

for (const device of sampleCases([desktop, phone])) {
  test(`a link signs in and asks before it replaces another user’s session: ${device.width} px, ${device.language}`, async ({
    browser,
  }) => {
    const firstUser = await openNewUser(browser, device, 'Marta Salgado');
    const { token, email: otherEmail } = await registerAccount({ name: 'Rui Fontes' });

    const requestedUrls: string[] = [];
    firstUser.page.on('request', (request) =>
      requestedUrls.push(`${request.url()} ${request.headers().referer ?? ''}`),
    );
    await firstUser.page.goto(`/auth/token?token=${token}`);
    await firstUser.page.getByRole('button', { name: firstUser.t('account:token.stay') }).click();
    await expect(firstUser.page).toHaveURL(/\/offers$/);
    // The token is in the opened URL and in no later request.
    expect(requestedUrls.filter((text) => text.includes(token!))).toHaveLength(1);

    await firstUser.page.goto(`/auth/token?token=${token}`);
    await firstUser.page
      .getByRole('button', { name: firstUser.t('account:token.change', { other: 'Rui Fontes' }) })
      .click();
    await expect(firstUser.page).toHaveURL(/\/auth\/location$/);
    await firstUser.page.goto('/account');
    await expect(firstUser.page.getByRole('heading', { level: 1 })).toHaveText('Rui Fontes');

    const guestUser = await openUser(browser, device);
    await guestUser.page.goto(`/auth/token?token=${token}`);
    const email = otherEmail.replace(/^(.)[^@]*/, '$1***');
    await expect(guestUser.page.getByRole('heading', { level: 1 })).toHaveText(
      guestUser.t('account:token.confirm', { email }),
    );
    await guestUser.page.getByRole('button', { name: guestUser.t('account:token.cancel') }).click();
    await expect(guestUser.page).toHaveURL(/\/auth$/);
    expect(await guestUser.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await guestUser.page.goto(`/auth/token?token=${token}`);
    await guestUser.page
      .getByRole('button', { name: guestUser.t('account:token.signIn'), exact: true })
      .click();
    await expect(guestUser.page).toHaveURL(/\/auth\/location$/);
  });
}

test('external sign-in: cancelled with a message, then signed in, and recognised the next time', async ({
  browser,
}) => {
  const name = `social${Date.now().toString(36)}`;
  for (const attempt of ['first', 'second']) {
    const { page, t } = await openUser(browser, phone);
    await page.goto('/auth?next=/account');
    await page.getByRole('button', { name: t('legal:cookies.essential') }).click();
    const googleLink = page.getByRole('link', { name: t('auth:social.by', { name: 'Google' }) });
    if (attempt === 'first') {
      await googleLink.click();
      await page.getByRole('link', { name: /cancel/i }).click();
      await expect(page.getByRole('alert')).toHaveText(t('auth:social.cancelled'));
      await page.screenshot({ path: test.info().outputPath('auth.png') });
    }
    await googleLink.click();
    await page.getByPlaceholder(/login/i).fill(name);
    await page.getByPlaceholder(/password/i).fill('x');
    await page.getByRole('button').click();
    await expect(page).toHaveURL(/\/auth\/location\?next=%2Faccount$/);
    await page.goto('/account');
    await expect(page.getByText(`${name}@example.com`).first()).toBeVisible();
  }
});

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
  const { client: seller } = await createSellerWithProduct(product, { days: 'every day' });
  await openProduct(buyer, product.name);
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
  // The month that is still counting is hatched.
  await expect(page.getByRole('img').locator('path[fill^="url("]')).toHaveCount(1);
  const funnel = page.getByRole('region', { name: t('partner:funnel.title') }).getByRole('listitem');
  await expect(funnel.locator('b')).toHaveText(['1', '1', '1', '1']);
});
