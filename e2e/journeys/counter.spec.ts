import { expect } from '@playwright/test';
import { publishForTomorrow } from '../support/api.ts';
import { findPack, goodCard, pay, readPin } from '../support/buyer.ts';
import { browserSeeing } from '../support/fake-camera.ts';
import { countTones, tonesHeard } from '../support/loudspeaker.ts';
import { desk, newPerson, phone, signUp } from '../support/person.ts';
import { publish } from '../support/seller.ts';
import { test } from '../support/test.ts';

/** What a seller is promised. */
const twoSeconds = { timeout: 2_000 };

test('a sale shows at the counter at once, and the camera reads its ticket', async ({ browser }) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Balcão ${stamp}`;
  const seller = await newPerson(browser, desk);
  await countTones(seller.page);
  await signUp(seller, 'Rui Fontes', { owner: true });
  const listening = seller.page.waitForResponse(/\/api\/v1\/seller\/live/);
  await publish(seller, { place: `Forno ${stamp}`, name, quantity: 2 });
  await listening;
  await expect(seller.page.getByText(seller.say('seller:orders.none.paid'))).toBeVisible();
  // Switched on it rings once: two tones.
  await seller.page.getByRole('button', { name: seller.say('seller:sound') }).click();
  await expect.poll(() => tonesHeard(seller.page)).toBe(2);

  const buyer = await newPerson(browser, phone);
  await signUp(buyer, 'Marta Salgado');
  await findPack(buyer, name);
  await pay(buyer, goodCard);
  await expect(buyer.page).toHaveURL(/\/success$/);
  await expect(seller.page.getByRole('row', { name: /Marta S\./ })).toBeVisible(twoSeconds);
  await expect.poll(() => tonesHeard(seller.page)).toBe(4);

  // Without a camera the PIN is typed; the scanner says so.
  await seller.page.getByRole('button', { name: seller.say('seller:scan.action') }).click();
  await expect(seller.page.getByRole('alert').filter({ hasText: 'PIN' })).toBeVisible();
  await seller.page.getByRole('button', { name: seller.say('seller:scan.type') }).click();

  await readPin(buyer);
  const ticket = await buyer.page.getByRole('img', { name: /QR/ }).screenshot();
  const token = await seller.page.evaluate(() => localStorage.getItem('token')!);
  const camera = await browserSeeing(ticket);
  try {
    const counter = await newPerson(camera, phone);
    await counter.context.addInitScript(
      (stored) => {
        for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
      },
      { token, language: phone.language, cookieChoice: 'essential' },
    );
    const { page, say } = counter;
    await page.goto('/seller');
    await page.getByRole('button', { name: say('seller:scan.action') }).click();
    await expect(page.getByText(say('seller:pin.right'))).toBeVisible();
    await expect(page.getByText(/Marta S\. · № \d+/)).toBeVisible();
    await page.getByRole('button', { name: say('seller:pin.handOut') }).click();
    await expect(buyer.page.getByText(buyer.say('orders:state.collected'))).toBeVisible();
  } finally {
    await camera.close();
  }
});

test('a seller cancels a whole window: everybody is refunded and told why', async ({ browser }) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Cancelado ${stamp}`;
  const reason = `O forno avariou ${stamp}.`;
  const seller = await newPerson(browser, desk);
  await signUp(seller, 'Rui Fontes', { owner: true });
  await publishForTomorrow(seller, { place: `Padaria ${stamp}`, name, quantity: 3 });

  const buyers = [await newPerson(browser, phone), await newPerson(browser, desk)];
  for (const [index, buyer] of buyers.entries()) {
    await signUp(buyer, ['Olena K', 'João Vaz'][index]!);
    await findPack(buyer, name);
    await pay(buyer, goodCard);
    await readPin(buyer);
  }

  const { page, say } = seller;
  await page.goto('/seller/orders?view=upcoming');
  await expect(page.getByText('Olena K.')).toBeVisible();
  await page.getByRole('button', { name: say('seller:cancel.all') }).click();
  const dialog = page.getByRole('dialog', { name: say('seller:cancel.allTitle') });
  await dialog.getByRole('button', { name: say('seller:cancel.all') }).click();
  await expect(dialog.getByText(say('seller:cancel.why'))).toBeVisible();
  await dialog.getByLabel(say('seller:cancel.reason')).fill(reason);
  await dialog.getByRole('button', { name: say('seller:cancel.all') }).click();
  const cancelled = page.getByRole('listitem').getByText(say('seller:orders.states.cancelled_by_store'));
  await expect(cancelled).toHaveCount(2);

  for (const buyer of buyers) {
    await expect(buyer.page.getByText(buyer.say('orders:state.cancelled_by_store'))).toBeVisible();
    await expect(buyer.page.getByText(reason)).toBeVisible();
    await expect
      .poll(async () =>
        (await (await fetch(`${process.env.E2E_URL}/dev/outbox`)).text()).includes(buyer.email),
      )
      .toBe(true);
  }
  const outbox = await (await fetch(`${process.env.E2E_URL}/dev/outbox`)).text();
  expect(outbox.split(reason).length - 1).toBeGreaterThanOrEqual(2);
});
