import { expect } from '@playwright/test';
import { test } from '../../support/test.ts';
import { desktop, openUser, phone, signUp } from '../../support/user.ts';

for (const device of [phone, desktop]) {
  test(`to a pack and back: title, focus, header and position, ${device.width} px`, async ({ browser }) => {
    const user = await openUser(browser, device);
    const { page, t } = user;
    await signUp(user, 'Olena K');
    await page.goto('/offers');
    const productLink = page.getByRole('article').nth(12).getByRole('link').first();
    await productLink.scrollIntoViewIfNeeded();
    const name = (await productLink.textContent())!;
    const scrollPosition = await page.evaluate(() => scrollY);
    expect(scrollPosition).toBeGreaterThan(500);

    await productLink.click();
    const heading = page.getByRole('heading', { level: 1, name, exact: true });
    await expect(heading).toBeFocused();
    await expect(page).toHaveTitle(`${name} · WoPack`);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    const headerImage = page.locator('header img');
    if (device === desktop) await expect(headerImage).toBeAttached();

    await page.goBack();
    await expect(page).toHaveTitle(`${t('common:titles.offers')} · WoPack`);
    await expect(headerImage).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrollPosition);
  });
}
