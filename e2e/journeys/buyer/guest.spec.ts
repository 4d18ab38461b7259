import { expect } from '@playwright/test';
import { listAxeViolations } from '../../support/screen-checks.ts';
import { sampleCases, test } from '../../support/test.ts';
import { desktop, openUser, phone, signIn } from '../../support/user.ts';

test('a guest looks at list, map and an offer; a heart asks to sign in and leads back', async ({
  browser,
}) => {
  const { page, t } = await openUser(browser, phone);
  await page.goto('/');
  // The app replaces the prerendered page.
  await expect(() => page.locator('#how').scrollIntoViewIfNeeded()).toPass();
  await page.getByRole('link', { name: t('landing:now.all') }).click();
  await expect(page).toHaveURL(/\/offers$/);
  const cards = page.getByRole('article');
  await expect(cards.first()).toBeVisible();
  // The demo's offers are near Lisbon; a loopback address has no city.
  await expect(page.getByRole('link', { name: t('offers:changeCity') })).toContainText('Лиссабон');
  expect(await listAxeViolations(page)).toEqual([]);

  await page.getByRole('combobox', { name: t('offers:search') }).fill('пекарня');
  await expect(page).toHaveURL(/\/offers\?search=[^&]+$/);
  await expect(cards.first()).toBeVisible();
  await page.getByRole('button', { name: t('offers:clearSearch') }).click();
  await expect(page).toHaveURL(/\/offers$/);

  await page.getByRole('radio', { name: t('offers:view.map') }).check({ force: true });
  await expect(page.locator('.maplibregl-marker').first()).toBeVisible();
  const tabs = page.getByRole('navigation', { name: t('common:nav.main') });
  await expect(tabs.getByRole('link', { name: t('common:signIn') })).toBeVisible();
  await page.getByRole('radio', { name: t('offers:view.list') }).check({ force: true });

  const offerLink = cards.nth(1).getByRole('link').first();
  const name = (await offerLink.textContent())!;
  await offerLink.click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await page.getByRole('link', { name: t('common:close') }).click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeHidden();
  await expect(cards.first()).toBeVisible();
  await page
    .getByRole('button', { name: t('offers:favourite', { name }) })
    .first()
    .click();
  await expect(page).toHaveURL(/\/auth\?next=%2Foffers$/);
});

test('a guest chooses a city on the spot; favourites and the account ask to sign in', async ({ browser }) => {
  const user = await openUser(browser, desktop);
  const { page, t } = user;
  await page.goto('/offers');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('link', { name: t('offers:changeCity') }).click();
  await expect(page).toHaveURL(/\/account\/change_city\?next=%2Foffers$/);
  await page.getByRole('button', { name: 'Porto', exact: true }).click();
  await page.getByRole('button', { name: t('geo:city.look') }).click();
  await expect(page).toHaveURL(/\/offers$/);
  await expect(page.getByRole('link', { name: t('offers:changeCity') })).toContainText('Porto');

  await page.goto('/favorite');
  await expect(page).toHaveURL(/\/auth\?next=%2Ffavorite$/);
  await page.goto('/account');
  await expect(page).toHaveURL(/\/auth\?next=%2Faccount$/);

  // The city of the account comes before the one chosen as a guest.
  await signIn(user, 'buyer@wopack.example', 'sobras1');
  await expect(page).toHaveURL(/\/account$/);
  await page.goto('/offers');
  await expect(page.getByRole('link', { name: t('offers:changeCity') }).first()).toContainText('Lisboa');
});

test('the landing page of a phone shows packs without scrolling', async ({ browser }) => {
  const { page } = await openUser(browser, { ...phone, width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByRole('article').first().getByRole('heading')).toBeInViewport();
});

test('a kind of shop on the landing page leads to its packs, without a former filter', async ({
  browser,
}) => {
  const { page, t } = await openUser(browser, desktop);
  await page.addInitScript(() => localStorage.setItem('filterByType', '3'));
  await page.goto('/');
  await page.getByRole('link', { name: t('landing:types.bakery') }).click();
  await expect(page).toHaveURL(/\/offers\?search=[^&]+$/);
  await expect(page.getByRole('combobox', { name: t('offers:search') })).toHaveValue(
    t('landing:typeSearches.bakery'),
  );
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test('Back leaves a link to a search', async ({ browser }) => {
  const { page, t } = await openUser(browser, phone);
  await page.goto('/auth');
  await page.goto('/offers?search=pizza');
  await expect(page.getByRole('combobox', { name: t('offers:search') })).toHaveValue('pizza');
  await expect(page).toHaveURL(/\/offers\?search=pizza$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/auth$/);
});

for (const device of sampleCases([phone, desktop])) {
  test(`from an offer to its shop and back, ${device.width} px`, async ({ browser }) => {
    const { page, t } = await openUser(browser, device);
    await page.goto('/offers');
    const offerLink = page.getByRole('article').first().getByRole('link').first();
    const offerName = (await offerLink.textContent())!;
    await offerLink.click();
    await expect(page.getByRole('heading', { level: 1, name: offerName, exact: true })).toBeVisible();
    const salePlaceLink = page.locator('main a[href^="/sale-places/"]').first();
    const salePlaceName = (await salePlaceLink.textContent())!;
    await salePlaceLink.click();
    await expect(page).toHaveURL(/\/sale-places\/\d+$/);
    await expect(page.getByRole('heading', { level: 1, name: salePlaceName, exact: true })).toBeFocused();
    await expect(page.getByRole('region', { name: t('about-seller:place.hours') })).toBeVisible();
    await page.getByRole('button', { name: t('about-seller:route') }).click();
    for (const name of ['Google Maps', 'Apple Maps', 'OpenStreetMap'])
      await expect(page.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute(
        'target',
        '_blank',
      );
    expect(await listAxeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: offerName, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: offerName, exact: true })).toBeVisible();
  });
}
