import { expect } from '@playwright/test';
import { LIVE_UPDATE_TIMEOUT, test } from '../../support/test.ts';
import {
  desktop,
  GOOD_CARD,
  openNewUser,
  openProduct,
  openSeller,
  payByCard,
  phone,
  readPin,
} from '../../support/user.ts';

test('a seller’s changes of the week show for buyers at once, and leave orders unchanged', async ({
  browser,
}) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Broa ${stamp}`;
  const product = { salePlaceName: `Moinho ${stamp}`, name, quantity: 2 };
  const seller = await openSeller(browser, desktop, product);

  const buyer = await openNewUser(browser, desktop, 'Ana Costa');
  await openProduct(buyer, name);
  await payByCard(buyer, GOOD_CARD);
  await expect(buyer.page).toHaveURL(/\/success$/);
  const ticketUrl = buyer.page.url().replace('/success', '');
  await readPin(buyer);

  const viewer = await openNewUser(browser, phone, 'Olena K');
  const streamOpened = viewer.page.waitForResponse(/\/api\/v1\/live\?products=/);
  await openProduct(viewer, name);
  await streamOpened;
  const expectVisible = (text: string) =>
    expect(viewer.page.getByText(text).first()).toBeVisible(LIVE_UPDATE_TIMEOUT);

  const { page, t } = seller;
  await page.goto('/seller');
  await page
    .getByRole('navigation', { name: t('common:nav.main') })
    .getByRole('link', { name: t('common:nav.week') })
    .click();
  const row = page.getByRole('row', { name });
  const stock = row.getByRole('group', { name: t('week:leftOf', { name }) });
  await expect(stock.getByRole('status')).toHaveText(/^1/);

  // One more.
  await stock.getByRole('button', { name: t('week:more') }).click();
  await expect(stock.getByRole('status')).toHaveText(/^2/);
  await expectVisible(viewer.t('offers:left_few', { count: 2 }));

  // Sold out, and undone.
  const today = row.getByRole('cell').first();
  await today.getByRole('button').first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('week:sellOut') })
    .click();
  await expectVisible(viewer.t('offers:soldOut'));
  await page.getByRole('button', { name: t('week:undo') }).click();
  await expectVisible(viewer.t('offers:left_few', { count: 2 }));
  await expect(stock.getByRole('status')).toHaveText(/^2/);

  // Closes today although a unit is ordered: the seller confirms and sees whose it is.
  await today.getByRole('button').first().click();
  const closeLabel = t('week:close.confirm');
  await page.getByRole('dialog').getByRole('button', { name: closeLabel }).click();
  await expect(page.getByText(t('week:close.text_one', { count: 1 }))).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: closeLabel }).click();
  await expect(page.getByText(t('week:kept.title'))).toBeVisible();
  await expect(
    page.getByText(t('week:kept.orders_one', { list: ticketUrl.split('/').at(-1)! })),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: t('week:kept.toOrders') })).toHaveAttribute(
    'href',
    /\/seller\/orders\?date=\d{4}-\d\d-\d\d$/,
  );
  await expectVisible('Завтра 00:00–23:59');
  await page.keyboard.press('Escape');
  await expect(today).toContainText(t('week:none.date'));

  // Other hours tomorrow.
  await row.getByRole('cell').nth(1).getByRole('button').click();
  await page.getByLabel(t('week:time_start'), { exact: true }).fill('10:00');
  await page.getByLabel(t('week:time_end'), { exact: true }).fill('12:30');
  await page.getByRole('button', { name: t('week:saveHours') }).click();
  await expect(row.getByRole('cell').nth(1)).toContainText('10:00–12:30');
  await expectVisible('Завтра 10:00–12:30');

  // The order is unchanged.
  await buyer.page.goto(ticketUrl);
  await expect(buyer.page.getByRole('img', { name: /QR/ })).toBeVisible();
  await expect(buyer.page.getByText('00:00–23:59').first()).toBeVisible();
  await expect(buyer.page.getByText('Hoje').first()).toBeVisible();
});

test('a seller closes the sale place on chosen days, or on a public holiday, and reopens it', async ({
  browser,
}) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const product = { salePlaceName: `Moinho ${stamp}`, name: `Broa ${stamp}`, quantity: 2 };
  const { page, t } = await openSeller(browser, phone, product);
  await page.goto('/seller/week');
  await page.getByRole('button', { name: t('week:holidays.title') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(t('week:holidays.none'))).toBeVisible();

  await dialog.getByRole('button', { name: t('week:holidays.save') }).click();
  await expect(dialog.getByText(t('week:holidays.needed')).first()).toBeVisible();
  const date = await page.evaluate(() =>
    new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Lisbon' }),
  );
  await dialog.getByLabel(t('week:holidays.date_from')).fill(date);
  await dialog.getByLabel(t('week:holidays.name')).fill('Ремонт');
  await dialog.getByRole('button', { name: t('week:holidays.save') }).click();
  await expect(dialog.getByText('Ремонт')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /Рождество/ }).check();
  await dialog.getByRole('checkbox', { name: /Новый год/ }).check();
  await dialog.getByRole('button', { name: t('week:holidays.closeChosen_few', { count: 2 }) }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Новый год' }).getByRole('button')).toHaveCount(
    1,
  );
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Рождество' }).getByRole('button')).toHaveCount(
    1,
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Ремонт');
  await expect(page.getByText(t('week:none.holiday'), { exact: true })).toBeVisible();

  await page.getByRole('button', { name: t('week:holidays.title') }).click();
  const removeButton = dialog.getByRole('listitem').filter({ hasText: 'Ремонт' }).getByRole('button');
  await removeButton.click();
  await expect(removeButton).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByText('00:00–23:59')).toBeVisible();
});
