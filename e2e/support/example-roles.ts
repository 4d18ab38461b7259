import { expect } from '@playwright/test';
import { brought, cents, sales, statements } from './example-doc.ts';
import { read } from './example-money.ts';
import type { Person } from './person.ts';

/** A seller: what was sold and earned in each month. */
export async function seesSales(person: Person, who: string): Promise<void> {
  const { page, say } = person;
  for (const { month, sold, earned, price, back, commission } of sales.filter((one) => one.who === who)) {
    const [from, to] = [`${month}-01`, `${month}-${month.endsWith('11') ? 30 : 31}`];
    await page.goto(`/seller/sale?range=own&from=${from}&to=${to}`);
    const figures = page.getByRole('definition');
    await expect(figures.nth(0)).toHaveText(new RegExp(`^${sold} `));
    await expect(figures.nth(2)).toHaveText(read(person, earned));
    const parts = {
      price: read(person, price),
      back: read(person, back),
      commission: read(person, commission),
    };
    await expect(figures.nth(3)).toHaveText(
      say(cents(back) ? 'sales:earnedSumBack' : 'sales:earnedSum', parts),
    );
  }
}

/** A partner: what was credited, what is still owed, month by month. */
export async function seesMonths(person: Person, who: string): Promise<void> {
  const { page, say } = person;
  const credited = statements
    .filter((one) => one.who === who)
    .flatMap(({ rows }) => rows.filter(([name]) => name.startsWith('Shares')).map(([, amount]) => amount!));
  if (credited.length === 0) return;
  await page.goto('/main');
  await expect(page.getByText(read(person, '0.00'))).toBeVisible();
  await page.goto('/account/affiliate');
  const all = credited.reduce((sum, amount) => sum + cents(amount), 0) / 100;
  const credits = page
    .locator('div')
    .filter({ has: page.getByRole('term').getByText(say('partner:stats.credited')) });
  await expect(credits.last().getByRole('definition').first()).toHaveText(read(person, String(all)));
  await page.getByRole('button', { name: say('partner:months.showTable') }).click();
  const rows = page.getByRole('table').first().locator('tbody').getByRole('row');
  for (const amount of credited) await expect(rows.filter({ hasText: read(person, amount) })).toHaveCount(1);
}

/** A partner: whom they brought, and what of it is theirs. */
export async function seesPeople(person: Person, who: string): Promise<void> {
  const { page } = person;
  for (const { side, packs, paid, yours } of brought.filter(({ partner }) => partner === who)) {
    await page.goto(`/${side}`);
    const one = page.getByRole('region').locator('tr, li');
    const whole = [packs, read(person, paid), read(person, yours)];
    await expect(whole.reduce((rows, hasText) => rows.filter({ hasText }), one).first()).toBeVisible();
  }
}
