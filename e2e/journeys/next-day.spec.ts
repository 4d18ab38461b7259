import { expect } from '@playwright/test';
import { sellerForTomorrow } from '../support/api.ts';
import { findPack, goodCard, pay, readPin } from '../support/buyer.ts';
import { newPerson, phone, signUp } from '../support/person.ts';
import { test } from '../support/test.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('a ticket opened without a connection on the next day says today, and a date the day after', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const name = `Cesto ${stamp}`;
  await sellerForTomorrow({ place: `Padaria ${stamp}`, name, quantity: 2 });
  const buyer = await newPerson(browser, phone);
  const { page, context, say } = buyer;
  await signUp(buyer, 'Olena K');
  // Not later: a page that is just opening while the worker starts is without it until the next.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await findPack(buyer, name);
  await expect(page.getByText('Завтра 12:00–20:00').first()).toBeVisible();
  await pay(buyer, goodCard);
  await readPin(buyer);
  const collect = (day: string) => page.getByText(say('orders:ticket.collect', { day }), { exact: true });
  await expect(collect('Завтра')).toBeVisible();
  await page.reload();
  await expect(collect('Завтра')).toBeVisible();

  await context.setOffline(true);
  const bought = Date.now();
  await page.clock.setFixedTime(bought + DAY_MS);
  await page.reload();
  await expect(collect('Сегодня')).toBeVisible();
  await expect(page.getByText('Завтра')).toHaveCount(0);
  await page.getByRole('link', { name: say('orders:ticket.back') }).click();
  await expect(page.getByText(/Сегодня 12:00–20:00/)).toBeVisible();

  await page.clock.setFixedTime(bought + 2 * DAY_MS);
  await page.reload();
  await expect(page.getByText(/\d [а-я]+\.? 12:00–20:00/)).toBeVisible();
  await expect(page.getByText('Сегодня 12:00')).toHaveCount(0);
});
