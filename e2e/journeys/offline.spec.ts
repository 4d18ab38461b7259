import { expect } from '@playwright/test';
import { newPerson, type Person, phone } from '../support/person.ts';
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
  await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)));
  await page.reload();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => personalCaches(buyer)).toEqual([]);
});
