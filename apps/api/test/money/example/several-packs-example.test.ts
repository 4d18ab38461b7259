import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { reconciliationSources } from '../../../src/app.ts';
import type { PayoutWay } from '../../../src/config/config.ts';
import { checkLedger } from '../../../src/modules/ledger/index.ts';
import { refundOrder } from '../../../src/modules/orders/index.ts';
import {
  createProductOnSale,
  createTestUser,
  payHold,
  setUpPayouts,
  type TestUser,
} from '../../support/builders.ts';
import { expectAllSettled, findBalance } from '../../support/consistency.ts';
import { createTestOperator } from '../../support/operators.ts';
import { runInTransaction } from '../../support/run-in-transaction.ts';
import { useTestApp } from '../../support/test-app.ts';
import { advanceTo, openAccounts } from './run-example.ts';

/** The month "Three packs, credit and codes" of docs/worked-example.md, paid out in both ways: every total agrees. */
const api = useTestApp();
const text = await readFile(join(import.meta.dirname, '../../../../../docs/worked-example.md'), 'utf8');
const formatEuros = (cents: number) => (cents / 100).toFixed(2);
const add = (amounts: readonly number[]) => amounts.reduce((sum, cents) => sum + cents, 0);
const toRow = (name: string, cents: readonly number[]) =>
  `| ${[name, ...cents.map(formatEuros)].join(' | ')} |`;

const KIND_NAMES: Record<string, string> = {
  sale: 'Sales',
  partial_refund: 'Partial refunds',
  share: 'Shares',
};
const MOVED_KINDS = ['payout', 'transfer', 'transfer_reversal', 'provider_payout'];

let people: Record<'Aurora' | 'Marta' | 'Nuno' | 'Olga' | 'Paula' | 'Quim', TestUser>;
let orders: { buyer: TestUser; id: number; parts: number[] }[];

async function runMonth(payoutWay: PayoutWay): Promise<void> {
  Object.assign(api.context.config, { payoutWay });
  Object.assign(api.context.config.operator, { iban: 'PT50003300004555698867005', minPayoutCents: 100 });
  api.clock.set('2026-11-20T08:00:00Z');
  const proved = { isEmailVerified: true };
  const [Paula, Quim] = [
    await createTestUser(api, { ...proved, name: 'Paula', isPartner: true }),
    await createTestUser(api, { ...proved, name: 'Quim', isPartner: true }),
  ];
  const Aurora = await createTestUser(api, { ...proved, name: 'Aurora', isSeller: true, referredBy: Paula });
  const Marta = await createTestUser(api, { ...proved, name: 'Marta', referredBy: Quim });
  const Nuno = await createTestUser(api, { ...proved, name: 'Nuno' });
  const Olga = await createTestUser(api, { ...proved, name: 'Olga' });
  people = { Aurora, Marta, Nuno, Olga, Paula, Quim };
  for (const payee of [Aurora, Paula, Quim]) await setUpPayouts(api, payee);
  if (payoutWay === 'stripe_connect') await openAccounts(api, [Aurora, Paula, Quim]);
  await advanceTo(api, '2026-11-20T12:00:00Z');
  const { productId } = await createProductOnSale(api, {
    seller: Aurora,
    quantity: 20,
    product: { price: 3.99 },
  });

  const support = await createTestOperator(api, 'support');
  await support.call('grantCredit', {
    params: { id: Marta.id },
    body: { amount_cents: 500, granted_cents: 0, note: 'Sorry for the wait.', reason: 'late' },
  });
  const suffix = payoutWay === 'bank_file' ? 'A' : 'B';
  await Aurora.call('createDiscountCode', {
    body: { code: `AURORA${suffix}`, name: 'Autumn', amount_cents: 100 },
  });
  const finance = await createTestOperator(api, 'finance');
  await finance.call('createAdminCode', {
    body: { code: `WOPACK${suffix}`, name: 'Autumn', effect: 'percent', percent: 25, reason: 'campaign' },
  });
  const buy = async (buyer: TestUser, wish: { code?: string; use_credit?: boolean }) => {
    const body = { amount: 11.97, quantity: 3, currency: 'EUR', productId, ...wish } as const;
    const hold = await buyer.call('initiatePayment', { body });
    const parts = [hold.credit_cents!, hold.discount_cents!, hold.card_cents!];
    return { buyer, id: (await payHold(buyer, hold)).id, parts };
  };
  orders = [
    await buy(Marta, { use_credit: true }),
    await buy(Nuno, { code: `AURORA${suffix}` }),
    await buy(Olga, { code: `WOPACK${suffix}` }),
  ];
  await Nuno.call('cancelOrder', { params: { id: orders[1]!.id }, body: { quantity: 1, of: 3 } });
  await advanceTo(api, '2026-11-21T09:00:00Z');
  await runInTransaction(api.context, refundOrder, {
    orderId: orders[2]!.id,
    refundedTotalCents: 100,
    decidedBy: 'operator',
    reason: 'one bun short',
  });
  await advanceTo(api, '2026-11-25T06:00:00Z');
  await advanceTo(api, '2026-12-01T06:00:00Z');
  await advanceTo(api, '2026-12-05T06:00:00Z');
}

describe.each(['bank_file', 'stripe_connect'] as const)('paid by %s', (payoutWay) => {
  beforeEach(async () => runMonth(payoutWay), 60_000);

  test('statement, movements, sales, VAT, tax report, console, shares, exports and payouts agree', async () => {
    const { Aurora, Nuno, Paula, Quim } = people;
    for (const [n, name] of ['Marta', 'Nuno', 'Olga'].entries())
      expect(text).toContain(`\n${toRow(name, [1197, ...orders[n]!.parts])}\n`);
    const getStatement = async (payee: TestUser) => {
      const { data } = await payee.call('listStatements');
      const { id } = data.find(({ month }) => month === '2026-11')!;
      return (await payee.call('getStatement', { params: { id } })).data;
    };
    const toTable = ({ sums, ...statement }: Awaited<ReturnType<typeof getStatement>>) =>
      [
        '|  | euros |',
        '|---|---:|',
        ...sums
          .filter(({ kind }) => !MOVED_KINDS.includes(kind))
          .map(({ kind, count, amount_cents: cents }) => toRow(`${KIND_NAMES[kind]} × ${count}`, [cents])),
        toRow('Earned', [statement.month_cents]),
        ...(statement.role === 'seller'
          ? [toRow('Commission', [statement.commission_cents]), toRow('of it VAT', [statement.vat_cents])]
          : []),
      ].join('\n');
    for (const name of ['Aurora', 'Paula', 'Quim'] as const)
      expect(text).toContain(
        `### Three packs: ${name}, 2026-11\n\n${toTable(await getStatement(people[name]))}\n`,
      );
    const statement = await getStatement(Aurora);
    const earned = statement.month_cents;
    expect(statement.lines.map(({ packs: units }) => units ?? 0)).toEqual(
      expect.arrayContaining([3, 3, 3, 1, 0]),
    );

    // Movements of seller and buyers.
    const movements = (await Aurora.call('listTransactions', { query: { role: 'seller' } })).data;
    expect(
      add(movements.filter(({ kind }) => !MOVED_KINDS.includes(kind)).map((row) => row.amount_cents)),
    ).toBe(earned);
    const ofNuno = (await Nuno.call('listTransactions', { query: { role: 'buyer' } })).data;
    expect(ofNuno.map(({ kind, amount_cents: cents }) => [kind, cents]).toSorted()).toEqual([
      ...[
        ['purchase', -1097],
        ['refund', 365],
      ],
    ]);

    // Sales and their file.
    const month = { from: '2026-11-01', to: '2026-11-30' };
    const { totals } = (await Aurora.call('getSalesStatistics', { query: month })).data;
    const { sold, price_cents, refunded_cents, commission_cents, discount_cents, earning_cents } = totals;
    const amounts = [price_cents, refunded_cents, commission_cents, discount_cents, earning_cents];
    expect(text).toContain(`| ${sold} | ${amounts.map(formatEuros).join(' | ')} |`);
    expect([earning_cents, commission_cents]).toEqual([earned, statement.commission_cents]);
    const readAmounts = async (name: 'exportSalesStatistics' | 'exportVatSales') =>
      (await (await Aurora.call(name, { query: month })).text())
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(','));
    const lines = await readAmounts('exportSalesStatistics');
    expect(add(lines.map((cells) => Math.round(Number(cells.at(-1)) * 100)))).toBe(earned);
    const vatLines = (await readAmounts('exportVatSales')).filter(([kind]) => kind !== '"sum"');
    expect(add(vatLines.map((cells) => Math.round(Number(cells[6]) * 100)))).toBe(earned + commission_cents);

    // Tax report and console.
    const finance = await createTestOperator(api, 'finance');
    await finance.call('computeTaxYear', { body: { year: 2026 } });
    const { items } = await finance.call('listTaxSellers', { query: { year: 2026, limit: 100 } });
    expect(items.find(({ id }) => id === Aurora.id)).toMatchObject({
      orders: sold,
      earning_cents: earned,
      fees_cents: commission_cents,
    });
    const { sums } = await finance.call('listAdminOrders', { query: { seller_id: Aurora.id } });
    expect(sums).toMatchObject({ packs: sold, commission_cents, price_cents: 3 * 1197, refunded_cents: 499 });
    const shown = await Promise.all(
      orders.map(async ({ id }) => (await finance.call('getAdminOrder', { params: { id } })).data),
    );
    expect(add(shown.map((order) => order.earning_cents))).toBe(earned);
    expect(
      shown.map(({ payment }) => [payment.credit_cents, payment.discount_cents, payment.card_cents]),
    ).toEqual(orders.map(({ parts }) => parts));

    // Shares are of packs.
    const seller = (await Paula.call('listReferredSellers')).data.find(({ id }) => id === Aurora.id);
    expect(seller).toMatchObject({ quantity: sold, total_cents: price_cents, yours_hundredths: sold * 1935 });
    expect((await getStatement(Quim)).month_cents).toBe(58);

    // The export of the account.
    const exported = await Aurora.call('exportAccount');
    expect(
      exported.sales!.map((sale) => [
        sale.quantity,
        sale.returned_quantity,
        sale.discount_cents,
        sale.discount_payer,
      ]),
    ).toEqual([
      [3, 0, 0, null],
      [3, 1, 100, 'business'],
      [3, 0, 299, 'operator'],
    ]);

    // What was paid out or transferred, and what is still owed.
    const paid = await (payoutWay === 'bank_file'
      ? api.db.selectFrom('payouts').select('amount_cents as cents').where('user_id', '=', Aurora.id)
      : api.db
          .selectFrom('provider_transfers')
          .select('amount_cents as cents')
          .where('user_id', '=', Aurora.id)
    ).execute();
    expect(add(paid.map(({ cents }) => cents))).toBe(earned);
    expect(await findBalance(api.db, { kind: 'seller', userId: Aurora.id })).toBe(0);
    expect(await checkLedger(api.context, reconciliationSources)).toEqual([]);
    await expectAllSettled(api.db);
  });
});
