import { expect } from '@playwright/test';
import { findPack, goodCard, pay, readPin } from '../support/buyer.ts';
import { desk, newPerson, phone, signUp } from '../support/person.ts';
import { publish } from '../support/seller.ts';
import { test } from '../support/test.ts';

/** What everybody is promised. */
const twoSeconds = { timeout: 2_000 };

test('what a seller changes of the week shows for buyers at once, and leaves what is sold alone', async ({
  browser,
}) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Broa ${stamp}`;
  const seller = await newPerson(browser, desk);
  await signUp(seller, 'Rui Fontes', { owner: true });
  await publish(seller, { place: `Moinho ${stamp}`, name, quantity: 2 });

  const buyer = await newPerson(browser, desk);
  await signUp(buyer, 'Ana Costa');
  await findPack(buyer, name);
  await pay(buyer, goodCard);
  await expect(buyer.page).toHaveURL(/\/success$/);
  const ticket = buyer.page.url().replace('/success', '');
  await readPin(buyer);

  const looking = await newPerson(browser, phone);
  await signUp(looking, 'Olena K');
  const listening = looking.page.waitForResponse(/\/api\/v1\/live\?products=/);
  await findPack(looking, name);
  await listening;
  const seen = (text: string) => expect(looking.page.getByText(text).first()).toBeVisible(twoSeconds);

  const { page, say } = seller;
  await page.goto('/seller');
  await page
    .getByRole('navigation', { name: say('common:nav.main') })
    .getByRole('link', { name: say('common:nav.week') })
    .click();
  const row = page.getByRole('row', { name });
  const stock = row.getByRole('group', { name: say('week:leftOf', { name }) });
  await expect(stock.getByRole('status')).toHaveText(/^1/);

  // One more, by a tap.
  await stock.getByRole('button', { name: say('week:more') }).click();
  await expect(stock.getByRole('status')).toHaveText(/^2/);
  await seen(looking.say('offers:left_few', { count: 2 }));

  // Sold out, and undone.
  const today = row.getByRole('cell').first();
  await today.getByRole('button').first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('week:sellOut') })
    .click();
  await seen(looking.say('offers:soldOut'));
  await page.getByRole('button', { name: say('week:undo') }).click();
  await seen(looking.say('offers:left_few', { count: 2 }));
  await expect(stock.getByRole('status')).toHaveText(/^2/);

  // Closed today, though one is sold: the seller confirms, and is told whose it is.
  await today.getByRole('button').first().click();
  const close = say('week:close.confirm');
  await page.getByRole('dialog').getByRole('button', { name: close }).click();
  await expect(page.getByText(say('week:close.text_one', { count: 1 }))).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: close }).click();
  await expect(page.getByText(say('week:kept.title'))).toBeVisible();
  await expect(
    page.getByText(say('week:kept.orders_one', { list: ticket.split('/').at(-1)! })),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: say('week:kept.toOrders') })).toHaveAttribute(
    'href',
    /\/seller\/orders\?date=\d{4}-\d\d-\d\d$/,
  );
  await seen('Завтра 00:00–23:59');
  await page.keyboard.press('Escape');
  await expect(today).toContainText(say('week:none.date'));

  // Other hours tomorrow.
  await row.getByRole('cell').nth(1).getByRole('button').click();
  await page.getByLabel(say('week:time_start'), { exact: true }).fill('10:00');
  await page.getByLabel(say('week:time_end'), { exact: true }).fill('12:30');
  await page.getByRole('button', { name: say('week:saveHours') }).click();
  await expect(row.getByRole('cell').nth(1)).toContainText('10:00–12:30');
  await seen('Завтра 10:00–12:30');

  // What was bought is what it was.
  await buyer.page.goto(ticket);
  await expect(buyer.page.getByRole('img', { name: /QR/ })).toBeVisible();
  await expect(buyer.page.getByText('00:00–23:59').first()).toBeVisible();
  await expect(buyer.page.getByText('Hoje').first()).toBeVisible();
});

test('a seller closes their point on days they choose, or on a public holiday, and opens it again', async ({
  browser,
}) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const seller = await newPerson(browser, phone);
  await signUp(seller, 'Rui Fontes', { owner: true });
  await publish(seller, { place: `Moinho ${stamp}`, name: `Broa ${stamp}`, quantity: 2 });
  const { page, say } = seller;
  await page.goto('/seller/week');
  await page.getByRole('button', { name: say('week:holidays.title') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(say('week:holidays.none'))).toBeVisible();

  await dialog.getByRole('button', { name: say('week:holidays.save') }).click();
  await expect(dialog.getByText(say('week:holidays.needed')).first()).toBeVisible();
  const date = await page.evaluate(() =>
    new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Lisbon' }),
  );
  await dialog.getByLabel(say('week:holidays.date_from')).fill(date);
  await dialog.getByLabel(say('week:holidays.name')).fill('Ремонт');
  await dialog.getByRole('button', { name: say('week:holidays.save') }).click();
  await expect(dialog.getByText('Ремонт')).toBeVisible();
  await dialog.getByRole('button', { name: /Рождество/ }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Рождество' }).getByRole('button')).toHaveCount(
    1,
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Ремонт');
  await expect(page.getByText(say('week:none.holiday'), { exact: true })).toBeVisible();

  await page.getByRole('button', { name: say('week:holidays.title') }).click();
  const remove = dialog.getByRole('listitem').filter({ hasText: 'Ремонт' }).getByRole('button');
  await remove.click();
  await expect(remove).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByText('00:00–23:59')).toBeVisible();
});
