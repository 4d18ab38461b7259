import { expect } from '@playwright/test';
import { createSellerWithProduct } from '../../support/api.ts';
import { getOverflow, listAxeViolations } from '../../support/screen-checks.ts';
import { sampleCases, test } from '../../support/test.ts';
import { desktop, openNewUser, phone, tablet } from '../../support/user.ts';

for (const device of sampleCases([phone, desktop, tablet]))
  test(`a vegan buyer sees only what they can eat: list, map and search, ${device.width} px in ${device.language}`, async ({
    browser,
  }) => {
    test.slow();
    const stamp = Date.now().toString(36);
    const names = { vegan: `Sopa ${stamp}`, cheese: `Queijo ${stamp}`, unnamed: `Surpresa ${stamp}` };
    const create = (kind: keyof typeof names, food: { allergens?: ['milk']; diet?: ['vegan'] }) =>
      createSellerWithProduct(
        { salePlaceName: `Casa ${kind} ${stamp}`, name: names[kind], quantity: 3 },
        { days: 'every day', food },
      );
    await create('vegan', { diet: ['vegan'] });
    await create('cheese', { allergens: ['milk'] });
    await create('unnamed', {});
    const { page, t } = await openNewUser(browser, device, 'Vera Sá');
    const link = (kind: keyof typeof names) => page.getByRole('link', { name: names[kind], exact: true });
    const pin = (kind: keyof typeof names) =>
      page.getByRole('button', { name: new RegExp(`^Casa ${kind} ${stamp}, `) });
    const searchBox = page.getByRole('combobox', { name: t('offers:search') });
    await page.goto('/offers');
    await searchBox.fill(stamp);
    for (const kind of ['vegan', 'cheese', 'unnamed'] as const) await expect(link(kind)).toBeVisible();

    await page.getByRole('button', { name: t('offers:food.title') }).click();
    const dialog = page.getByRole('dialog', { name: t('offers:food.title') });
    await dialog.getByText(t('offers:diets.vegan'), { exact: true }).click();
    await dialog.getByRole('switch', { name: t('offers:food.keep') }).click();
    await expect(dialog.getByRole('status')).not.toBeEmpty();
    expect(await listAxeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: /\d/ }).click();
    await expect(dialog).toHaveCount(0);
    await expect(link('vegan')).toBeVisible();
    for (const kind of ['cheese', 'unnamed'] as const) await expect(link(kind)).toHaveCount(0);
    expect(await getOverflow(page)).toBe(0);

    await page.getByRole('radio', { name: t('offers:view.map') }).check({ force: true });
    await expect(pin('vegan')).toBeVisible();
    for (const kind of ['cheese', 'unnamed'] as const) await expect(pin(kind)).toHaveCount(0);

    // In the account: also on the next visit, without a filter in the address.
    await page.goto('/offers');
    await page.getByRole('radio', { name: t('offers:view.list') }).check({ force: true });
    const answered = page.waitForResponse(/\/api\/v1\/products\?.*Queijo/);
    await searchBox.fill(names.cheese);
    await answered;
    await expect(page.getByRole('main')).toContainText(t('offers:diets.vegan'));
    await expect(link('cheese')).toHaveCount(0);
    await searchBox.fill(names.vegan);
    await expect(link('vegan')).toBeVisible();
  });
