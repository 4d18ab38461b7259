import { expect } from '@playwright/test';
import { newPerson, phone } from '../support/person.ts';
import { test } from '../support/test.ts';

test('signing in by an account elsewhere: cancelled with a word, then in, and known the next time', async ({
  browser,
}) => {
  const name = `social${Date.now().toString(36)}`;
  for (const time of ['first', 'second']) {
    const { page, say } = await newPerson(browser, phone);
    await page.goto('/auth?next=/account');
    await page.getByRole('button', { name: say('legal:cookies.essential') }).click();
    const google = page.getByRole('link', { name: say('auth:social.by', { name: 'Google' }) });
    if (time === 'first') {
      await google.click();
      await page.getByRole('link', { name: /cancel/i }).click();
      await expect(page.getByRole('alert')).toHaveText(say('auth:social.cancelled'));
      await page.screenshot({ path: test.info().outputPath('auth.png') });
    }
    await google.click();
    await page.getByPlaceholder(/login/i).fill(name);
    await page.getByPlaceholder(/password/i).fill('x');
    await page.getByRole('button').click();
    await expect(page).toHaveURL(/\/auth\/location\?next=%2Faccount$/);
    await page.goto('/account');
    await expect(page.getByText(`${name}@example.com`).first()).toBeVisible();
  }
});
