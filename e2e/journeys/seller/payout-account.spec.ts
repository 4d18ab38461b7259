import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { findFreePort, Server } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import {
  confirmEmail,
  getButton,
  type JourneyUser,
  openSeller,
  openUser,
  phone,
  tablet,
} from '../../support/user.ts';

const PRODUCT = { salePlaceName: 'Padaria Aurora', name: 'Cesto de fim de tarde', quantity: 3 };

/** On the page that stands for the provider's: what it decides. */
async function decide({ page, t }: JourneyUser, outcome: 'verified' | 'needs_document'): Promise<void> {
  await expect(page).toHaveURL(/\/payout-sandbox#/);
  await page.getByRole('radio', { name: t(`payoutSandbox:outcomes.${outcome}`) }).click();
  await page.getByRole('button', { name: t('payoutSandbox:submit') }).click();
  await expect(page).toHaveURL(/\/account\/payout$/);
}

const expectListed = async (page: Page, isListed: boolean) =>
  expect(async () => {
    await page.goto('/offers');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const offer = page.getByRole('link', { name: PRODUCT.name }).first();
    await expect(offer).toBeVisible({ visible: isListed, timeout: 5000 });
  }).toPass();

test('a seller hands in what the payment provider asks for, is verified, and only then on sale', async ({
  browser,
}) => {
  test.slow();
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-payout-'));
  const server = new Server(dataDir, await findFreePort(), { SEED_DEMO: '0', PAYOUT_WAY: 'stripe_connect' });
  await server.start();
  try {
    const seller = await openSeller(browser, phone, PRODUCT, 'every day', server.url);
    const { page, t } = seller;
    const buyer = await openUser(browser, tablet, server.url);
    await expectListed(buyer.page, false);

    await page.goto('/seller');
    await expect(page.getByText(t('payoutNotice:not_started'))).toBeVisible();
    await page.getByRole('link', { name: t('payoutNotice:open') }).click();
    await confirmEmail(seller);
    await getButton(seller, 'payoutAccount:actions.not_started').click();
    await decide(seller, 'needs_document');
    await expect(page.getByText(t('payoutAccount:requirements.identity_document.name'))).toBeVisible();
    await expect(page.getByText(t('payoutAccount:seller.needs.before'))).toBeVisible();
    await expectListed(buyer.page, false);

    await page
      .getByRole('button', {
        name: t('payoutAccount:actions.needs_details', { provider: t('payoutAccount:providers.sandbox') }),
      })
      .click();
    await page.waitForURL(/\/payout-sandbox#/);
    const used = page.url();
    await decide(seller, 'verified');
    await expect(page.getByRole('heading', { name: t('payoutAccount:seller.verified.title') })).toBeVisible();
    await expectListed(buyer.page, true);

    // The address worked once; it leads back, and from there to a new one.
    await page.goto('about:blank');
    await page.goto(used);
    await page.getByRole('link', { name: t('payoutSandbox:used.again') }).click();
    await expect(page.getByRole('button', { name: t('payoutSandbox:submit') })).toBeVisible();
    expect(page.url()).not.toBe(used);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
