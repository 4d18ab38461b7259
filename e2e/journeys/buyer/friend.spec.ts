import { expect } from '@playwright/test';
import { getOverflow } from '../../support/screen-checks.ts';
import { enterPin } from '../../support/seller.ts';
import { sampleCases, test } from '../../support/test.ts';
import {
  desktop,
  GOOD_CARD,
  type JourneyUser,
  offlinePhone,
  openNewUser,
  openProduct,
  openSeller,
  openUser,
  payByCard,
  phone,
  readPin,
  tablet,
} from '../../support/user.ts';

/** The four digits of a friend's page. */
async function readFriendPin({ page, t }: JourneyUser): Promise<string> {
  await expect(page.getByText(t('friend:showThisPin'))).toBeVisible();
  const text = await page
    .locator('article .sr-only')
    .filter({ hasText: /^\d \d \d \d$/ })
    .textContent();
  return text!.replaceAll(' ', '');
}

/** Makes a link on the ticket; returns it from its field. */
async function sendToFriend({ page, t }: JourneyUser): Promise<string> {
  await page.getByRole('button', { name: t('orders:friend.action') }).click();
  await page
    .getByRole('dialog', { name: t('orders:friend.title', { count: 1 }) })
    .getByRole('button', { name: t('orders:friend.make') })
    .click();
  const sheet = page.getByRole('dialog', { name: t('orders:friend.made') });
  const url = await sheet.getByLabel(t('orders:friend.link')).inputValue();
  await page.keyboard.press('Escape');
  await expect(page.getByText(t('orders:friend.sent'))).toBeVisible();
  return url;
}

const devicePairs = [
  [tablet, offlinePhone],
  [desktop, { ...tablet, hasServiceWorker: true }],
  [phone, { ...desktop, hasServiceWorker: true }],
] as const;

for (const [buyerDevice, friendDevice] of sampleCases(devicePairs))
  test(`a friend collects at ${friendDevice.width} px in ${friendDevice.language}: opened without an account, shown without a connection, handed out by the new PIN`, async ({
    browser,
  }) => {
    test.slow();
    const stamp = Date.now().toString(36);
    const name = `Oferta ${stamp}`;
    const product = { salePlaceName: `Padaria ${stamp}`, name, quantity: 2 };
    const seller = await openSeller(browser, desktop, product);
    const buyer = await openNewUser(browser, buyerDevice, 'João Vaz');
    await openProduct(buyer, name);
    await payByCard(buyer, GOOD_CARD);
    const formerPin = await readPin(buyer);
    const url = await sendToFriend(buyer);
    expect(new URL(url).pathname).toBe('/friend');

    const friend = await openUser(browser, friendDevice);
    await friend.page.goto(url);
    const heading = friend.page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(friend.t('friend:title', { from: 'João V.', count: 1 }));
    await expect(friend.page.getByText(friend.t('friend:showThisPin'))).toHaveCount(0);
    await friend.page.getByRole('button', { name: friend.t('friend:showPin') }).click();
    const pin = await readFriendPin(friend);
    expect(pin).not.toBe(formerPin);
    await expect(friend.page.getByRole('img', { name: friend.t('friend:qr') })).toBeVisible();
    expect(await getOverflow(friend.page)).toBe(0);

    // The buyer's ticket refetches by itself.
    await expect(buyer.page.getByText(buyer.t('orders:friend.opened'))).toBeVisible();
    await expect(buyer.page.getByRole('img', { name: /QR/ })).toHaveCount(0);

    await expect
      .poll(() => friend.page.evaluate(() => navigator.serviceWorker?.controller?.state))
      .toBe('activated');
    await friend.context.setOffline(true);
    await friend.page.reload();
    expect(await readFriendPin(friend)).toBe(pin);
    await expect(heading).toHaveText(friend.t('friend:title', { from: 'João V.', count: 1 }));
    await expect(friend.page.getByText(friend.t('friend:copy'))).toBeVisible();
    await friend.context.setOffline(false);

    await seller.page.goto('/seller');
    await enterPin(seller, formerPin);
    await expect(seller.page.getByLabel(seller.t('hand-out:pin.label'))).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await enterPin(seller, pin);
    await expect(seller.page.getByText(seller.t('hand-out:pin.right'))).toBeVisible();
    await seller.page.getByRole('button', { name: seller.t('hand-out:pin.handOut') }).click();

    await friend.page.reload();
    await expect(friend.page.getByText(friend.t('friend:state.collected'))).toBeVisible();
    await expect(friend.page.getByText(friend.t('friend:showThisPin'))).toHaveCount(0);
    await expect(buyer.page.getByText(buyer.t('orders:stateText.friend'))).toBeVisible();
  });

test('a link that was taken back opens nothing, and the PIN of the buyer stays', async ({ browser }) => {
  const stamp = Date.now().toString(36);
  const name = `Retirado ${stamp}`;
  await openSeller(browser, desktop, { salePlaceName: `Tasca ${stamp}`, name, quantity: 1 });
  const buyer = await openNewUser(browser, phone, 'Marta Salgado');
  const { page, t } = buyer;
  await openProduct(buyer, name);
  await payByCard(buyer, GOOD_CARD);
  const pin = await readPin(buyer);
  const url = await sendToFriend(buyer);

  await page.getByRole('button', { name: t('orders:friend.takeBack') }).click();
  await page
    .getByRole('dialog', { name: t('orders:friend.takeBackTitle') })
    .getByRole('button', { name: t('orders:friend.takeBack') })
    .click();
  await expect(page.getByRole('button', { name: t('orders:friend.action') })).toBeVisible();
  await expect(page.getByText([...pin].join(' '))).toBeAttached();

  const friend = await openUser(browser, desktop);
  await friend.page.goto(url);
  await expect(friend.page.getByText(friend.t('friend:over'))).toBeVisible();
  await expect(friend.page.getByRole('button', { name: friend.t('friend:showPin') })).toHaveCount(0);
  await friend.page.goto('/friend');
  await expect(friend.page.getByText(friend.t('friend:incomplete'))).toBeVisible();
});
