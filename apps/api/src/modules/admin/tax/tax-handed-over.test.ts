import { beforeEach, expect, test } from 'vitest';
import { TEST_PASSWORD } from '../../../../test/support/builders.ts';
import { createBusinessWithTwoOwners, FOUNDER, SUCCESSOR } from '../../../../test/support/handed-over.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
beforeEach(() =>
  Object.assign(api.context.config.operator, {
    name: 'WoPack Lisboa, Lda.',
    address: 'Rua da Prata 1',
    vatNumber: 'PT501442600',
  }),
);

type Business = Awaited<ReturnType<typeof createBusinessWithTwoOwners>>;

/** Each on a day of its own, before noon. */
async function sellDaily(business: Business, month: string, count: number): Promise<number[]> {
  const orders = [];
  for (let day = 1; day <= count; day++)
    orders.push(await business.sell(`${month}-${String((day % 27) + 1).padStart(2, '0')}T10:00:00Z`));
  return orders;
}

async function report(year: number, { founder }: Business) {
  const finance = await createTestOperator(api, 'finance');
  const { data } = await finance.call('computeTaxYear', { body: { year } });
  const { items } = await finance.call('listTaxSellers', {
    query: { year, seller_id: founder.id, sort: 'id' },
  });
  const xml = await (await finance.call('exportTaxXml', { query: { year, incomplete: 'leave_out' } })).text();
  const csv = await (await finance.call('exportTaxCsv', { query: { year } })).text();
  return { data, items, xml, csv: csv.split(/\r?\n/).filter((line) => line.startsWith(`${founder.id},`)) };
}

/** What the ledger has earned in all, and its commission. */
async function sumLedger({ founder }: Business) {
  const rows = await api.db
    .selectFrom('ledger_transactions as t')
    .innerJoin('ledger_entries as e', 'e.transaction_id', 't.id')
    .innerJoin('ledger_accounts as account', 'account.id', 'e.account_id')
    .innerJoin('orders', 'orders.id', 't.order_id')
    .select(['account.account_kind', ({ fn }) => fn.sum<number>('e.amount_cents').as('cents')])
    .where('orders.seller_id', '=', founder.id)
    .where('account.account_kind', 'in', ['seller', 'commission'])
    .groupBy('account.account_kind')
    .execute();
  const find = (kind: string) => -rows.find(({ account_kind: name }) => name === kind)!.cents;
  return { earning_cents: find('seller'), fees_cents: find('commission') };
}

const add = (items: readonly { earning_cents: number; fees_cents: number }[]) => ({
  earning_cents: items.reduce((sum, item) => sum + item.earning_cents, 0),
  fees_cents: items.reduce((sum, item) => sum + item.fees_cents, 0),
});

test('sales from before the hand-over are the founder’s, with thresholds of their own', async () => {
  const business = await createBusinessWithTwoOwners(api, '2027-02-25T12:00:00Z');
  const [early] = await sellDaily(business, '2027-03', 31);
  await business.sell('2027-04-14T20:00:00Z');
  await business.handOver('2027-04-15T12:00:00Z');
  api.clock.advance(60_000);
  await business.stateSuccessor();
  await business.successor.call('updatePayoutDetails', {
    body: {
      iban: 'DE89 3704 0044 0532 0130 00',
      holder: 'Nova Aurora',
      password: TEST_PASSWORD,
      ...business.query,
    },
  });
  await sellDaily(business, '2027-06', 29);
  // Of a sale from before, and after the hand-over.
  await business.takeBack(early!, '2027-06-20T12:00:00Z');
  api.clock.set('2027-12-20T12:00:00Z');
  const { data, items, xml, csv } = await report(2027, business);
  const { founder, successor } = business;
  expect(items).toMatchObject([
    {
      ...{ id: -founder.id, seller_id: founder.id, is_former: true, name: FOUNDER.legal_name, orders: 32 },
      ...{ status: 'reportable', kind: 'person', email: founder.email, missing: [] },
    },
    {
      ...{ id: founder.id, seller_id: founder.id, is_former: false, name: SUCCESSOR.legal_name, orders: 29 },
      ...{ status: 'small', kind: 'company', email: successor.email, missing: [] },
    },
  ]);
  expect(items[0]!.quarters.map(({ orders }) => orders)).toEqual([31, 1, 0, 0]);
  expect(add(items)).toEqual(await sumLedger(business));
  expect(data).toMatchObject({ reportable: 1, incomplete: 0, small: 1, orders: 32, ...add([items[0]!]) });
  expect(xml).toContain(`<dpi:LastName>${FOUNDER.last_name}<`);
  expect(xml).toContain('AccountNumberType="IBAN">PT50000201231234567890154<');
  expect(xml).toContain(`-S${founder.id}F<`);
  expect(xml).not.toContain(SUCCESSOR.legal_name);
  expect(csv).toHaveLength(2);
  expect(csv[0]).toMatch(/"Rui Fontes".*PT50000201231234567890154.*"no","yes"$/);
  expect(csv[1]).toMatch(/"Nova Aurora, Lda\.".*DE89370400440532013000.*"yes","no"$/);
});

test('a company that another owner has is one seller, whatever its name and address have become', async () => {
  const business = await createBusinessWithTwoOwners(api, '2029-02-25T12:00:00Z');
  const { founder, successor } = business;
  await founder.call('updateBusiness', { body: SUCCESSOR });
  await sellDaily(business, '2029-03', 20);
  await business.handOver('2029-04-15T12:00:00Z');
  await sellDaily(business, '2029-05', 20);
  api.clock.set('2029-05-25T12:00:00Z');
  const before = await report(2029, business);
  expect(before.items).toMatchObject([{ is_former: false, orders: 41, status: 'reportable' }]);
  expect(add(before.items)).toEqual(await sumLedger(business));
  await successor.call('updateBusiness', {
    body: { ...SUCCESSOR, legal_name: 'Aurora Nova, Lda.', ...business.query, password: TEST_PASSWORD },
  });
  const after = await report(2029, business);
  expect(after.items).toMatchObject([{ is_former: false, orders: 41, name: 'Aurora Nova, Lda.' }]);
});
