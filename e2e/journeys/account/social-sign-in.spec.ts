import { expect } from '@playwright/test';
import { test } from '../../support/test.ts';
import { openUser, phone } from '../../support/user.ts';

test('signing in by an account elsewhere: cancelled with a word, then in, and known the next time', async ({
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
