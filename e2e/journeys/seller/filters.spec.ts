import { expect, type Page } from '@playwright/test';
import { appearances, createContextFor } from '../../support/screen-checks.ts';
import { test } from '../../support/test.ts';
import { createTranslator } from '../../support/user.ts';

const [, desktop] = appearances;
const t = createTranslator(desktop.language);

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
  const page = await (await createContextFor(browser, desktop, 'seller')).newPage();
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
  const page = await (await createContextFor(browser, desktop, 'seller')).newPage();
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
  const page = await (await createContextFor(browser, desktop, 'seller')).newPage();
  await page.goto('/seller/sale?range=own&from=2026-11-01&to=2026-11-10');
  await expect(page.getByLabel(t('sales:from'), { exact: true })).toHaveValue('2026-11-01');
  await fillAtOnce(page, { [t('sales:from')]: '2026-10-01', [t('sales:to')]: '2026-10-31' });
  await expect(page).toHaveURL(/range=own&from=2026-10-01&to=2026-10-31$/);
  await page.reload();
  await expect(page.getByLabel(t('sales:to'), { exact: true })).toHaveValue('2026-10-31');
});
