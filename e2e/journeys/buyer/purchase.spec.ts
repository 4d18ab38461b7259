import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { StripeServer } from '../../../apps/api/test/payment-providers/stripe-server.ts';
import { createSellerWithProduct } from '../../support/api.ts';
import { getOverflow } from '../../support/screen-checks.ts';
import { enterPin, publishProduct } from '../../support/seller.ts';
import { expireHolds, findFreePort, Server } from '../../support/server.ts';
import { installStripeJsStub } from '../../support/stripe-js-stub.ts';
import { sampleCases, test } from '../../support/test.ts';
import {
  confirmEmail,
  DECLINED_CARD,
  desktop,
  GOOD_CARD,
  getPayButton,
  openNewUser,
  openProduct,
  openProductByName,
  openUser,
  payByCard,
  phone,
  readPin,
  signUp,
  tablet,
} from '../../support/user.ts';

/** Of the seller and of the buyer. */
const devicePairs = [
  [desktop, phone],
  [phone, tablet],
  [tablet, desktop],
] as const;

for (const [sellerDevice, buyerDevice] of sampleCases(devicePairs)) {
  test(`a product is published at ${sellerDevice.width} px in ${sellerDevice.language}, found and bought at ${buyerDevice.width} px in ${buyerDevice.language}, and handed out`, async ({
    browser,
  }) => {
    const stamp = `${sellerDevice.language}${Date.now().toString(36)}`;
    const product = { salePlaceName: `Padaria ${stamp}`, name: `Cesto ${stamp}`, quantity: 2 };
    const seller = await openUser(browser, sellerDevice);
    await signUp(seller, 'Rui Fontes', { seller: true });
    await publishProduct(seller, product);

    const buyer = await openUser(browser, buyerDevice);
    await signUp(buyer, 'Marta Salgado');
    await openProductByName(buyer, product.name);
    await payByCard(buyer, DECLINED_CARD);
    await expect(buyer.page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
    await expect(buyer.page.getByLabel(buyer.t('payment:number'))).toHaveValue('4000 0000 0000 0002');
    await payByCard(buyer, GOOD_CARD);
    await expect(
      buyer.page.getByRole('heading', { level: 1, name: buyer.t('orders:success.title') }),
    ).toBeVisible();
    const pin = await readPin(buyer);

    await seller.page.goto('/seller');
    await enterPin(seller, pin === '0000' ? '1111' : '0000');
    await expect(seller.page.getByLabel(seller.t('hand-out:pin.label'))).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await enterPin(seller, pin);
    await expect(seller.page.getByText(seller.t('hand-out:pin.right'))).toBeVisible();
    expect(await getOverflow(seller.page)).toBe(0);
    await expect(seller.page.getByText(/Marta S\./).first()).toBeVisible();
    await seller.page.getByRole('button', { name: seller.t('hand-out:pin.handOut') }).click();

    await buyer.page.goto('/offers/history');
    await expect(buyer.page.getByText(buyer.t('orders:state.collected'))).toBeVisible();
    await expect(buyer.page.getByRole('link', { name: product.name })).toBeVisible();
  });
}

/** At every width, also scrolled, the bar ends before the page begins. */
async function expectNothingCovered(page: Page, bar: Locator): Promise<void> {
  const viewport = page.viewportSize()!;
  for (const width of [390, 1440, 195]) {
    await page.setViewportSize({ width, height: 500 });
    await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
    await expect
      .poll(async () => {
        const [above, below] = await Promise.all([bar.boundingBox(), page.getByRole('main').boundingBox()]);
        return below!.y - above!.y - above!.height;
      }, `${page.url()}, ${width} px`)
      .toBeGreaterThanOrEqual(0);
  }
  await page.setViewportSize(viewport);
}

test('a hold is shown to its holder and expires, and the unit is on sale again', async ({ browser }) => {
  const stamp = Date.now().toString(36);
  const name = `Saco ${stamp}`;
  const product = { salePlaceName: `Tasca ${stamp}`, name, quantity: 1 };
  await createSellerWithProduct(product, { days: 'every day' });

  // The bank asks for confirmation; the buyer leaves without an answer.
  const holder = await openNewUser(browser, phone, 'Olena K');
  await openProduct(holder, name);
  await payByCard(holder, '4000002500003155');
  await expect(holder.page.getByRole('heading', { name: holder.t('payment:bank.title') })).toBeVisible();
  await holder.page.reload();
  await expect(
    holder.page.getByText(new RegExp(holder.t('payment:hold.until', { until: '' }).trim())).first(),
  ).toBeVisible();

  const holdBar = holder.page.getByRole('complementary', { name: holder.t('payment:hold.mine') });
  for (const path of ['/favorite', '/offers/1', '/account', '/policy/terms-conditions']) {
    await holder.page.goto(path);
    await expect(holdBar.getByText(name)).toBeVisible();
    await expect(holdBar.getByRole('link', { name: holder.t('payment:hold.goOn') })).toBeVisible();
    await expectNothingCovered(holder.page, holdBar);
  }

  const otherBuyer = await openNewUser(browser, desktop, 'João Vaz');
  await openProduct(otherBuyer, name);
  await expect(otherBuyer.page.getByText(otherBuyer.t('offers:soldOut')).first()).toBeVisible();

  await expireHolds(holder.email);
  await expect(async () => {
    await otherBuyer.page.reload();
    await expect(getPayButton(otherBuyer)).toBeEnabled({ timeout: 5000 });
  }).toPass();
  await payByCard(otherBuyer, GOOD_CARD);
  await expect(otherBuyer.page).toHaveURL(/\/success$/);
});

test('two buyers and one unit: one gets it, the other sees it is sold out and pays nothing', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const name = `Último ${stamp}`;
  const product = { salePlaceName: `Forno ${stamp}`, name, quantity: 1 };
  await createSellerWithProduct(product, { days: 'every day' });

  const buyers = [
    await openNewUser(browser, desktop, 'Ana Costa'),
    await openNewUser(browser, phone, 'Ana Costa'),
  ];
  for (const buyer of buyers) {
    // Without live updates both press Pay, so the server decides the race.
    await buyer.context.route('**/api/v1/live**', (route) => route.abort());
    await openProduct(buyer, name);
  }
  await Promise.all(buyers.map((buyer) => payByCard(buyer, GOOD_CARD)));
  const countWinners = async () => {
    const urls = buyers.map(({ page }) => page.url());
    return urls.filter((url) => url.endsWith('/success')).length;
  };
  await expect.poll(countWinners).toBe(1);
  const loser = buyers.find(({ page }) => !page.url().endsWith('/success'))!;
  await expect(loser.page.getByText(loser.t('offers:soldOut')).first()).toBeVisible();
  await expect(getPayButton(loser).and(loser.page.locator(':enabled'))).toHaveCount(0);
  await loser.page.goto('/offers/history');
  await expect(loser.page.getByText(loser.t('orders:none.title'))).toBeVisible();
});

test('Stripe: a slow script, a declined card, 3-D Secure by redirect, the order', async ({ browser }) => {
  test.slow();
  const stripeServer = new StripeServer(() => new Date());
  const stripeEnv = (await stripeServer.open()) as Record<string, string>;
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-stripe-'));
  const server = new Server(dataDir, await findFreePort(), {
    ...stripeEnv,
    SEED_DEMO: '0',
    STRIPE_TIMEOUT_MS: '8000',
  });
  await server.start();
  await server.turnDurabilityOff();
  try {
    const product = { salePlaceName: 'Padaria Aurora', name: 'Cesto', quantity: 1 };
    await createSellerWithProduct(product, { days: 'tomorrow', host: server.url });
    const buyer = await openNewUser(browser, phone, 'Marta Salgado', server.url);
    const { page, t } = buyer;
    const policyViolations: string[] = [];
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) policyViolations.push(message.text());
    });
    let scriptRequests = 0;
    page.on('request', (request) => {
      if (request.url().startsWith('https://js.stripe.com/')) scriptRequests += 1;
    });
    await page.route('https://js.stripe.com/**', (route) => route.abort());
    await page.goto('/offers');
    expect(scriptRequests, 'no page but a form loads it').toBe(0);
    await openProductByName(buyer, 'Cesto');
    await confirmEmail(buyer);
    await expect(page.getByText(t('payment:formMissing'))).toBeVisible();
    expect(scriptRequests).toBeGreaterThan(0);

    await page.unroute('https://js.stripe.com/**');
    await installStripeJsStub(page, stripeServer);
    await page.getByRole('button', { name: t('errors:retry') }).click();
    const card = page.getByLabel('Card number in the frame');
    await card.fill('4000 0000 0000 9995');
    await getPayButton(buyer).click();
    await expect(page.getByText('No: insufficient_funds')).toBeVisible();
    await expect(card).toHaveValue('4000 0000 0000 9995');

    await card.fill('4000 0025 0000 3155');
    await getPayButton(buyer).click();
    await expect(page.getByRole('heading', { level: 1, name: t('orders:success.title') })).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    await page.goto('/offers/history');
    await expect(page.getByRole('link', { name: 'Cesto' }).first()).toBeVisible();
    expect(policyViolations).toEqual([]);
    expect([...stripeServer.state.intents.values()].map(({ status }) => status)).toEqual([
      'canceled',
      'succeeded',
    ]);
  } finally {
    await server.stop();
    await stripeServer.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
