import { expect, type Page } from '@playwright/test';
import { signInToDemo } from '../support/demo.ts';
import { newPerson, type Person, phone, signIn } from '../support/person.ts';
import { test } from '../support/test.ts';

const password = 'sobras1';

const personalCaches = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('wopack-person-')));

/** Requests of streams that the tab has not let go of. */
function openStreams(page: Page) {
  const open = new Set<string>();
  const isStream = (url: string) => /\/live(\?|$)/.test(url);
  page.on('request', (request) => isStream(request.url()) && open.add(request.url()));
  for (const over of ['requestfinished', 'requestfailed'] as const)
    page.on(over as 'requestfinished', (request) => void open.delete(request.url()));
  return open;
}

/** The demo's buyer in two tabs of one browser: the account in the first, what `path` shows in the second. */
async function twoTabs(person: Person, path: string) {
  const { page, context, say } = person;
  await signIn(person, 'buyer@wopack.example', password);
  await expect(page).toHaveURL(/\/account$/);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const other = await context.newPage();
  const streams = openStreams(other);
  await other.goto(path);
  await expect.poll(() => personalCaches(page)).toHaveLength(1);
  return { first: page, other, streams, say };
}

let count = 0;

/** Somebody who has bought nothing yet. */
async function register(): Promise<{ token: string; email: string }> {
  const email = `two-tabs-${process.pid}-${Date.now()}-${++count}@example.com`;
  const reply = await fetch(`${process.env.E2E_URL}/api/v1/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Olena', email, password, device_name: 'journey', check_terms: true }),
  });
  return { token: ((await reply.json()) as { token: string }).token, email };
}

/** One tab stores somebody else's token, as signing in does; the other loads its page again. */
async function changeToken(tab: Page, token: string, other: Page): Promise<void> {
  const loaded = other.waitForEvent('load');
  await tab.evaluate((stored) => localStorage.setItem('token', stored), token);
  await loaded;
}

test('signing out in one tab takes the other to the first page, with nothing of the person left', async ({
  browser,
}) => {
  const person = await newPerson(browser, phone);
  const { first, other, streams, say } = await twoTabs(person, '/offers');
  await expect(other.getByRole('article').first()).toBeVisible();
  await expect.poll(() => streams.size).toBe(1);
  await first.getByRole('button', { name: say('account:logOut') }).click();
  await expect(first).toHaveURL(/\/$/);
  await expect(other).toHaveURL(/\/$/);
  await expect(other.getByRole('article')).toHaveCount(0);
  await expect.poll(() => streams.size).toBe(0);
  expect(await personalCaches(other)).toEqual([]);
  expect(await other.evaluate(() => [localStorage.length, sessionStorage.getItem('position')])).toEqual([
    0,
    null,
  ]);
});

test('another person who signs in in one tab is who the other shows', async ({ browser }) => {
  const person = await newPerson(browser, phone);
  const { first, other, say } = await twoTabs(person, '/offers/history');
  await expect(other.getByRole('article').first()).toBeVisible();

  const newcomer = await register();
  await changeToken(first, newcomer.token, other);
  await expect(other).toHaveURL(/\/offers\/history$/);
  await expect(other.getByRole('heading', { name: say('orders:none.title') })).toBeVisible();
  await expect(other.getByRole('article')).toHaveCount(0);
  await other.goto('/account');
  await expect(other.getByText(newcomer.email).first()).toBeVisible();

  await other.getByRole('button', { name: say('account:logOut') }).click();
  await expect(first).toHaveURL(/\/$/);
  await first.waitForLoadState();
  const loaded = first.waitForEvent('load');
  await signIn({ ...person, page: other }, 'buyer@wopack.example', password);
  await expect(other).toHaveURL(/\/account$/);
  await loaded;
  // The page that was loaded again is left while it asks whether its token holds: nobody is signed out by that.
  await first.goto('/account');
  await expect(first.getByText('buyer@wopack.example').first()).toBeVisible();
  await expect(other).toHaveURL(/\/account$/);
});

test('who may not see the page on which the other tab changed the person is at the first page', async ({
  browser,
}) => {
  const person = await newPerson(browser, phone);
  await signIn(person, 'seller@wopack.example', password);
  await expect(person.page).toHaveURL(/\/account$/);
  const other = await person.context.newPage();
  await other.goto('/seller/orders');
  await expect(other.getByRole('main').getByRole('heading').first()).toBeVisible();
  await changeToken(person.page, await signInToDemo('buyer'), other);
  await expect(other).toHaveURL(/\/$/);
});

test('a token that was ended elsewhere ends the session in every tab', async ({ browser }) => {
  const person = await newPerson(browser, phone);
  const { first, other } = await twoTabs(person, '/offers/history');
  await expect(other.getByRole('article').first()).toBeVisible();
  const authorization = `Bearer ${await first.evaluate(() => localStorage.getItem('token'))}`;
  await first.request.post('/api/v1/logout', { headers: { authorization } });
  await first.getByRole('link', { name: person.say('common:nav.offers') }).click();
  await expect(first).toHaveURL(/\/$/);
  await expect(other).toHaveURL(/\/$/);
  await expect.poll(() => personalCaches(other)).toEqual([]);
});

test('an answer for the former person that comes late neither shows nor ends the new session', async ({
  browser,
}) => {
  const person = await newPerson(browser, phone);
  const { page, context } = person;
  await signIn(person, 'buyer@wopack.example', password);
  await expect(page).toHaveURL(/\/account$/);
  const other = await context.newPage();
  const former = await page.evaluate(() => localStorage.getItem('token'));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: waiting, resolve: asked } = Promise.withResolvers<void>();
  await context.route(/\/api\/v1\/(me|orders)(\?|$)/, async (route) => {
    const mine = (await route.request().headerValue('authorization')) === `Bearer ${former}`;
    if (!mine) return route.continue();
    asked();
    await released;
    await route.fulfill({ status: 401, json: { code: 2, message: '' } }).catch(() => undefined);
  });
  await other.goto('/offers/history');
  await waiting;
  const { token, email } = await register();
  await changeToken(page, token, other);
  release();
  await expect(other.getByRole('heading', { name: person.say('orders:none.title') })).toBeVisible();
  await expect(other.getByRole('article')).toHaveCount(0);
  await other.goto('/account');
  await expect(other.getByText(email).first()).toBeVisible();
  expect(await other.evaluate(() => localStorage.getItem('token'))).toBe(token);
});
