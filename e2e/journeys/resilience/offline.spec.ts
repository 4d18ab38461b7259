import { expect } from '@playwright/test';
import { buyProductForTomorrow, createSellerWithProduct } from '../../support/api.ts';
import { test } from '../../support/test.ts';
import {
  GOOD_CARD,
  type JourneyUser,
  offlinePhone,
  openNewUser,
  openProduct,
  openUser,
  payByCard,
  readPin,
  signUp,
} from '../../support/user.ts';

const listPersonalCaches = ({ page }: JourneyUser) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('wopack-person-')));

const isCached = ({ page }: JourneyUser, urlPart: string) =>
  page.evaluate(async (searchedPart) => {
    const cachedRequests = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return cachedRequests.flat().some(({ url }) => url.includes(searchedPart));
  }, urlPart);

async function signIn({ page, t }: JourneyUser): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel(t('auth:email'), { exact: true }).fill('buyer@wopack.example');
  await page.getByLabel(t('auth:password.label'), { exact: true }).fill('sobras1');
  await page.getByRole('button', { name: t('auth:signIn'), exact: true }).click();
  await expect(page).toHaveURL(/\/account$/);
}

test('ticket, history and the last offers open offline, until the user logs out', async ({ browser }) => {
  const buyer = await openUser(browser, offlinePhone);
  const { page, context, t } = buyer;
  await signIn(buyer);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const productName = `Cesto ${Date.now().toString(36)}`;
  const token = await page.evaluate(() => localStorage.getItem('token')!);
  const product = { salePlaceName: 'Padaria da Trindade', name: productName, quantity: 1 };
  const { order } = await buyProductForTomorrow(token, product);
  const spacedPin = [...order.pin!].join(' ');

  await page.goto('/offers');
  const offer = page.getByRole('article').first().getByRole('link').first();
  const offerName = (await offer.textContent())!;
  const offerPath = (await offer.getAttribute('href'))!;
  await page.goto(offerPath);
  await expect(page.getByRole('heading', { level: 1, name: offerName })).toBeVisible();
  // The history is cached without having been viewed.
  await expect.poll(() => isCached(buyer, '/api/v1/orders?')).toBe(true);
  await page.goto(`/orders/${order.id}`);
  await expect(page.getByText(spacedPin)).toBeAttached();

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(spacedPin)).toBeAttached();
  await expect(page.getByRole('img', { name: t('orders:ticket.qr', { id: order.id }) })).toBeVisible();
  await expect(page.getByText(t('errors:offlineKept'))).toBeVisible();
  await page.getByRole('link', { name: t('orders:ticket.back') }).click();
  await expect(page.getByRole('link', { name: productName, exact: true }).first()).toBeVisible();
  await page.goto('/offers');
  await expect(page.getByRole('link', { name: offerName }).first()).toBeVisible();
  await page.goto(offerPath);
  await expect(page.getByRole('heading', { level: 1, name: offerName })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText(t('errors:offlineKept'))).toBeHidden({ timeout: 40_000 });
  expect(await listPersonalCaches(buyer)).toHaveLength(1);
  await page.goto('/account');
  await page.getByRole('button', { name: t('account:logOut') }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await listPersonalCaches(buyer)).toEqual([]);
});

test('a ticket that was never opened opens offline, with its QR code', async ({ browser }) => {
  const buyer = await openUser(browser, offlinePhone);
  const { page, context, t } = buyer;
  await signIn(buyer);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const token = await page.evaluate(() => localStorage.getItem('token')!);
  const product = {
    salePlaceName: 'Padaria da Trindade',
    name: `Pão ${Date.now().toString(36)}`,
    quantity: 1,
  };
  const { id } = (await buyProductForTomorrow(token, product)).order;
  await page.goto('/offers/history');
  await expect.poll(() => isCached(buyer, `/api/v1/orders/${id}?`)).toBe(true);
  await context.setOffline(true);
  await page.goto(`/orders/${id}`);
  await expect(page.getByRole('img', { name: t('orders:ticket.qr', { id }) })).toBeVisible();
});

test('a change that cannot be saved offline shows a message, although no toast was shown before', async ({
  browser,
}) => {
  const buyer = await openUser(browser, offlinePhone);
  const { page, context, t } = buyer;
  await signIn(buyer);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/offers');
  const offer = page.getByRole('article').first();
  await expect(offer).toBeVisible();
  await context.setOffline(true);
  await offer.getByRole('button').click();
  await expect(page.getByText(t('errors:network'), { exact: true }).first()).toBeVisible();
});

test('a token that the server refuses leaves no cached data', async ({ browser }) => {
  const buyer = await openUser(browser, offlinePhone);
  const { page } = buyer;
  await signIn(buyer);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/offers/history');
  await expect.poll(() => listPersonalCaches(buyer)).toHaveLength(1);
  // Not in the open page: its pending requests would be refused too and end the session before the reload.
  await page.addInitScript(() => localStorage.setItem('token', 'x'.repeat(43)));
  await page.reload();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => listPersonalCaches(buyer)).toEqual([]);
});

/** States of an order in cached responses: its ticket, and the history. */
const listCachedStates = ({ page }: JourneyUser, id: number) =>
  page.evaluate(async (order) => {
    const states = new Set<string>();
    for (const name of (await caches.keys()).filter((cacheName) => cacheName.startsWith('wopack-person-'))) {
      const cache = await caches.open(name);
      for (const request of (await cache.keys()).filter(({ url }) => url.includes('/api/v1/orders'))) {
        const { data } = await (await cache.match(request, { ignoreVary: true }))!.json();
        const matchingOrder = [data].flat().find((cachedOrder: { id: number }) => cachedOrder.id === order);
        if (matchingOrder) states.add(matchingOrder.state);
      }
    }
    return [...states];
  }, id);

const expectNoPin = ({ page }: JourneyUser) => expect(page.getByText(/^\d \d \d \d$/)).toHaveCount(0);

test('an order cancelled by anyone is cancelled offline too', async ({ browser }) => {
  const stamp = Date.now().toString(36);
  const name = `Amanhã ${stamp}`;
  const product = { salePlaceName: `Padaria ${stamp}`, name, quantity: 2 };
  const { client: seller } = await createSellerWithProduct(product, { days: 'tomorrow' });
  const buyer = await openNewUser(browser, offlinePhone, 'Olena K');
  const { page, context, t } = buyer;
  const buyProduct = async () => {
    await openProduct(buyer, name);
    // Before that a ticket does not pass through the worker.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await payByCard(buyer, GOOD_CARD);
    await readPin(buyer);
    return Number(/\d+$/.exec(page.url())![0]);
  };

  const orderCancelledByBuyer = await buyProduct();
  await page.getByRole('button', { name: t('orders:cancel.action') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('orders:cancel.action') })
    .click();
  await expect(page.getByText(t('orders:state.cancelled_by_buyer'))).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(t('orders:state.cancelled_by_buyer'))).toBeVisible();
  await expectNoPin(buyer);
  await page.getByRole('link', { name: t('orders:ticket.back') }).click();
  await expect(page.getByRole('article').getByText(t('orders:state.cancelled_by_buyer'))).toBeVisible();
  await context.setOffline(false);

  const orderCancelledBySeller = await buyProduct();
  expect(orderCancelledBySeller).not.toBe(orderCancelledByBuyer);
  await page.goto('about:blank');
  await seller('cancelSellerOrder', {
    params: { id: orderCancelledBySeller },
    body: { reason: 'O forno avariou-se.' },
  });
  // Neither ticket nor history: opening any page must update the cache.
  await page.goto('/offers');
  await expect.poll(() => listCachedStates(buyer, orderCancelledBySeller)).toEqual(['cancelled_by_store']);
  await context.setOffline(true);
  await page.goto(`/orders/${orderCancelledBySeller}`);
  await expect(page.getByText(t('orders:state.cancelled_by_store'))).toBeVisible();
  await expectNoPin(buyer);
});

const DAY_MS = 24 * 60 * 60 * 1000;

test('a ticket opened offline says tomorrow, then today, with its date; the history too, and the day after a date', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const name = `Cesto ${stamp}`;
  const product = { salePlaceName: `Padaria ${stamp}`, name, quantity: 2 };
  await createSellerWithProduct(product, { days: 'tomorrow' });
  const buyer = await openUser(browser, offlinePhone);
  const { page, context, t } = buyer;
  await signUp(buyer, 'Olena K');
  // A page that opens while the worker activates is not controlled by it until the next one.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await openProduct(buyer, name);
  await expect(page.getByText('Завтра 12:00–20:00').first()).toBeVisible();
  await payByCard(buyer, GOOD_CARD);
  await readPin(buyer);
  const day = new Intl.DateTimeFormat('ru', {
    ...({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'Europe/Lisbon' } as const),
  }).format(Date.now() + DAY_MS);
  const getCollectText = (relativeDay: string) =>
    page.getByText(t('orders:ticket.collect', { day: `${relativeDay}, ${day}` }), { exact: true });
  await expect(getCollectText('завтра')).toBeVisible();
  await page.reload();
  await expect(getCollectText('завтра')).toBeVisible();

  await context.setOffline(true);
  const purchasedAt = Date.now();
  await page.clock.setFixedTime(purchasedAt + DAY_MS);
  await page.reload();
  await expect(getCollectText('сегодня')).toBeVisible();
  await expect(page.getByText('Завтра')).toHaveCount(0);
  await page.getByRole('link', { name: t('orders:ticket.back') }).click();
  await expect(page.getByText(/Сегодня 12:00–20:00/)).toBeVisible();

  await page.clock.setFixedTime(purchasedAt + 2 * DAY_MS);
  await page.reload();
  await expect(page.getByText(/\d [а-я]+\.? 12:00–20:00/)).toBeVisible();
  await expect(page.getByText('Сегодня 12:00')).toHaveCount(0);
});
