import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { StripeServer } from '../../apps/api/test/stripe/server.ts';
import { publishForTomorrow } from '../support/api.ts';
import { findPack, payButton } from '../support/buyer.ts';
import { desk, newPerson, phone, signUp } from '../support/person.ts';
import { freePort, Server } from '../support/server.ts';
import { playStripeJs } from '../support/stripe-js.ts';
import { test } from '../support/test.ts';

test('by Stripe: its script late, a card refused, the bank on a page of its own, the order', async ({
  browser,
}) => {
  test.slow();
  const stripe = new StripeServer(() => new Date());
  const keys = (await stripe.open()) as Record<string, string>;
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-stripe-'));
  const server = new Server(dataDir, await freePort(), {
    ...keys,
    SEED_DEMO: '0',
    STRIPE_TIMEOUT_MS: '8000',
  });
  await server.start();
  try {
    const seller = await newPerson(browser, desk, server.url);
    await signUp(seller, 'Rui Fontes', { owner: true });
    await publishForTomorrow(seller, { place: 'Padaria Aurora', name: 'Cesto', quantity: 1 });

    const buyer = await newPerson(browser, phone, server.url);
    const { page, say } = buyer;
    const refused: string[] = [];
    page.on('console', (line) => {
      if (/content security policy/i.test(line.text())) refused.push(line.text());
    });
    await signUp(buyer, 'Marta Salgado');
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().startsWith('https://js.stripe.com/')) asked += 1;
    });
    await page.route('https://js.stripe.com/**', (route) => route.abort());
    await page.goto('/offers');
    expect(asked, 'no page but a form loads it').toBe(0);
    await findPack(buyer, 'Cesto');
    await expect(page.getByText(say('payment:formMissing'))).toBeVisible();
    expect(asked).toBeGreaterThan(0);

    await page.unroute('https://js.stripe.com/**');
    await playStripeJs(page, stripe);
    await page.getByRole('button', { name: say('errors:retry') }).click();
    const card = page.getByLabel('Card number in the frame');
    await card.fill('4000 0000 0000 9995');
    await payButton(buyer).click();
    await expect(page.getByText('No: insufficient_funds')).toBeVisible();
    await expect(card).toHaveValue('4000 0000 0000 9995');

    await card.fill('4000 0025 0000 3155');
    await payButton(buyer).click();
    await expect(page.getByRole('heading', { level: 1, name: say('orders:success.title') })).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    await page.goto('/offers/history');
    await expect(page.getByRole('link', { name: 'Cesto' }).first()).toBeVisible();
    expect(refused).toEqual([]);
    expect([...stripe.book.intents.values()].map(({ status }) => status)).toEqual(['canceled', 'succeeded']);
  } finally {
    await server.stop();
    await stripe.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
