import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { StripeServer } from '../../../apps/api/test/payment-providers/stripe-server.ts';
import { createProductForTomorrow } from '../../support/api.ts';
import { getPayButton, openProductByName } from '../../support/buyer.ts';
import { findFreePort, Server } from '../../support/server.ts';
import { installStripeJsStub } from '../../support/stripe-js-stub.ts';
import { test } from '../../support/test.ts';
import { desktop, openUser, phone, signUp } from '../../support/user.ts';

test('by Stripe: its script late, a card refused, the bank on a page of its own, the order', async ({
  browser,
}) => {
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
  try {
    const seller = await openUser(browser, desktop, server.url);
    await signUp(seller, 'Rui Fontes', { seller: true });
    await createProductForTomorrow(seller, { salePlaceName: 'Padaria Aurora', name: 'Cesto', quantity: 1 });

    const buyer = await openUser(browser, phone, server.url);
    const { page, t } = buyer;
    const policyViolations: string[] = [];
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) policyViolations.push(message.text());
    });
    await signUp(buyer, 'Marta Salgado');
    let scriptRequests = 0;
    page.on('request', (request) => {
      if (request.url().startsWith('https://js.stripe.com/')) scriptRequests += 1;
    });
    await page.route('https://js.stripe.com/**', (route) => route.abort());
    await page.goto('/offers');
    expect(scriptRequests, 'no page but a form loads it').toBe(0);
    await openProductByName(buyer, 'Cesto');
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
