import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { sampleCases, test } from '../../support/test.ts';
import { desktop, openAsDemoUser, phone } from '../../support/user.ts';

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

for (const device of sampleCases([phone, desktop])) {
  test(`${device.width} px: a seller views yesterday's sales and downloads them`, async ({ browser }) => {
    const { page, t } = await openAsDemoUser(browser, device, 'seller');
    await page.goto('/seller/sale');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('sales:title'));
    const chart = page.getByRole('img', { name: new RegExp(t('sales:packs')) });
    await expect(chart).toBeVisible();
    // As on paper: the page gets narrower and nothing measures it again.
    const narrowWidth = await chart.evaluate((svg) => {
      svg.parentElement!.style.width = '200px';
      const { width } = svg.getBoundingClientRect();
      svg.parentElement!.style.width = '';
      return width;
    });
    expect(narrowWidth).toBeLessThanOrEqual(200);

    await page.getByLabel(t('sales:range')).selectOption('own');
    await page.getByLabel(t('sales:from'), { exact: true }).fill(yesterday);
    await page.getByLabel(t('sales:to'), { exact: true }).fill(yesterday);
    await expect(page).toHaveURL(new RegExp(`from=${yesterday}&to=${yesterday}`));
    const productTable = page.getByRole('table', { name: t('sales:byPack') });
    const readCells = async (row: number) =>
      (await productTable.getByRole('row').nth(row).getByRole('cell').allInnerTexts()).map((text) =>
        text.trim(),
      );
    await expect(productTable.getByRole('row').first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

    // The rows add up to the total, and the file matches, once the rows of the previous dates are gone.
    await expect(async () => {
      const rows = await productTable.getByRole('row').count();
      let soldTotal = 0;
      for (let row = 1; row < rows - 1; row++) soldTotal += Number((await readCells(row))[2]);
      const total = await readCells(rows - 1);
      expect(Number(total[1])).toBe(soldTotal);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: t('sales:csv') }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`wopack-sales-${yesterday}-${yesterday}.csv`);
      const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n').slice(1);
      expect(lines.every((line) => line.startsWith(yesterday))).toBe(true);
      // Both users read languages with decimal commas, whose files are separated by semicolons.
      expect(lines.reduce((sum, line) => sum + Number(line.split(';').at(-6)), 0)).toBe(soldTotal);
    }).toPass();

    // Reloading keeps the selected dates.
    await page.reload();
    await expect(page.getByLabel(t('sales:from'), { exact: true })).toHaveValue(yesterday);
  });
}
