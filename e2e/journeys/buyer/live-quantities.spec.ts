import { expect } from '@playwright/test';
import { GOOD_CARD, openProductByName, payByCard } from '../../support/buyer.ts';
import { publishProduct } from '../../support/seller.ts';
import { test } from '../../support/test.ts';
import { desktop, openUser, phone, signUp } from '../../support/user.ts';

/** What everybody is promised. */
const LIVE_UPDATE_TIMEOUT = { timeout: 2_000 };

test('what one person buys is gone from everybody else’s screen', async ({ browser }) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Broa ${stamp}`;
  const salePlaceName = `Moinho ${stamp}`;
  const seller = await openUser(browser, desktop);
  await signUp(seller, 'Rui Fontes', { seller: true });
  await publishProduct(seller, { salePlaceName, name, quantity: 2 });

  const firstBuyer = await openUser(browser, desktop);
  await signUp(firstBuyer, 'Ana Costa');
  await openProductByName(firstBuyer, name);
  const pageViewer = await openUser(browser, phone);
  await signUp(pageViewer, 'Olena K');
  const listViewer = await openUser(browser, desktop);
  await signUp(listViewer, 'João Vaz');

  const mapViewer = await openUser(browser, phone);
  await signUp(mapViewer, 'Nuno Reis');

  const streamsOpened = [listViewer, pageViewer, mapViewer].map(({ page }) =>
    page.waitForResponse(/\/api\/v1\/live\?products=/),
  );
  await listViewer.page.goto('/offers');
  await listViewer.page.getByRole('searchbox', { name: listViewer.t('offers:search') }).fill(name);
  const card = listViewer.page.getByRole('article', { name });
  await expect(card.getByText(listViewer.t('offers:left_other', { count: 2 }))).toBeVisible();
  await openProductByName(pageViewer, name);
  await mapViewer.page.goto('/offers');
  // Turned to in the middle of typing: the map looks for the same.
  await mapViewer.page.getByRole('searchbox', { name: mapViewer.t('offers:search') }).fill(name);
  await mapViewer.page.getByRole('radio', { name: mapViewer.t('offers:view.map') }).check({ force: true });
  await expect(mapViewer.page.getByRole('button', { name: new RegExp(`^${salePlaceName}, `) })).toBeVisible();
  await Promise.all(streamsOpened);

  await payByCard(firstBuyer, GOOD_CARD);
  await expect(card.getByText(listViewer.t('offers:lastOne'))).toBeVisible({ timeout: 10_000 });
  await expect(pageViewer.page.getByText(pageViewer.t('offers:lastOne')).first()).toBeVisible(
    LIVE_UPDATE_TIMEOUT,
  );
  await expect(firstBuyer.page).toHaveURL(/\/success$/);

  await openProductByName(firstBuyer, name);
  await payByCard(firstBuyer, GOOD_CARD);
  await expect(firstBuyer.page).toHaveURL(/\/success$/);
  await expect(card.getByText(listViewer.t('offers:soldOut')).first()).toBeVisible(LIVE_UPDATE_TIMEOUT);
  const pin = mapViewer.t('map:pin', { name: salePlaceName, price: mapViewer.t('map:soldOut') });
  await expect(mapViewer.page.getByRole('button', { name: pin })).toBeVisible(LIVE_UPDATE_TIMEOUT);
  await expect(pageViewer.page.getByRole('status').getByText(pageViewer.t('offers:soldOut'))).toBeAttached(
    LIVE_UPDATE_TIMEOUT,
  );
});
