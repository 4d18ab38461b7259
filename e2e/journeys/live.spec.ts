import { expect } from '@playwright/test';
import { findPack, goodCard, pay } from '../support/buyer.ts';
import { desk, newPerson, phone, signUp } from '../support/person.ts';
import { publish } from '../support/seller.ts';
import { test } from '../support/test.ts';

/** What everybody is promised. */
const twoSeconds = { timeout: 2_000 };

test('what one person buys is gone from everybody else’s screen', async ({ browser }) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Broa ${stamp}`;
  const place = `Moinho ${stamp}`;
  const seller = await newPerson(browser, desk);
  await signUp(seller, 'Rui Fontes', { owner: true });
  await publish(seller, { place, name, quantity: 2 });

  const first = await newPerson(browser, desk);
  await signUp(first, 'Ana Costa');
  await findPack(first, name);
  const onPage = await newPerson(browser, phone);
  await signUp(onPage, 'Olena K');
  const inList = await newPerson(browser, desk);
  await signUp(inList, 'João Vaz');

  const onMap = await newPerson(browser, phone);
  await signUp(onMap, 'Nuno Reis');

  const listening = [inList, onPage, onMap].map(({ page }) =>
    page.waitForResponse(/\/api\/v1\/live\?products=/),
  );
  await inList.page.goto('/offers');
  await inList.page.getByRole('searchbox', { name: inList.say('offers:search') }).fill(name);
  const card = inList.page.getByRole('article', { name });
  await expect(card.getByText(inList.say('offers:left_other', { count: 2 }))).toBeVisible();
  await findPack(onPage, name);
  await onMap.page.goto('/offers');
  // Turned to in the middle of typing: the map looks for the same.
  await onMap.page.getByRole('searchbox', { name: onMap.say('offers:search') }).fill(name);
  await onMap.page.getByRole('radio', { name: onMap.say('offers:view.map') }).check({ force: true });
  await expect(onMap.page.getByRole('button', { name: new RegExp(`^${place}, `) })).toBeVisible();
  await Promise.all(listening);

  await pay(first, goodCard);
  await expect(card.getByText(inList.say('offers:lastOne'))).toBeVisible({ timeout: 10_000 });
  await expect(onPage.page.getByText(onPage.say('offers:lastOne')).first()).toBeVisible(twoSeconds);
  await expect(first.page).toHaveURL(/\/success$/);

  await findPack(first, name);
  await pay(first, goodCard);
  await expect(first.page).toHaveURL(/\/success$/);
  await expect(card.getByText(inList.say('offers:soldOut')).first()).toBeVisible(twoSeconds);
  const pin = onMap.say('map:pin', { name: place, price: onMap.say('map:soldOut') });
  await expect(onMap.page.getByRole('button', { name: pin })).toBeVisible(twoSeconds);
  await expect(onPage.page.getByRole('status').getByText(onPage.say('offers:soldOut'))).toBeAttached(
    twoSeconds,
  );
});
