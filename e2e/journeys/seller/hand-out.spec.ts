import { expect } from '@playwright/test';
import { countPlayedTones, installAudioStub, launchBrowserWithCamera } from '../../support/device-stubs.ts';
import { enterPin } from '../../support/seller.ts';
import { verifyEmail } from '../../support/server.ts';
import { LIVE_UPDATE_TIMEOUT, test } from '../../support/test.ts';
import {
  desktop,
  GOOD_CARD,
  type JourneyUser,
  openNewUser,
  openProduct,
  openSeller,
  openUser,
  payByCard,
  phone,
  readPin,
  tablet,
} from '../../support/user.ts';

test('an order shows at the counter at once, and the camera reads its ticket', async ({ browser }) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Balcão ${stamp}`;
  const product = { salePlaceName: `Forno ${stamp}`, name, quantity: 2 };
  const seller = await openSeller(browser, desktop, product);
  await installAudioStub(seller.page);
  const streamOpened = seller.page.waitForResponse(/\/api\/v1\/seller\/live/);
  await seller.page.goto('/seller/orders');
  await streamOpened;
  await expect(seller.page.getByText(seller.t('seller:orders.none.paid'))).toBeVisible();
  // Switching it on plays the sound once: two tones.
  await seller.page.getByRole('button', { name: seller.t('seller:sound') }).click();
  await expect.poll(() => countPlayedTones(seller.page)).toBe(2);

  const buyer = await openNewUser(browser, phone, 'Marta Salgado');
  await openProduct(buyer, name);
  await payByCard(buyer, GOOD_CARD);
  await expect(buyer.page).toHaveURL(/\/success$/);
  await expect(seller.page.getByRole('row', { name: /Marta S\./ })).toBeVisible(LIVE_UPDATE_TIMEOUT);
  await expect.poll(() => countPlayedTones(seller.page)).toBe(4);

  // Without a camera the scanner offers typing the PIN.
  await seller.page.getByRole('button', { name: seller.t('hand-out:scan.action') }).click();
  await expect(seller.page.getByRole('alert').filter({ hasText: 'PIN' })).toBeVisible();
  await seller.page.getByRole('button', { name: seller.t('hand-out:scan.type') }).click();

  await readPin(buyer);
  const ticket = await buyer.page.getByRole('img', { name: /QR/ }).screenshot();
  const token = await seller.page.evaluate(() => localStorage.getItem('token')!);
  const cameraBrowser = await launchBrowserWithCamera(ticket);
  try {
    const storage = { token, language: phone.language, cookieChoice: 'essential' };
    const { page, t } = await openUser(cameraBrowser, phone, undefined, storage);
    await page.goto('/seller');
    await page.getByRole('button', { name: t('hand-out:scan.action') }).click();
    await expect(page.getByText(t('hand-out:pin.right'))).toBeVisible();
    await expect(page.getByText(/Marta S\. · № \d+/)).toBeVisible();
    await page.getByRole('button', { name: t('hand-out:pin.handOut') }).click();
    await expect(buyer.page.getByText(buyer.t('orders:state.collected'))).toBeVisible();
  } finally {
    await cameraBrowser.close();
  }
});

test('a seller cancels a whole slot: every buyer is refunded and gets the reason', async ({ browser }) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Cancelado ${stamp}`;
  const reason = `O forno avariou ${stamp}.`;
  const product = { salePlaceName: `Padaria ${stamp}`, name, quantity: 3 };
  const seller = await openSeller(browser, desktop, product, 'tomorrow');
  // Words of a seller with an unproved address are not mailed.
  await verifyEmail(seller.email);

  const buyers = [
    await openNewUser(browser, phone, 'Olena K'),
    await openNewUser(browser, desktop, 'João Vaz'),
  ];
  for (const buyer of buyers) {
    await openProduct(buyer, name);
    await payByCard(buyer, GOOD_CARD);
    await readPin(buyer);
  }

  const { page, t } = seller;
  await page.goto('/seller/orders?view=upcoming');
  await expect(page.getByText('Olena K.')).toBeVisible();
  await page.getByRole('button', { name: t('seller:cancel.all') }).click();
  const dialog = page.getByRole('dialog', { name: t('seller:cancel.allTitle') });
  await dialog.getByRole('button', { name: t('seller:cancel.all') }).click();
  await expect(dialog.getByText(t('seller:cancel.why'))).toBeVisible();
  await dialog.getByLabel(t('seller:cancel.reason')).fill(reason);
  await dialog.getByRole('button', { name: t('seller:cancel.all') }).click();
  const cancelledLabels = page.getByRole('listitem').getByText(t('seller:orders.states.cancelled_by_store'));
  await expect(cancelledLabels).toHaveCount(2);

  for (const buyer of buyers) {
    await expect(buyer.page.getByText(buyer.t('orders:state.cancelled_by_store'))).toBeVisible();
    await expect(buyer.page.getByText(reason)).toBeVisible();
  }
  // Mails leave a moment after the cancellation.
  const hasReasonByMail = async (email: string) => {
    const outbox = await (await fetch(`${process.env.E2E_URL}/dev/outbox`)).text();
    return outbox.split('<article>').some((mail) => mail.includes(email) && mail.includes(reason));
  };
  for (const { email } of buyers) await expect.poll(() => hasReasonByMail(email)).toBe(true);
});

/** Adds a counter device on the seller's page; returns the code that pairs it. */
async function addCounter({ page, t }: JourneyUser): Promise<string> {
  await page.goto('/seller/counters');
  await page.getByRole('button', { name: t('counters:add') }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(t('counters:name')).fill('Tablet do forno');
  await sheet.getByRole('button', { name: t('counters:make') }).click();
  const code = await page.getByRole('dialog').locator('output').textContent();
  await page.getByRole('button', { name: t('counters:done') }).click();
  return code!;
}

/** Pairs a browser, which opens without a connection from then on. */
async function pair({ page, t }: JourneyUser, code: string): Promise<void> {
  await page.goto(`/counter#${code}`);
  await page.getByRole('button', { name: t('counter:pair.action'), exact: true }).click();
  await expect(page.getByText('Marta S.')).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test('a tablet is paired, loses its connection, hands out a signed ticket once by the name that was tapped, and sends it later', async ({
  browser,
}) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Balcão ${stamp}`;
  const seller = await openSeller(browser, desktop, { salePlaceName: `Forno ${stamp}`, name, quantity: 2 });
  const buyer = await openNewUser(browser, phone, 'Marta Salgado');
  await openProduct(buyer, name);
  await payByCard(buyer, GOOD_CARD);
  await readPin(buyer);
  const ticket = await buyer.page.getByRole('img', { name: /QR/ }).screenshot();

  const code = await addCounter(seller);
  await seller.page.getByRole('switch').click();
  await seller.page.getByLabel(seller.t('counters:names.name'), { exact: true }).fill('Rosa');
  await seller.page.getByRole('button', { name: seller.t('counters:names.add'), exact: true }).click();
  await expect(seller.page.getByText('Rosa', { exact: true })).toBeVisible();

  const cameraBrowser = await launchBrowserWithCamera(ticket);
  try {
    const counter = await openUser(cameraBrowser, { ...tablet, hasServiceWorker: true });
    const { page, context, t } = counter;
    await pair(counter, code);

    await context.setOffline(true);
    // A cold start without a connection.
    await page.reload();
    await expect(page.getByText(t('counter:offlineTitle'))).toBeVisible();
    await page.getByRole('button', { name: 'Rosa', exact: true }).click();
    await expect(page.getByText(t('counter:mayHandOut'))).toBeVisible();
    await page.getByRole('button', { name: t('counter:next') }).click();
    await expect(page.getByText(t('counter:doNotHandOut'))).toBeVisible();
    await expect(page.getByText(t('counter:scans.answers.waiting'))).toBeVisible();

    await context.setOffline(false);
    await expect(buyer.page.getByText(buyer.t('orders:state.collected'))).toBeVisible({ timeout: 60_000 });
    await seller.page.goto('/seller/orders');
    await seller.page.getByRole('radio', { name: seller.t('seller:orders.tabs.collected') }).click();
    await expect(seller.page.getByText(/Rosa.* · .*Tablet do forno/)).toBeVisible();

    await seller.page.goto('/seller/counters');
    await seller.page
      .getByRole('button', { name: /Tablet do forno/ })
      .last()
      .click();
    await seller.page
      .getByRole('dialog')
      .getByRole('button', { name: seller.t('counters:end'), exact: true })
      .click();
    await expect(page.getByRole('heading', { name: t('counter:pair.title') })).toBeVisible({
      timeout: 60_000,
    });
  } finally {
    await cameraBrowser.close();
  }
});

test('an order that was handed out elsewhere while the tablet had no connection is shown to both, until it is dealt with', async ({
  browser,
}) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Balcão ${stamp}`;
  const seller = await openSeller(browser, desktop, { salePlaceName: `Forno ${stamp}`, name, quantity: 2 });
  const buyer = await openNewUser(browser, phone, 'Marta Salgado');
  await openProduct(buyer, name);
  await payByCard(buyer, GOOD_CARD);
  const pin = await readPin(buyer);
  const ticket = await buyer.page.getByRole('img', { name: /QR/ }).screenshot();
  const code = await addCounter(seller);

  const cameraBrowser = await launchBrowserWithCamera(ticket);
  try {
    const counter = await openUser(cameraBrowser, { ...tablet, hasServiceWorker: true });
    await pair(counter, code);
    await counter.context.setOffline(true);
    await counter.page.reload();
    await expect(counter.page.getByText(counter.t('counter:mayHandOut'))).toBeVisible();

    const { page, t } = seller;
    await page.goto('/seller/orders');
    await enterPin(seller, pin);
    await page.getByRole('button', { name: t('hand-out:pin.handOut') }).click();
    await expect(buyer.page.getByText(buyer.t('orders:state.collected'))).toBeVisible();

    await counter.context.setOffline(false);
    await expect(counter.page.getByText(counter.t('counter:scans.answers.already'))).toBeVisible({
      timeout: 60_000,
    });
    await page.goto('/seller/orders?view=reports');
    const conflicts = page.getByRole('region', { name: t('seller:conflicts.title') });
    await expect(conflicts.getByText(t('seller:conflicts.reasons.handed_out_elsewhere'))).toBeVisible();
    await conflicts.getByRole('button').click();
    await expect(conflicts).toBeHidden();
  } finally {
    await cameraBrowser.close();
  }
});
