import { expect, type Page } from '@playwright/test';
import { test } from '../../support/test.ts';
import { type JourneyUser, offlinePhone, openUser, signIn, signInAsDemoUser } from '../../support/user.ts';

const PASSWORD = 'sobras1';

const listPersonalCaches = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('wopack-person-')));

/** Open stream requests of the tab. */
function trackOpenStreams(page: Page) {
  const openUrls = new Set<string>();
  const isStream = (url: string) => /\/live(\?|$)/.test(url);
  page.on('request', (request) => isStream(request.url()) && openUrls.add(request.url()));
  for (const eventName of ['requestfinished', 'requestfailed'] as const)
    page.on(eventName as 'requestfinished', (request) => void openUrls.delete(request.url()));
  return openUrls;
}

/** The demo's buyer in two tabs of one browser: the account page in the first, `path` in the second. */
async function openTwoTabs(user: JourneyUser, path: string) {
  const { page, context, t } = user;
  await signIn(user, 'buyer@wopack.example', PASSWORD);
  await expect(page).toHaveURL(/\/account$/);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const otherTab = await context.newPage();
  const streams = trackOpenStreams(otherTab);
  await otherTab.goto(path);
  await expect.poll(() => listPersonalCaches(page)).toHaveLength(1);
  return { firstTab: page, otherTab, streams, t };
}

let registrationCount = 0;

/** A user without orders. */
async function registerUser(): Promise<{ token: string; email: string }> {
  const email = `two-tabs-${process.pid}-${Date.now()}-${++registrationCount}@example.com`;
  const reply = await fetch(`${process.env.E2E_URL}/api/v1/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Olena',
      email,
      password: PASSWORD,
      device_name: 'journey',
      check_terms: true,
    }),
  });
  return { token: ((await reply.json()) as { token: string }).token, email };
}

/** One tab stores another user's token, as signing in does; the other reloads its page. */
async function changeToken(sourceTab: Page, token: string, otherTab: Page): Promise<void> {
  const pageLoaded = otherTab.waitForEvent('load');
  await sourceTab.evaluate((newToken) => localStorage.setItem('token', newToken), token);
  await pageLoaded;
}

test('signing out in one tab opens the landing page in the other, with no data of the user left', async ({
  browser,
}) => {
  const user = await openUser(browser, offlinePhone);
  const { firstTab, otherTab, streams, t } = await openTwoTabs(user, '/offers');
  await expect(otherTab.getByRole('article').first()).toBeVisible();
  await expect.poll(() => streams.size).toBe(1);
  await firstTab.getByRole('button', { name: t('account:logOut') }).click();
  await expect(firstTab).toHaveURL(/\/$/);
  await expect(otherTab).toHaveURL(/\/$/);
  await expect(otherTab.getByRole('link', { name: t('landing:more') }).first()).toBeVisible();
  await expect.poll(() => streams.size).toBe(0);
  await expect.poll(() => listPersonalCaches(otherTab)).toEqual([]);
  expect(
    await otherTab.evaluate(() => [Object.keys(localStorage), sessionStorage.getItem('position')]),
  ).toEqual([[], null]);
});

test('another user who signs in in one tab is shown in the other', async ({ browser }) => {
  const user = await openUser(browser, offlinePhone);
  const { firstTab, otherTab, t } = await openTwoTabs(user, '/offers/history');
  await expect(otherTab.getByRole('article').first()).toBeVisible();

  const newUser = await registerUser();
  await changeToken(firstTab, newUser.token, otherTab);
  await expect(otherTab).toHaveURL(/\/offers\/history$/);
  await expect(otherTab.getByRole('heading', { name: t('orders:none.title') })).toBeVisible();
  await expect(otherTab.getByRole('article')).toHaveCount(0);
  await otherTab.goto('/account');
  await expect(otherTab.getByText(newUser.email).first()).toBeVisible();

  await otherTab.getByRole('button', { name: t('account:logOut') }).click();
  await expect(firstTab).toHaveURL(/\/$/);
  await firstTab.waitForLoadState();
  const pageLoaded = firstTab.waitForEvent('load');
  await signIn({ ...user, page: otherTab }, 'buyer@wopack.example', PASSWORD);
  await expect(otherTab).toHaveURL(/\/account$/);
  await pageLoaded;
  // Leaving the reloaded page while its session check is pending signs nobody out.
  await firstTab.goto('/account');
  await expect(firstTab.getByText('buyer@wopack.example').first()).toBeVisible();
  await expect(otherTab).toHaveURL(/\/account$/);
});

test('a user who may not see the page open in the other tab gets the landing page', async ({ browser }) => {
  const user = await openUser(browser, offlinePhone);
  await signIn(user, 'seller@wopack.example', PASSWORD);
  await expect(user.page).toHaveURL(/\/account$/);
  const otherTab = await user.context.newPage();
  await otherTab.goto('/seller/orders');
  await expect(otherTab.getByRole('main').getByRole('heading').first()).toBeVisible();
  await changeToken(user.page, await signInAsDemoUser('buyer'), otherTab);
  await expect(otherTab).toHaveURL(/\/$/);
});

test('a token ended elsewhere ends the session in every tab', async ({ browser }) => {
  const user = await openUser(browser, offlinePhone);
  const { firstTab, otherTab } = await openTwoTabs(user, '/offers/history');
  await expect(otherTab.getByRole('article').first()).toBeVisible();
  const authorization = `Bearer ${await firstTab.evaluate(() => localStorage.getItem('token'))}`;
  await firstTab.request.post('/api/v1/logout', { headers: { authorization } });
  // Any request ends the session: that of the next page, or one in the background before it.
  const offersLink = firstTab.getByRole('link', { name: user.t('common:nav.offers'), exact: true });
  await expect(async () => {
    if (await offersLink.isVisible()) await offersLink.click({ timeout: 1_000 });
    await expect(firstTab).toHaveURL(/\/$/, { timeout: 2_000 });
  }).toPass();
  await expect(otherTab).toHaveURL(/\/$/);
  await expect.poll(() => listPersonalCaches(otherTab)).toEqual([]);
});

test('whoever is signed out by another device reads so', async ({ browser }) => {
  const { page, t } = await openUser(browser, offlinePhone);
  const { token } = await registerUser();
  // Not a page of the app: that would navigate by itself as soon as it sees the token.
  await page.goto('/robots.txt');
  await page.evaluate((newToken) => localStorage.setItem('token', newToken), token);
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Olena' })).toBeVisible();
  await page.request.post('/api/v1/logout', { headers: { authorization: `Bearer ${token}` } });
  await page.goto('/account/notifications');
  await expect(page.getByText(t('errors:sessionEnded'))).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('a late response for the former user is neither shown nor ends the new session', async ({ browser }) => {
  const user = await openUser(browser, offlinePhone);
  const { page, context } = user;
  await signIn(user, 'buyer@wopack.example', PASSWORD);
  await expect(page).toHaveURL(/\/account$/);
  const otherTab = await context.newPage();
  const previousToken = await page.evaluate(() => localStorage.getItem('token'));
  const { promise: responseReleased, resolve: releaseResponse } = Promise.withResolvers<void>();
  const { promise: requestPending, resolve: markPending } = Promise.withResolvers<void>();
  await context.route(/\/api\/v1\/(me|orders)(\?|$)/, async (route) => {
    const isPreviousUser = (await route.request().headerValue('authorization')) === `Bearer ${previousToken}`;
    if (!isPreviousUser) return route.continue();
    markPending();
    await responseReleased;
    await route.fulfill({ status: 401, json: { code: 2, message: '' } }).catch(() => undefined);
  });
  await otherTab.goto('/offers/history');
  await requestPending;
  const { token, email } = await registerUser();
  await changeToken(page, token, otherTab);
  releaseResponse();
  await expect(otherTab.getByRole('heading', { name: user.t('orders:none.title') })).toBeVisible();
  await expect(otherTab.getByRole('article')).toHaveCount(0);
  await otherTab.goto('/account');
  await expect(otherTab.getByText(email).first()).toBeVisible();
  expect(await otherTab.evaluate(() => localStorage.getItem('token'))).toBe(token);
});
