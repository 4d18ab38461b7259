import { expect } from '@playwright/test';
import { buyProduct, createSellerWithProduct, registerAccount } from '../../support/api.ts';
import { expectGoodScreen } from '../../support/screen-checks.ts';
import { proposeValues, queryDatabase } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import { openAccount, openConsole, phone } from '../../support/user.ts';

const OPEN_PROPOSALS = `/admin/value_proposals?filter=${encodeURIComponent('{"state":"open"}')}`;
const WEEKS = 3;
const ANSWERS = ['less', 'less', 'about', 'about', 'more'] as const;

/** Orders that were collected a week later than they were, with their answers. */
const moveWeeksAgo = (productId: number, orderIds: readonly number[], weeks: number) =>
  queryDatabase(
    `WITH moved AS (
       INSERT INTO pickup_slots (product_id, date, starts_at, ends_at, quantity, units_left)
       SELECT $1, date - 7 * $3::int, starts_at - $3::int * interval '7 days',
         ends_at - $3::int * interval '7 days', cardinality($2::int[]), 0
       FROM pickup_slots WHERE id = (SELECT slot_id FROM orders WHERE id = ($2::int[])[1])
       RETURNING id, starts_at, ends_at),
     emptied AS (
       UPDATE pickup_slots SET quantity = quantity - cardinality($2::int[])
       WHERE id = (SELECT slot_id FROM orders WHERE id = ($2::int[])[1])),
     orders_moved AS (
       UPDATE orders SET slot_id = moved.id, pickup_start = moved.starts_at, pickup_end = moved.ends_at
       FROM moved WHERE orders.id = ANY ($2::int[]))
     UPDATE value_answers SET answered_at = answered_at - $3::int * interval '7 days' WHERE order_id = ANY ($2::int[])`,
    [productId, orderIds, weeks],
  );

test('three low weeks lead to a lower value: proposed with the sum, accepted with one press, seen by an operator until then', async ({
  browser,
}) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Cesto ${stamp}`;
  const seller = await createSellerWithProduct(
    { salePlaceName: `Padaria ${stamp}`, name, quantity: WEEKS * ANSWERS.length },
    { days: 'every day' },
  );
  const buyers = await Promise.all(ANSWERS.map((answer) => registerAccount({ name: `Buyer ${answer}` })));
  for (let week = 1; week <= WEEKS; week++) {
    const ids: number[] = [];
    for (const [index, { client }] of buyers.entries()) {
      const { id, pin } = await buyProduct(client, seller.productId);
      await seller.client('handOut', { params: { id }, body: { pin: pin! } });
      await client('answerValue', { params: { id }, body: { answer: ANSWERS[index]! } });
      ids.push(id);
    }
    await moveWeeksAgo(seller.productId, ids, week);
  }
  await proposeValues();
  await expect
    .poll(async () =>
      (await seller.client('getSellerValue', { query: {} })).data.packs.map(
        ({ proposal }) => proposal && [proposal.from_cents, proposal.to_cents],
      ),
    )
    .toEqual([[1200, 1100]]);

  const operator = await openConsole(browser, 'catalogue');
  await operator.page.goto(OPEN_PROPOSALS);
  const row = operator.page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(operator.t('admin:valueProposals.states.open'));

  const { page, t } = await openAccount(browser, phone, seller);
  await page.goto('/seller/sale#value');
  const amount = /11,00/;
  await expect(page.getByRole('heading', { name: amount }).filter({ hasText: name })).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: amount }).click();
  await expect(page.getByText(t('sales:value.accepted'))).toBeVisible();
  await expect(page.getByRole('button', { name: amount })).toBeHidden();
  const { data } = await buyers[0]!.client('getOffer', { params: { id: seller.productId } });
  expect(data.old_price).toBe(11);
  await operator.page.goto(OPEN_PROPOSALS);
  await expect(operator.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(row).toHaveCount(0);
});
