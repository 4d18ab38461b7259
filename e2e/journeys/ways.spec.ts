import { expect } from '@playwright/test';
import { desk, newPerson, phone, signUp } from '../support/person.ts';
import { test } from '../support/test.ts';

for (const device of [phone, desk]) {
  test(`to a pack and back: title, focus, header and position, ${device.width} px`, async ({ browser }) => {
    const person = await newPerson(browser, device);
    const { page, say } = person;
    await signUp(person, 'Olena K');
    await page.goto('/offers');
    const link = page.getByRole('article').nth(12).getByRole('link').first();
    await link.scrollIntoViewIfNeeded();
    const name = (await link.textContent())!;
    const left = await page.evaluate(() => scrollY);
    expect(left).toBeGreaterThan(500);

    await link.click();
    const heading = page.getByRole('heading', { level: 1, name, exact: true });
    await expect(heading).toBeFocused();
    await expect(page).toHaveTitle(`${name} · WoPack`);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    const picture = page.locator('header img');
    if (device === desk) await expect(picture).toBeAttached();

    await page.goBack();
    await expect(page).toHaveTitle(`${say('common:titles.offers')} · WoPack`);
    await expect(picture).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
  });
}
