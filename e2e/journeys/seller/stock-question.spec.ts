import { type BrowserContext, expect, type Worker } from '@playwright/test';
import { createSellerWithProduct, registerAccount } from '../../support/api.ts';
import { getOverflow } from '../../support/screen-checks.ts';
import { queryDatabase, verifyEmail } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import { offlinePhone, openAccount, phone } from '../../support/user.ts';

/** The job that asks runs each minute. */
const ASKING_MS = 90_000;

/** Today's pickup begins in two hours, the forecast says 5, and it is time to ask. */
async function makeAskingDue(productId: number): Promise<void> {
  // Those of a new server would replace the one below.
  await expect
    .poll(
      async () =>
        (
          await queryDatabase(
            "SELECT id FROM pgboss.job WHERE name = 'forecasts.compute' AND state < 'completed' LIMIT 1",
          )
        ).length,
      { timeout: ASKING_MS },
    )
    .toBe(0);
  await queryDatabase(
    `UPDATE pickup_slots SET starts_at = now() + interval '2 hours', ends_at = now() + interval '3 hours'
     WHERE product_id = $1 AND date = (now() AT TIME ZONE 'Europe/Lisbon')::date`,
    [productId],
  );
  await queryDatabase(
    `INSERT INTO forecasts (product_id, date, left_over, left_over_low, left_over_high, bought, bought_low, bought_high,
       like_days, sold_out_early_days, waited)
     VALUES ($1, (now() AT TIME ZONE 'Europe/Lisbon')::date, 5, 4, 6, 6, 4, 8, 8, 3, 4)`,
    [productId],
  );
  await queryDatabase(
    `INSERT INTO stock_question_settings (product_id, asks_at, next_at)
     VALUES ($1, '00:00', now() - interval '1 second')`,
    [productId],
  );
}

interface Push {
  title: string;
  body: string;
  question: { choices: { quantity: number; title: string }[] };
}

/** What the server sends to the browser with this subscription. */
async function waitForPush(userEmail: string): Promise<Push> {
  let push: Push | undefined;
  await expect
    .poll(
      async () => {
        const [row] = await queryDatabase<{ message: Push }>(
          `SELECT data -> 'message' AS message FROM pgboss.job
           WHERE name = 'notifications.send-push' AND (data ->> 'subscriptionId')::int IN (
             SELECT push_subscriptions.id FROM push_subscriptions JOIN users ON users.id = user_id WHERE email = $1)
           LIMIT 1`,
          [userEmail],
        );
        push = row?.message;
        return push !== undefined;
      },
      { timeout: ASKING_MS },
    )
    .toBe(true);
  return push!;
}

const getWorker = async (context: BrowserContext): Promise<Worker> =>
  context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));

test('a baker raises 3 to 5 from a notification, and whoever has an alert hears of it', async ({
  browser,
}) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Cesto ${stamp}`;
  const baker = await createSellerWithProduct(
    { salePlaceName: `Padaria ${stamp}`, name, quantity: 3 },
    { days: 'every day' },
  );
  const follower = await registerAccount({ name: 'Marta Salgado' });
  await verifyEmail(follower.email);
  // Without quiet hours, whatever the time of day.
  await follower.client('updateNotificationSettings', {
    body: { channel: 'mail', reminder_minutes: 60, quiet_from: '00:00', quiet_to: '00:00' },
  });
  await follower.client('toggleFavourite', {
    params: { id: baker.productId },
    body: { is_favourite: true },
  });
  const { page, context, t } = await openAccount(browser, offlinePhone, baker);
  await page.goto('/seller');
  const worker = await getWorker(context);
  const endpoint = `https://fcm.googleapis.com/fcm/send/${stamp}`;
  const keys = await page.evaluate(async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const encode = (bytes: ArrayBuffer | Uint8Array) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
    return {
      p256dh: encode(await crypto.subtle.exportKey('raw', pair.publicKey)),
      auth: encode(crypto.getRandomValues(new Uint8Array(16))),
    };
  });
  await baker.client('savePushSubscription', { body: { endpoint, keys } });
  await makeAskingDue(baker.productId);
  const push = await waitForPush(baker.email);
  expect(push.question.choices.map(({ quantity }) => quantity)).toEqual([3, 5]);

  // A browser without a push service: what it would deliver, and what it shows.
  await worker.evaluate((address) => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const shown: { title: string; options: NotificationOptions }[] = [];
    Object.assign(self, { shown });
    registration.showNotification = async (title, options = {}) => void shown.push({ title, options });
    registration.pushManager.getSubscription = async () =>
      ({ endpoint: address }) as unknown as PushSubscription;
  }, endpoint);
  const press = (action: string) =>
    worker.evaluate(
      async ([message, pressed]) => {
        const { shown } = self as unknown as { shown: { title: string; options: object }[] };
        const works: Promise<unknown>[] = [];
        const dispatch = (type: string, parts: object) =>
          self.dispatchEvent(
            Object.assign(new Event(type), {
              ...parts,
              waitUntil: (work: Promise<unknown>) => works.push(work),
            }),
          );
        dispatch('push', { data: { json: () => JSON.parse(message!) } });
        await Promise.all(works);
        const { title, options } = shown.at(-1)!;
        dispatch('notificationclick', {
          action: pressed,
          notification: { ...options, title, close: () => {} },
        });
        await Promise.all(works);
        return shown.map((notification) => ({
          title: notification.title,
          ...(notification.options as { body: string; actions?: { title: string }[] }),
        }));
      },
      [JSON.stringify(push), action],
    );
  const [question, confirmation] = await press('5');
  expect(question!.actions!.map(({ title }) => title)).toEqual(
    push.question.choices.map(({ title }) => title),
  );
  expect(confirmation!.title).toContain('5');
  expect(confirmation!.title).toContain(name);

  // Pressed again with the other button: what was published stands.
  const refusal = (await press('3')).at(-1)!;
  expect(refusal.body).toContain('5');
  await page.goto('/seller/questions');
  await expect(page.getByText(/^\D*\d\d:\d\d.*5\.$/)).toBeVisible();
  expect(await getOverflow(page)).toBe(0);
  const { data: offer } = await follower.client('getOffer', { params: { id: baker.productId } });
  expect(offer.quantity).toBe(5);
  await expect
    .poll(async () => (await fetch(`${process.env.E2E_URL}/dev/outbox`)).text(), { timeout: ASKING_MS })
    .toContain(`More today: ${name}`);
  expect(t('forecast:question.title')).not.toBe('');
});

test('without buttons the notification opens the page, where − and + choose and one press publishes', async ({
  browser,
}) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Bolos ${stamp}`;
  const baker = await createSellerWithProduct(
    { salePlaceName: `Pastelaria ${stamp}`, name, quantity: 3 },
    { days: 'every day' },
  );
  await makeAskingDue(baker.productId);
  const { page, t } = await openAccount(browser, phone, baker);
  await expect
    .poll(async () => (await baker.client('listStockQuestions', { query: {} })).data.length, {
      timeout: ASKING_MS,
    })
    .toBe(1);
  await page.goto('/seller');
  await page.getByRole('link', { name: t('forecast:question.answer') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('forecast:question.title') })).toBeVisible();
  await page.getByRole('button', { name: t('forecast:question.fewer') }).click();
  await page.getByRole('button', { name: t('forecast:question.publish', { count: 4 }) }).click();
  await expect(page.getByRole('status').filter({ hasText: name })).toContainText('4');
  expect(await getOverflow(page)).toBe(0);
  expect((await baker.client('getOffer', { params: { id: baker.productId } })).data.quantity).toBe(4);
});
