import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { buyProduct, createSellerWithProduct, registerAccount } from '../../support/api.ts';
import { expectGoodScreen } from '../../support/screen-checks.ts';
import { queryDatabase } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import { type Device, desktop, openUser, phone } from '../../support/user.ts';

const PNG_SIGNATURE = '89504e470d0a1a0a';

for (const [name, device] of [
  ['phone', phone],
  ['desktop', desktop],
] as [string, Device][])
  test(`what came of two packs: figures, picture and PDF, on a ${name}`, async ({ browser }) => {
    const stamp = Date.now().toString(36);
    const seller = await createSellerWithProduct(
      { salePlaceName: `Padaria ${stamp}`, name: `Cesto ${stamp}`, quantity: 5 },
      { days: 'every day' },
    );
    const buyer = await registerAccount({ name: 'Marta Salgado' });
    for (const weight of [null, 1100]) {
      await queryDatabase('UPDATE products SET weight_grams = $1 WHERE id = $2', [weight, seller.productId]);
      const { id, pin } = await buyProduct(buyer.client, seller.productId);
      await seller.client('handOut', { params: { id }, body: { pin: pin! } });
    }
    const { page, t } = await openUser(browser, device, undefined, { token: buyer.token });
    await page.goto('/account/impact');
    await expect(page.getByText(t('impact:partWeight_one', { number: 1, all: 2 }))).toBeVisible();
    await expect(page.getByText(t('impact:noCo2'))).toBeVisible();
    await expectGoodScreen(page);
    await page.getByRole('button', { name: t('impact:asTable') }).click();
    await expect(page.getByRole('rowheader', { name: t('impact:sum') })).toBeVisible();
    await expectGoodScreen(page);

    const download = async (button: string) => {
      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: t(button), exact: true }).click();
      return readFile(await (await file).path());
    };
    expect((await download('impact:share')).subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE);
    expect((await download('impact:pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });
