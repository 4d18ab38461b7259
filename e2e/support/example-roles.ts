import { expect } from '@playwright/test';
import { parseCents, referrals, sales, statements } from './example-doc.ts';
import { formatAmount } from './example-money.ts';
import type { JourneyUser } from './user.ts';

/** A seller: what was sold and earned in each month. */
export async function expectSales(user: JourneyUser, who: string): Promise<void> {
  const { page, t } = user;
  for (const { month, sold, earned, price, back, commission } of sales.filter((one) => one.who === who)) {
    const [from, to] = [`${month}-01`, `${month}-${month.endsWith('11') ? 30 : 31}`];
    await page.goto(`/seller/sale?range=own&from=${from}&to=${to}`);
    const definitions = page.getByRole('definition');
    await expect(definitions.nth(0)).toHaveText(new RegExp(`^${sold} `));
    await expect(definitions.nth(2)).toHaveText(formatAmount(user, earned));
    const parts = {
      price: formatAmount(user, price),
      back: formatAmount(user, back),
      commission: formatAmount(user, commission),
    };
    await expect(definitions.nth(3)).toHaveText(
      t(parseCents(back) ? 'sales:earnedSumBack' : 'sales:earnedSum', parts),
    );
  }
}

/** A partner: what was credited, what is still owed, month by month. */
export async function expectMonths(user: JourneyUser, who: string): Promise<void> {
  const { page, t } = user;
  const creditedAmounts = statements
    .filter((one) => one.who === who)
    .flatMap(({ rows }) => rows.filter(([name]) => name.startsWith('Shares')).map(([, amount]) => amount!));
  if (creditedAmounts.length === 0) return;
  await page.goto('/main');
  await expect(page.getByText(formatAmount(user, '0.00'))).toBeVisible();
  await page.goto('/account/affiliate');
  const totalCredited = creditedAmounts.reduce((sum, amount) => sum + parseCents(amount), 0) / 100;
  const credits = page
    .locator('div')
    .filter({ has: page.getByRole('term').getByText(t('partner:stats.credited')) });
  await expect(credits.last().getByRole('definition').first()).toHaveText(
    formatAmount(user, String(totalCredited)),
  );
  await page.getByRole('button', { name: t('partner:months.showTable') }).click();
  const rows = page.getByRole('table').first().locator('tbody').getByRole('row');
  for (const amount of creditedAmounts)
    await expect(rows.filter({ hasText: formatAmount(user, amount) })).toHaveCount(1);
}

/** A partner: whom they brought, and what of it is theirs. */
export async function expectReferrals(user: JourneyUser, who: string): Promise<void> {
  const { page } = user;
  for (const { side, orderCount, paid, shareAmount } of referrals.filter(({ partner }) => partner === who)) {
    await page.goto(`/${side}`);
    const one = page.getByRole('region').locator('tr, li');
    const expectedTexts = [orderCount, formatAmount(user, paid), formatAmount(user, shareAmount)];
    await expect(
      expectedTexts.reduce((rows, hasText) => rows.filter({ hasText }), one).first(),
    ).toBeVisible();
  }
}
