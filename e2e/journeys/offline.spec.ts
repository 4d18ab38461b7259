import { expect } from '@playwright/test';
import { sellerForTomorrow } from '../support/api.ts';
import { findPack, goodCard, pay, readPin } from '../support/buyer.ts';
import { newPerson, type Person, phone, signUp } from '../support/person.ts';
import { test } from '../support/test.ts';

const personalCaches = ({ page }: Person) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('wopack-person-')));

const isKept = ({ page }: Person, part: string) =>
  page.evaluate(async (wanted) => {
    const kept = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return kept.flat().some(({ url }) => url.includes(wanted));
  }, part);

async function signIn({ page, say }: Person): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel(say('auth:email'), { exact: true }).fill('buyer@wopack.example');
  await page.getByLabel(say('auth:password.label'), { exact: true }).fill('sobras1');
  await page.getByRole('button', { name: say('auth:signIn'), exact: true }).click();
  await expect(page).toHaveURL(/\/account$/);
}

/** The demo buyer's ticket that is still to be collected. */
async function openTicket(
  page: Person['page'],
): Promise<{ id: number; pin: string; product: { name: string } }> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const reply = await page.request.get('/api/v1/orders', { headers: { authorization: `Bearer ${token}` } });
  const { data } = await reply.json();
  return data.find(({ state, pin }: { state: string; pin: string | null }) => state === 'paid' && pin);
}

test('ticket, history and the last offers open without a connection, until the person logs out', async ({
  browser,
}) => {
  const buyer = await newPerson(browser, phone);
  const { page, context, say } = buyer;
  await signIn(buyer);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const order = await openTicket(page);
  const spoken = [...order.pin].join(' ');

  await page.goto('/offers');
  const offer = page.getByRole('article').first().getByRole('link').first();
  const offerName = (await offer.textContent())!;
  // The history is kept without having been looked at.
  await expect.poll(() => isKept(buyer, '/api/v1/orders?')).toBe(true);
  await page.goto(`/orders/${order.id}`);
  await expect(page.getByText(spoken)).toBeAttached();

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(spoken)).toBeAttached();
  await expect(page.getByRole('img', { name: say('orders:ticket.qr', { id: order.id }) })).toBeVisible();
  await expect(page.getByText(say('errors:offlineKept'))).toBeVisible();
  await page.getByRole('link', { name: say('orders:ticket.back') }).click();
  await expect(page.getByRole('link', { name: order.product.name, exact: true }).first()).toBeVisible();
  await page.goto('/offers');
  await expect(page.getByRole('link', { name: offerName }).first()).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText(say('errors:offlineKept'))).toBeHidden({ timeout: 40_000 });
  expect(await personalCaches(buyer)).toHaveLength(1);
  await page.goto('/account');
  await page.getByRole('button', { name: say('account:logOut') }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await personalCaches(buyer)).toEqual([]);
});

test('a token that the server refuses leaves nothing behind', async ({ browser }) => {
  const buyer = await newPerson(browser, phone);
  const { page } = buyer;
  await signIn(buyer);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/offers/history');
  await expect.poll(() => personalCaches(buyer)).toHaveLength(1);
  // Not in the page that is open: what it still asks would be refused, too, and end the session before the reload.
  await page.addInitScript(() => localStorage.setItem('token', 'x'.repeat(43)));
  await page.reload();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => personalCaches(buyer)).toEqual([]);
});

/** What the copies say of an order: its ticket, and the history. */
const toldOf = ({ page }: Person, id: number) =>
  page.evaluate(async (order) => {
    const states = new Set<string>();
    for (const name of (await caches.keys()).filter((kept) => kept.startsWith('wopack-person-'))) {
      const cache = await caches.open(name);
      for (const request of (await cache.keys()).filter(({ url }) => url.includes('/api/v1/orders'))) {
        const { data } = await (await cache.match(request, { ignoreVary: true }))!.json();
        const own = [data].flat().find((told: { id: number }) => told.id === order);
        if (own) states.add(own.state);
      }
    }
    return [...states];
  }, id);

const withoutPin = ({ page }: Person) => expect(page.getByText(/^\d \d \d \d$/)).toHaveCount(0);

test('what was cancelled looks cancelled without a connection, by whomever it was', async ({ browser }) => {
  const stamp = Date.now().toString(36);
  const name = `Amanhã ${stamp}`;
  const seller = await sellerForTomorrow({ place: `Padaria ${stamp}`, name, quantity: 2 });
  const buyer = await newPerson(browser, phone);
  const { page, context, say } = buyer;
  await signUp(buyer, 'Olena K');
  const buy = async () => {
    await findPack(buyer, name);
    await pay(buyer, goodCard);
    await readPin(buyer);
    return Number(/\d+$/.exec(page.url())![0]);
  };

  const own = await buy();
  await page.getByRole('button', { name: say('orders:cancel.action') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('orders:cancel.action') })
    .click();
  await expect(page.getByText(say('orders:state.cancelled_by_buyer'))).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(say('orders:state.cancelled_by_buyer'))).toBeVisible();
  await withoutPin(buyer);
  await page.getByRole('link', { name: say('orders:ticket.back') }).click();
  await expect(page.getByRole('article').getByText(say('orders:state.cancelled_by_buyer'))).toBeVisible();
  await context.setOffline(false);

  const theirs = await buy();
  expect(theirs).not.toBe(own);
  await page.goto('about:blank');
  await seller('cancelSellerOrder', { params: { id: theirs }, body: { reason: 'O forno avariou-se.' } });
  // Not the ticket, nor the history: whoever has opened WoPack since then has the news with them.
  await page.goto('/offers');
  await expect.poll(() => toldOf(buyer, theirs)).toEqual(['cancelled_by_store']);
  await context.setOffline(true);
  await page.goto(`/orders/${theirs}`);
  await expect(page.getByText(say('orders:state.cancelled_by_store'))).toBeVisible();
  await withoutPin(buyer);
});
