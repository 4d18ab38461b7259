import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { asDemo } from '../support/demo.ts';
import { desk, phone } from '../support/person.ts';
import { test } from '../support/test.ts';

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

for (const device of [desk, phone]) {
  test(`${device.width} px: a seller looks at yesterday's sales and takes them along`, async ({
    browser,
  }) => {
    const { page, say } = await asDemo(browser, device, 'seller');
    await page.goto('/seller/sale');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('sales:title'));
    await expect(page.getByRole('img', { name: new RegExp(say('sales:packs')) })).toBeVisible();

    await page.getByLabel(say('sales:range')).selectOption('own');
    await page.getByLabel(say('sales:from'), { exact: true }).fill(yesterday);
    await page.getByLabel(say('sales:to'), { exact: true }).fill(yesterday);
    await expect(page).toHaveURL(new RegExp(`from=${yesterday}&to=${yesterday}`));
    const byPack = page.getByRole('table', { name: say('sales:byPack') });
    const numbers = async (row: number) =>
      (await byPack.getByRole('row').nth(row).getByRole('cell').allInnerTexts()).map((text) => text.trim());
    await expect(byPack.getByRole('row').first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

    // The lines of the table add up to its total, and the file says the same: once the days that were shown before
    // have gone from it.
    await expect(async () => {
      const rows = await byPack.getByRole('row').count();
      let sold = 0;
      for (let row = 1; row < rows - 1; row++) sold += Number((await numbers(row))[2]);
      const total = await numbers(rows - 1);
      expect(Number(total[1])).toBe(sold);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: say('sales:csv') }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`wopack-sales-${yesterday}-${yesterday}.csv`);
      const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n').slice(1);
      expect(lines.every((line) => line.startsWith(yesterday))).toBe(true);
      expect(lines.reduce((sum, line) => sum + Number(line.split(',').at(-6)), 0)).toBe(sold);
    }).toPass();

    // Reloading keeps the days that were chosen.
    await page.reload();
    await expect(page.getByLabel(say('sales:from'), { exact: true })).toHaveValue(yesterday);
  });
}
