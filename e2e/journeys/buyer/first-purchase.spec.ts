import { expect } from '@playwright/test';
import { createSellerWithProduct } from '../../support/api.ts';
import { getOverflow } from '../../support/screen-checks.ts';
import { waitForMailedCode } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import { GOOD_CARD, offlinePhone, openUser, payByCard, readPin } from '../../support/user.ts';

test('a new visitor gets from the landing page to a ticket', async ({ browser }) => {
  const { page, t, email, context } = await openUser(browser, {
    ...offlinePhone,
    hasMotion: true,
    width: 360,
    height: 740,
  });
  const consoleErrors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
  const pressButton = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    // In view without scrolling.
    await expect(button).toBeInViewport();
    await button.click();
  };
  const expectNoOverflow = async () => expect(await getOverflow(page), page.url()).toBe(0);

  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  const moreLink = page.getByRole('link', { name: t('landing:more') }).first();
  await expect(moreLink).toBeInViewport();
  await expectNoOverflow();
  await moreLink.click();

  await pressButton(t('legal:cookies.essential'));
  await page.getByLabel(t('auth:email'), { exact: true }).fill(email);
  await expectNoOverflow();
  await pressButton(t('auth:continue'));

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('auth:code.title'));
  await expectNoOverflow();
  await page.getByLabel(t('auth:code.label')).fill(await waitForMailedCode(email));

  // The browser denies the position by default.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('geo:location.title'));
  await pressButton(t('geo:location.next'));
  await expect(page).toHaveURL(/\/auth\/city\?next=%2Foffers$/);
  await expect(page.getByText(t('geo:account.geoNeedAccess'))).toBeVisible();
  await page.getByRole('combobox', { name: t('geo:city.label') }).fill('лисс');
  await page.getByRole('option', { name: /Лиссабон/ }).click();
  await expectNoOverflow();
  await pressButton(t('geo:location.next'));

  await expect(page).toHaveURL(/\/offers$/);
  await expect(page.getByRole('article').first().getByRole('link').first()).toBeInViewport();
  await expectNoOverflow();
  // Of a seller of its own: other journeys may buy those of the demo, or they may be drawn.
  const name = `Cesto ${Date.now().toString(36)}`;
  const product = { salePlaceName: 'Padaria da Trindade', name, quantity: 1 };
  await createSellerWithProduct(product, { days: 'tomorrow' });
  await page.getByRole('combobox', { name: t('offers:search') }).fill(name);
  const offer = page.getByRole('link', { name, exact: true });
  await expect(offer).toBeInViewport();
  await offer.click();

  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await expectNoOverflow();
  await payByCard({ page, t, email, context }, GOOD_CARD);
  await expect(page).toHaveURL(/\/success$/);
  await expect(page.getByRole('link', { name: t('orders:success.openTicket') })).toBeInViewport();
  expect(await readPin({ page, t, email, context })).toMatch(/^\d{4}$/);
  await expectNoOverflow();

  // Without a name yet: the address is shown instead.
  await page.getByRole('link', { name: t('orders:ticket.back') }).click();
  await page.getByRole('link', { name: t('common:nav.account'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(email);
  await expectNoOverflow();
  // Tab to the last button: the focused element must not be hidden by the tab bar.
  const logOutButton = page.getByRole('button', { name: t('account:logOut') });
  const coveredElements: string[] = [];
  for (
    let tabCount = 0;
    tabCount < 40 && !(await logOutButton.evaluate((element) => element === document.activeElement));
    tabCount++
  ) {
    await page.keyboard.press('Tab');
    coveredElements.push(...(await page.evaluate(listElementsBehindTabs)));
  }
  await expect(logOutButton).toBeFocused();
  expect(coveredElements).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

/** The focused element, if a bar covers its centre. */
function listElementsBehindTabs(): string[] {
  const focused = document.activeElement!.closest('label') ?? document.activeElement!;
  const { x, y, width, height } = focused.getBoundingClientRect();
  const coveringBar = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('nav');
  return coveringBar && !coveringBar.contains(focused) ? [focused.outerHTML] : [];
}
