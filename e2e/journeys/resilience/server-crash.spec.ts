import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { findFreePort, Server } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import {
  desktop,
  GOOD_CARD,
  openNewUser,
  openProductByName,
  openSeller,
  payByCard,
} from '../../support/user.ts';

test('the server dies between payment and completion: the order exists after the restart', async ({
  browser,
}) => {
  test.slow();
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-crash-'));
  const server = new Server(dataDir, await findFreePort(), { SEED_DEMO: '0' });
  await server.start();
  try {
    const product = { salePlaceName: 'Padaria Aurora', name: 'Cesto de fim de tarde', quantity: 1 };
    const seller = await openSeller(browser, desktop, product, 'every day', server.url);
    const buyer = await openNewUser(browser, desktop, 'Marta Salgado', server.url);
    await openProductByName(buyer, 'Cesto de fim de tarde');

    // The card is charged; at the next call server and database are killed.
    const serverKilled = new Promise<void>((resolve, reject) => {
      void buyer.page.route('**/api/v1/payment/complete', async (route) => {
        await server
          .kill()
          .then(() => route.abort())
          .then(resolve, reject);
      });
    });
    await payByCard(buyer, GOOD_CARD);
    await serverKilled;
    await buyer.page.unroute('**/api/v1/payment/complete');
    await buyer.page.close();
    await server.start();

    // Nobody calls complete: the provider's webhook or the sync after the start must suffice.
    await expect(async () => {
      await seller.page.goto('/seller');
      const sold = seller.page.getByText(seller.t('seller:today.of', { sold: 1, quantity: 1 }));
      await expect(sold).toBeVisible({ timeout: 5000 });
    }).toPass();
    const newTab = await buyer.context.newPage();
    await newTab.goto('/offers/history');
    await expect(newTab.getByRole('link', { name: 'Cesto de fim de tarde' }).first()).toBeVisible();
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
