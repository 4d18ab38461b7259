import { expect } from '@playwright/test';
import { desk, newPerson } from '../support/person.ts';
import { test } from '../support/test.ts';
import { textsOf } from '../support/texts.ts';

test('a browser that stores nothing serves a visit: language, sign-in, list, offer, sign-out', async ({
  browser,
}) => {
  const { page, context, say } = await newPerson(browser, desk);
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: refuse });
  });
  const errors: string[] = [];
  page.on(
    'console',
    (line) => line.type() === 'error' && errors.push(`${line.text()} ${line.location().url}`),
  );

  await page.goto('/');
  await expect(page.getByRole('link', { name: say('landing:more') }).first()).toBeVisible();
  const english = textsOf('en');
  await page.getByRole('button', { name: 'English' }).or(page.getByTitle('English')).first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page
    .getByRole('link', { name: english('landing:more') })
    .first()
    .click();

  await page.getByRole('button', { name: english('legal:cookies.essential'), exact: true }).click();
  await page.getByRole('link', { name: english('auth:withPassword') }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await page.getByLabel(english('auth:email'), { exact: true }).fill('buyer@wopack.example');
  await page.getByLabel(english('auth:password.label'), { exact: true }).fill('sobras1');
  await page.getByRole('button', { name: english('auth:signIn'), exact: true }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByText('buyer@wopack.example').first()).toBeVisible();

  const menu = page.getByRole('navigation', { name: english('common:nav.main') });
  await menu.getByRole('link', { name: english('common:nav.offers') }).click();
  const offer = page.getByRole('article').first().getByRole('link').first();
  const name = (await offer.textContent())!;
  await offer.click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('article').first()).toBeVisible();

  expect(errors).toEqual([]);
  await page.getByRole('button', { name: english('common:logOut') }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: english('common:signIn') }).first()).toBeVisible();
});

test('a link that signs in works where nothing can be stored', async ({ browser }) => {
  const { page, context, say } = await newPerson(browser, desk);
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
  await page.getByRole('button', { name: say('account:token.signIn'), exact: true }).click();
  await expect(page).toHaveURL(/\/auth\/location$/);
});
