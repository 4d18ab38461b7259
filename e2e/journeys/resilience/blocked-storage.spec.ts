import { expect } from '@playwright/test';
import { test } from '../../support/test.ts';
import { createTranslator, desktop, openUser } from '../../support/user.ts';

test('a browser without storage works for a visit: language, sign-in, list, offer, sign-out', async ({
  browser,
}) => {
  const { page, context, t } = await openUser(browser, desktop);
  await context.addInitScript(() => {
    const throwAccessDenied = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: throwAccessDenied });
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: throwAccessDenied });
  });
  const errors: string[] = [];
  page.on(
    'console',
    (message) => message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`),
  );

  await page.goto('/');
  await expect(page.getByRole('link', { name: t('landing:more') }).first()).toBeVisible();
  const tEnglish = createTranslator('en');
  await page.getByRole('button', { name: 'English' }).or(page.getByTitle('English')).first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page
    .getByRole('link', { name: tEnglish('landing:more') })
    .first()
    .click();

  await page.getByRole('button', { name: tEnglish('legal:cookies.essential'), exact: true }).click();
  await page.getByRole('link', { name: tEnglish('auth:withPassword') }).click();
  await expect(page).toHaveURL(/\/signin\?next=%2Foffers$/);
  await page.getByLabel(tEnglish('auth:email'), { exact: true }).fill('buyer@wopack.example');
  await page.getByLabel(tEnglish('auth:password.label'), { exact: true }).fill('sobras1');
  await page.getByRole('button', { name: tEnglish('auth:signIn'), exact: true }).click();
  // The landing page's link leads to the offers.
  await expect(page).toHaveURL(/\/offers$/);
  const menu = page.getByRole('navigation', { name: tEnglish('common:nav.main') });
  await menu.getByRole('link', { name: tEnglish('common:nav.account') }).click();
  await expect(page.getByText('buyer@wopack.example').first()).toBeVisible();

  await menu.getByRole('link', { name: tEnglish('common:nav.offers') }).click();
  const offer = page.getByRole('article').first().getByRole('link').first();
  const name = (await offer.textContent())!;
  await offer.click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('article').first()).toBeVisible();

  expect(errors).toEqual([]);
  await page.getByRole('button', { name: tEnglish('common:logOut') }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: tEnglish('common:signIn') }).first()).toBeVisible();
});

test('a sign-in link works without storage', async ({ browser }) => {
  const { page, context, t } = await openUser(browser, desktop);
  const reply = await page.request.post('/api/v1/login', {
    data: { email: 'buyer@wopack.example', password: 'sobras1', device_name: 'journey' },
  });
  const { token } = await reply.json();
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  await page.goto(`/auth/token?token=${token}`);
  await page.getByRole('button', { name: t('account:token.signIn'), exact: true }).click();
  await expect(page).toHaveURL(/\/auth\/location$/);
});
