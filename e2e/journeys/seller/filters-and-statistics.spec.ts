import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { appearances, createContextFor } from '../../support/screen-checks.ts';
import { sampleCases, test } from '../../support/test.ts';
import { createTranslator, desktop, openAsDemoUser, phone } from '../../support/user.ts';

const [, desktopAppearance] = appearances;
const t = createTranslator(desktopAppearance.language);

/** Sets several fields in one task, faster than the next render. */
const fillAtOnce = (page: Page, valuesByLabel: Record<string, string>) =>
  page.evaluate((values) => {
    for (const [label, value] of Object.entries(values)) {
      const matchingLabel = [...document.querySelectorAll('label')].find(
        ({ textContent }) => textContent === label,
      );
      const field = matchingLabel!.control as HTMLInputElement | HTMLSelectElement;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }, valuesByLabel);

function recordRequestedDates(page: Page): string[] {
  const dates: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/api/')) dates.push(searchParams.get('from') ?? searchParams.get('date') ?? '');
  });
  return dates;
}

test('money: filters changed at once are kept, through reload and Back, and a year is requested once', async ({
  browser,
}) => {
  const page = await (await createContextFor(browser, desktopAppearance, 'seller')).newPage();
  await page.goto('/transactions');
  const from = page.getByLabel(t('money:from'), { exact: true });
  const role = page.getByLabel(t('money:role'), { exact: true });
  await expect(from).toBeVisible();
  // Shown once the roles of the user are known.
  await expect(role).toBeVisible();
  const to = new Date().toISOString().slice(0, 10);
  await fillAtOnce(page, { [t('money:role')]: 'seller', [t('money:to')]: to });
  await expect(page).toHaveURL(`/transactions?role=seller&to=${to}`);
  await page.reload();
  await expect(role).toHaveValue('seller');

  const dates = recordRequestedDates(page);
  await from.pressSequentially('01012025');
  await expect(page).toHaveURL(/from=2025-01-01/);
  await expect.poll(() => dates).toContain('2025-01-01');
  expect(dates.filter((date) => date && !date.startsWith('20'))).toEqual([]);

  await page.goto('/account');
  await page.goBack();
  await expect(from).toHaveValue('2025-01-01');
  await expect(role).toHaveValue('seller');
  await from.fill('');
  await expect(page).toHaveURL(`/transactions?role=seller&to=${to}`);
});

test('orders: clearing a part of the date never falls back to today', async ({ browser }) => {
  const page = await (await createContextFor(browser, desktopAppearance, 'seller')).newPage();
  await page.goto('/seller/orders?date=2026-11-10');
  const field = page.getByLabel(t('seller:orders.date'), { exact: true });
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toContainText('10');
  const previousTitle = await title.textContent();
  await field.focus();
  await page.keyboard.press('Backspace');
  await expect(field).toHaveValue('');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: t('seller:print.action') }).focus();
  await expect(page.getByText(t('errors:wholeDate'))).toBeVisible();
  await expect(title).toHaveText(previousTitle!);
  await expect(page).toHaveURL(/date=2026-11-10$/);
  await field.fill('2026-11-09');
  await expect(page).toHaveURL(/date=2026-11-09$/);
  await expect(page.getByText(t('errors:wholeDate'))).toHaveCount(0);
  await expect(title).toContainText('9');
});

test('figures: both ends of a range changed at once are kept', async ({ browser }) => {
  const page = await (await createContextFor(browser, desktopAppearance, 'seller')).newPage();
  await page.goto('/seller/sale?range=own&from=2026-11-01&to=2026-11-10');
  await expect(page.getByLabel(t('sales:from'), { exact: true })).toHaveValue('2026-11-01');
  await fillAtOnce(page, { [t('sales:from')]: '2026-10-01', [t('sales:to')]: '2026-10-31' });
  await expect(page).toHaveURL(/range=own&from=2026-10-01&to=2026-10-31$/);
  await page.reload();
  await expect(page.getByLabel(t('sales:to'), { exact: true })).toHaveValue('2026-10-31');
});

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
      expect(lines.every((line) => line.startsWith(`"${yesterday}"`))).toBe(true);
      // Sold, whether collected or not. Both users read languages with decimal commas, whose files have semicolons.
      expect(lines.reduce((sum, line) => sum + Number(line.split(';').at(-7)), 0)).toBe(soldTotal);
    }).toPass();

    // Reloading keeps the selected dates.
    await page.reload();
    await expect(page.getByLabel(t('sales:from'), { exact: true })).toHaveValue(yesterday);
  });
}
