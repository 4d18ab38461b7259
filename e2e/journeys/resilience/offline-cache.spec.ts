import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { test } from '../../support/test.ts';
import { type JourneyUser, offlinePhone, openUser, signIn } from '../../support/user.ts';

async function signInAndWaitForWorker(user: JourneyUser): Promise<void> {
  await signIn(user, 'buyer@wopack.example', 'sobras1');
  await expect(user.page).toHaveURL(/\/account$/);
  await user.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Makes the app's request; returns the first offer's distance, or null without any. */
const fetchFirstDistance = ({ page }: JourneyUser, queryString: string) =>
  page.evaluate(async (search) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}`, 'accept-language': 'ru' };
    const response = await fetch(`/api/v1/products?${search}`, { headers }).catch(() => null);
    return response?.ok ? ((await response.json()).data[0]?.distance as number) : null;
  }, queryString);

const listCachedPaths = ({ page }: JourneyUser) =>
  page.evaluate(async () => {
    const cacheNames = (await caches.keys()).filter((name) => name.startsWith('wopack-person-'));
    const cachedRequests = await Promise.all(
      cacheNames.map(async (name) => (await caches.open(name)).keys()),
    );
    return cachedRequests.flat().map(({ url }) => new URL(url).pathname);
  });

test('a cached response answers only its own request; lists do not evict tickets', async ({ browser }) => {
  const buyer = await openUser(browser, offlinePhone);
  const { page, context } = buyer;
  await signInAndWaitForWorker(buyer);
  const hereQuery = 'latitude=38.7123&longitude=-9.1416&sort=me';
  const nearDistance = await fetchFirstDistance(buyer, hereQuery);
  const farDistance = await fetchFirstDistance(buyer, 'latitude=41.15&longitude=-8.61&sort=me');
  expect(farDistance).not.toBe(nearDistance);
  await context.setOffline(true);
  await expect.poll(() => fetchFirstDistance(buyer, hereQuery)).toBe(nearDistance);
  expect(await fetchFirstDistance(buyer, 'latitude=41.15&longitude=-8.61&sort=me')).toBe(farDistance);
  expect(await fetchFirstDistance(buyer, hereQuery.replace('sort=me', 'sort=center'))).toBeNull();
  expect(await fetchFirstDistance(buyer, hereQuery.replace('38.7123', '38.7'))).toBeNull();

  await context.setOffline(false);
  await page.goto('/offers/history');
  await expect.poll(() => listCachedPaths(buyer)).toContain('/api/v1/orders');
  for (let limit = 1; limit <= 45; limit++) await fetchFirstDistance(buyer, `${hereQuery}&limit=${limit}`);
  const countCachedLists = async () =>
    (await listCachedPaths(buyer)).filter((path) => path === '/api/v1/products').length;
  await expect.poll(countCachedLists).toBeLessThanOrEqual(30);
  expect(await listCachedPaths(buyer)).toContain('/api/v1/orders');

  // The same request has another response for another city.
  await fetchFirstDistance(buyer, 'sort=center');
  await page.evaluate(async () => {
    const token = localStorage.getItem('token');
    await fetch('/api/v1/user/city', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ city: 'Lisboa', latitude: 38.7223, longitude: -9.1393 }),
    });
  });
  await expect.poll(countCachedLists).toBe(0);
});

/** In front of the server: responses of one path wait until released, and then have another content. */
async function createDelayingProxy(path: string) {
  let delay = Promise.resolve();
  let release = () => {};
  let transformBody = (body: string) => body;
  const forward = async (clientRequest: IncomingMessage, clientResponse: ServerResponse) => {
    const { hostname, port } = new URL(process.env.E2E_URL!);
    const { method, headers, url = '/' } = clientRequest;
    const isDelayed = url.split('?')[0] === path;
    if (isDelayed) headers['accept-encoding'] = 'identity';
    const upstream = await new Promise<IncomingMessage>((resolve, reject) => {
      clientRequest.pipe(
        request({ hostname, port, method, headers, path: url }, resolve).on('error', reject),
      );
    });
    if (!isDelayed) {
      clientResponse.writeHead(upstream.statusCode!, upstream.headers);
      upstream.pipe(clientResponse);
      return;
    }
    const body = (await buffer(upstream)).toString();
    await delay;
    delete upstream.headers['content-length'];
    clientResponse.writeHead(upstream.statusCode!, upstream.headers).end(transformBody(body));
  };
  const server = createServer(
    (clientRequest, clientResponse) =>
      void forward(clientRequest, clientResponse).catch(() => clientResponse.destroy()),
  ).listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      delay = promise;
      release = resolve;
    },
    releaseWith(transform: typeof transformBody) {
      transformBody = transform;
      release();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Opens the history online, then with a slow server, and reloads it from the cache. */
async function openCachedHistory(
  buyer: JourneyUser,
  delayingProxy: Awaited<ReturnType<typeof createDelayingProxy>>,
): Promise<string> {
  const { page } = buyer;
  await signInAndWaitForWorker(buyer);
  await page.goto('/offers/history');
  const name = (await page.getByRole('article').first().getByRole('link').first().textContent())!;
  await expect.poll(() => listCachedPaths(buyer)).toContain('/api/v1/orders');
  delayingProxy.hold();
  await page.reload();
  return name;
}

const RENAMED_PRODUCT = 'Cesto da noite';

test('the server’s response that comes right after the cached one replaces it', async ({ browser }) => {
  const delayingProxy = await createDelayingProxy('/api/v1/orders');
  const buyer = await openUser(browser, offlinePhone, delayingProxy.url);
  const { page, t } = buyer;
  const bannerText = t('errors:offlineKept');
  try {
    // Before the page's own refetch a second later.
    await page.exposeFunction('onBanner', () =>
      delayingProxy.releaseWith((body) =>
        body.replace(/("product":\{[^}]*"(?:local_)?name":)(?:"[^"]*"|null)/g, `$1"${RENAMED_PRODUCT}"`),
      ),
    );
    await page.addInitScript((banner) => {
      const observer = new MutationObserver(() => {
        if (!document.body?.textContent?.includes(banner)) return;
        observer.disconnect();
        Reflect.get(window, 'onBanner')();
      });
      observer.observe(document, { childList: true, subtree: true });
    }, bannerText);
    await openCachedHistory(buyer, delayingProxy);
    await expect(page.getByRole('link', { name: RENAMED_PRODUCT, exact: true }).first()).toBeVisible();
    await expect(page.getByText(bannerText)).toHaveCount(0);
  } finally {
    delayingProxy.close();
  }
});

test('the notice of cached data stays while it is shown', async ({ browser }) => {
  const delayingProxy = await createDelayingProxy('/api/v1/orders');
  const buyer = await openUser(browser, offlinePhone, delayingProxy.url);
  const { page, t } = buyer;
  const banner = page.getByText(t('errors:offlineKept'));
  try {
    const name = await openCachedHistory(buyer, delayingProxy);
    await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
    await expect(banner).toBeVisible();
    // Nothing on the next page is cached.
    await page.getByRole('link', { name: t('common:nav.account') }).click();
    await expect(page.getByText('buyer@wopack.example').first()).toBeVisible();
    await expect(banner).toHaveCount(0);
    await page.goBack();
    await expect(banner).toBeVisible();
    delayingProxy.releaseWith((body) => body);
    await expect(banner).toHaveCount(0);
  } finally {
    delayingProxy.close();
  }
});
