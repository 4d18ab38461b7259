import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { findPack, goodCard, pay } from '../support/buyer.ts';
import { desk, newPerson, signUp } from '../support/person.ts';
import { publish } from '../support/seller.ts';
import { freePort, Server } from '../support/server.ts';
import { test } from '../support/test.ts';

test('the server dies between payment and completion: the order is there when it is back', async ({
  browser,
}) => {
  test.slow();
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-crash-'));
  const server = new Server(dataDir, await freePort(), { SEED_DEMO: '0' });
  await server.start();
  try {
    const seller = await newPerson(browser, desk, server.url);
    await signUp(seller, 'Rui Fontes', { owner: true });
    await publish(seller, { place: 'Padaria Aurora', name: 'Cesto de fim de tarde', quantity: 1 });
    const buyer = await newPerson(browser, desk, server.url);
    await signUp(buyer, 'Marta Salgado');
    await findPack(buyer, 'Cesto de fim de tarde');

    // The card is charged; at the very next call everything is gone at once.
    const killed = new Promise<void>((resolve, reject) => {
      void buyer.page.route('**/api/v1/payment/complete', async (route) => {
        await server
          .kill()
          .then(() => route.abort())
          .then(resolve, reject);
      });
    });
    await pay(buyer, goodCard);
    await killed;
    await buyer.page.unroute('**/api/v1/payment/complete');
    await buyer.page.close();
    await server.start();

    // Nobody calls complete: the provider's notice, or a look at the provider after the start, is enough.
    await expect(async () => {
      await seller.page.goto('/seller');
      const sold = seller.page.getByText(seller.say('seller:today.of', { sold: 1, quantity: 1 }));
      await expect(sold).toBeVisible({ timeout: 5000 });
    }).toPass();
    const again = await buyer.context.newPage();
    await again.goto('/offers/history');
    await expect(again.getByRole('link', { name: 'Cesto de fim de tarde' }).first()).toBeVisible();
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
