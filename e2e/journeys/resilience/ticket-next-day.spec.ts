import { expect } from '@playwright/test';
import { createSellerWithProductForTomorrow } from '../../support/api.ts';
import { GOOD_CARD, openProductByName, payByCard, readPin } from '../../support/buyer.ts';
import { test } from '../../support/test.ts';
import { openUser, phone, signUp } from '../../support/user.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('a ticket opened without a connection on the next day says today, and a date the day after', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const name = `Cesto ${stamp}`;
  await createSellerWithProductForTomorrow({ salePlaceName: `Padaria ${stamp}`, name, quantity: 2 });
  const buyer = await openUser(browser, phone);
  const { page, context, t } = buyer;
  await signUp(buyer, 'Olena K');
  // Not later: a page that is just opening while the worker starts is without it until the next.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await openProductByName(buyer, name);
  await expect(page.getByText('Завтра 12:00–20:00').first()).toBeVisible();
  await payByCard(buyer, GOOD_CARD);
  await readPin(buyer);
  const getCollectText = (day: string) =>
    page.getByText(t('orders:ticket.collect', { day }), { exact: true });
  await expect(getCollectText('Завтра')).toBeVisible();
  await page.reload();
  await expect(getCollectText('Завтра')).toBeVisible();

  await context.setOffline(true);
  const purchasedAt = Date.now();
  await page.clock.setFixedTime(purchasedAt + DAY_MS);
  await page.reload();
  await expect(getCollectText('Сегодня')).toBeVisible();
  await expect(page.getByText('Завтра')).toHaveCount(0);
  await page.getByRole('link', { name: t('orders:ticket.back') }).click();
  await expect(page.getByText(/Сегодня 12:00–20:00/)).toBeVisible();

  await page.clock.setFixedTime(purchasedAt + 2 * DAY_MS);
  await page.reload();
  await expect(page.getByText(/\d [а-я]+\.? 12:00–20:00/)).toBeVisible();
  await expect(page.getByText('Сегодня 12:00')).toHaveCount(0);
});
