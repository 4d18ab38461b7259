import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { newPerson, type Person, phone, signIn } from '../support/person.ts';
import { test } from '../support/test.ts';

async function enter(person: Person): Promise<void> {
  await signIn(person, 'buyer@wopack.example', 'sobras1');
  await expect(person.page).toHaveURL(/\/account$/);
  await person.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Asks as the app does; the first pack of the answer, or null without any. */
const ask = ({ page }: Person, query: string) =>
  page.evaluate(async (asked) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}`, 'accept-language': 'ru' };
    const answer = await fetch(`/api/v1/products?${asked}`, { headers }).catch(() => null);
    return answer?.ok ? ((await answer.json()).data[0]?.distance as number) : null;
  }, query);

const keptPaths = ({ page }: Person) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('wopack-person-'));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname);
  });

test('a copy answers the question it was kept for, no other; a ticket outlives any number of lists', async ({
  browser,
}) => {
  const buyer = await newPerson(browser, phone);
  const { page, context } = buyer;
  await enter(buyer);
  const here = 'latitude=38.7123&longitude=-9.1416&sort=me';
  const near = await ask(buyer, here);
  const far = await ask(buyer, 'latitude=41.15&longitude=-8.61&sort=me');
  expect(far).not.toBe(near);
  await context.setOffline(true);
  await expect.poll(() => ask(buyer, here)).toBe(near);
  expect(await ask(buyer, 'latitude=41.15&longitude=-8.61&sort=me')).toBe(far);
  expect(await ask(buyer, here.replace('sort=me', 'sort=center'))).toBeNull();
  expect(await ask(buyer, here.replace('38.7123', '38.7'))).toBeNull();

  await context.setOffline(false);
  await page.goto('/offers/history');
  await expect.poll(() => keptPaths(buyer)).toContain('/api/v1/orders');
  for (let limit = 1; limit <= 45; limit++) await ask(buyer, `${here}&limit=${limit}`);
  const lists = async () => (await keptPaths(buyer)).filter((path) => path === '/api/v1/products').length;
  await expect.poll(lists).toBeLessThanOrEqual(30);
  expect(await keptPaths(buyer)).toContain('/api/v1/orders');

  // The same question has another answer for another city.
  await ask(buyer, 'sort=center');
  await page.evaluate(async () => {
    const token = localStorage.getItem('token');
    await fetch('/api/v1/user/city', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ city: 'Lisboa', latitude: 38.7223, longitude: -9.1393 }),
    });
  });
  await expect.poll(lists).toBe(0);
});

/** In front of the server: answers of one path wait until they are let through, and then say something else. */
async function slowPath(path: string) {
  let held = Promise.resolve();
  let release = () => {};
  let change = (body: string) => body;
  const forward = async (from: IncomingMessage, to: ServerResponse) => {
    const { hostname, port } = new URL(process.env.E2E_URL!);
    const { method, headers, url = '/' } = from;
    const slow = url.split('?')[0] === path;
    if (slow) headers['accept-encoding'] = 'identity';
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      from.pipe(request({ hostname, port, method, headers, path: url }, resolve).on('error', reject));
    });
    if (!slow) {
      to.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(to);
      return;
    }
    const body = (await buffer(answer)).toString();
    await held;
    delete answer.headers['content-length'];
    to.writeHead(answer.statusCode!, answer.headers).end(change(body));
  };
  const server = createServer((from, to) => void forward(from, to).catch(() => to.destroy())).listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      release = resolve;
    },
    letThrough(changed: typeof change) {
      change = changed;
      release();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The history with a connection, then a slow server, and the page loaded again: its copy. */
async function openHistoryCopy(buyer: Person, slow: Awaited<ReturnType<typeof slowPath>>): Promise<string> {
  const { page } = buyer;
  await enter(buyer);
  await page.goto('/offers/history');
  const name = (await page.getByRole('article').first().getByRole('link').first().textContent())!;
  await expect.poll(() => keptPaths(buyer)).toContain('/api/v1/orders');
  slow.hold();
  await page.reload();
  return name;
}

const renamed = 'Cesto da noite';

test('the server’s answer that comes right after the copy takes its place', async ({ browser }) => {
  const slow = await slowPath('/api/v1/orders');
  const buyer = await newPerson(browser, phone, slow.url);
  const { page, say } = buyer;
  const text = say('errors:offlineKept');
  try {
    // Before the page itself asks again, a second later.
    await page.exposeFunction('onBanner', () =>
      slow.letThrough((body) => body.replace(/("product":\{[^}]*"name":)"[^"]*"/g, `$1"${renamed}"`)),
    );
    await page.addInitScript((banner) => {
      const watch = new MutationObserver(() => {
        if (!document.body?.textContent?.includes(banner)) return;
        watch.disconnect();
        Reflect.get(window, 'onBanner')();
      });
      watch.observe(document, { childList: true, subtree: true });
    }, text);
    await openHistoryCopy(buyer, slow);
    await expect(page.getByRole('link', { name: renamed, exact: true }).first()).toBeVisible();
    await expect(page.getByText(text)).toHaveCount(0);
  } finally {
    slow.close();
  }
});

test('a copy says that it is one as long as it is seen', async ({ browser }) => {
  const slow = await slowPath('/api/v1/orders');
  const buyer = await newPerson(browser, phone, slow.url);
  const { page, say } = buyer;
  const banner = page.getByText(say('errors:offlineKept'));
  try {
    const name = await openHistoryCopy(buyer, slow);
    await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
    await expect(banner).toBeVisible();
    // Nothing on the next page is a copy.
    await page.getByRole('link', { name: say('common:nav.account') }).click();
    await expect(page.getByText('buyer@wopack.example').first()).toBeVisible();
    await expect(banner).toHaveCount(0);
    await page.goBack();
    await expect(banner).toBeVisible();
    slow.letThrough((body) => body);
    await expect(banner).toHaveCount(0);
  } finally {
    slow.close();
  }
});
