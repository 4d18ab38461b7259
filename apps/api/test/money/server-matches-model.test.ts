import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { formatAccount, getBalances } from '../../src/modules/ledger/index.ts';
import {
  createProductOnSale,
  createTestUser,
  markEmailVerified,
  type TestUser,
} from '../support/builders.ts';
import { expectConsistentData } from '../support/consistency.ts';
import { useTestApp } from '../support/test-app.ts';
import { assertModelIsConsistent } from './model-consistency.ts';
import { MIN_PAYOUT_CENTS, type ModelStatement, ReferenceModel } from './reference-model.ts';
import { anyMonth, closeMonth, type Driver, runStep, type Step } from './run-step.ts';
import { createServerDriver, type SellerProduct } from './server-driver.ts';

/** Ten thousand take hours. */
const NUM_MONTHS = Number(process.env.NUM_MONTHS ?? 5);

const api = useTestApp();
let model: ReferenceModel;
let driver: Driver;

beforeAll(async () => {
  const { operator } = api.context.config;
  Object.assign(operator, { iban: 'PT50003300004555698867005', minPayoutCents: MIN_PAYOUT_CENTS });
  api.clock.set('2019-12-01T12:00:00Z');
  const users = new Map<number, TestUser>();
  const products = new Map<number, SellerProduct>();
  const referredBy = new Map<number, number>();
  const addUser = async (options: Parameters<typeof createTestUser>[1], referrerId?: number) => {
    const user = await createTestUser(api, {
      ...options,
      ...(referrerId && { referredBy: users.get(referrerId)! }),
    });
    users.set(user.id, user);
    if (referrerId) referredBy.set(user.id, referrerId);
    await markEmailVerified(api, user);
    return user.id;
  };
  const firstPartnerId = await addUser({ isPartner: true });
  const secondPartnerId = await addUser({ isPartner: true });
  // This user is seller, partner and buyer, referred by another partner.
  const sellingPartnerId = await addUser({ isPartner: true, isSeller: true }, secondPartnerId);
  const sellers = [
    await addUser({ isSeller: true }, firstPartnerId),
    await addUser({ isSeller: true }, secondPartnerId),
    sellingPartnerId,
  ];
  const buyers = [
    await addUser({}, firstPartnerId),
    await addUser({}, secondPartnerId),
    await addUser({}, sellingPartnerId),
    await addUser({}),
    sellingPartnerId,
  ];
  for (const [i, price] of [3.99, 5.99, 9.99].entries()) {
    const productSeller = users.get(sellers[i]!)!;
    const { productId } = await createProductOnSale(api, { seller: productSeller, product: { price } });
    products.set(productSeller.id, { productId, price: Math.round(price * 100) });
  }
  await sql`delete from pickup_slots`.execute(api.db);
  const start = new Date('2026-11-20T12:00:00Z');
  model = new ReferenceModel(
    { buyers, sellers, partners: [firstPartnerId, secondPartnerId, sellingPartnerId], referredBy },
    start,
  );
  driver = createServerDriver(api, users, products);
  await driver.setTime(start);
  for (const id of [sellers[0]!, firstPartnerId]) {
    model.payableUsers.add(id);
    await driver.addBankAccount(id);
  }
});

const withoutZeros = (accounts: ReadonlyMap<string, number>) =>
  Object.fromEntries([...accounts].filter(([, cents]) => cents !== 0).sort());

const sortStatements = <T extends ModelStatement>(list: readonly T[]) =>
  [...list].sort((x, y) =>
    `${x.month} ${x.role} ${x.person}`.localeCompare(`${y.month} ${y.role} ${y.person}`),
  );

/** Asserts that balances, statements and payouts equal those of the model. */
async function expectServerMatchesModel(): Promise<void> {
  const balances = (await getBalances(api.db)).map(
    (balance) => [formatAccount(balance), balance.cents] as const,
  );
  expect(withoutZeros(new Map(balances))).toEqual(withoutZeros(model.getBalances()));
  const { rows } = await sql<ModelStatement & { cents: number | null; state: string | null; number: string }>`
    select s.user_id as person, s.role, to_char(s.month, 'YYYY-MM') as month, opening_cents as opening,
      closing_cents as closing, commission_cents as commission, vat_cents as vat, amount_cents as cents, state
    from statements s left join payouts on statement_id = s.id`.execute(api.db);
  const modelStatements = model.statements.map((statement) => {
    const payout = model.payouts.find((candidate) => candidate.statement === statement);
    return { ...statement, cents: payout?.cents ?? null, state: payout?.state ?? null };
  });
  expect(sortStatements(rows)).toEqual(sortStatements(modelStatements));
}

/** A clock three months ahead: payouts made by it still count after it is corrected. */
const clockAheadSteps: Step[] = [
  { do: 'buy', buyer: 0, seller: 0, how: 'once' },
  { do: 'jump', days: 92 },
  { do: 'settle' },
  { do: 'jump', days: -75 },
  { do: 'buy', buyer: 0, seller: 0, how: 'once' },
];

test('after months of random actions, with jumping clocks, the ledger equals the model', {
  timeout: 30_000 + NUM_MONTHS * 20_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyMonth, async (steps) => {
      for (const step of steps) {
        await runStep(model, driver, step);
        if (['settle', 'payByHand', 'confirm', 'bounce'].includes(step.do)) await expectServerMatchesModel();
      }
      await closeMonth(model, driver);
      await expectServerMatchesModel();
      assertModelIsConsistent(model);
      await expectConsistentData(api.db);
      // Mails and pushes are not sent in this test.
      await sql`delete from pgboss.job`.execute(api.db);
    }),
    {
      numRuns: NUM_MONTHS,
      seed: Number(process.env.MONTH_SEED ?? 20261120),
      endOnFailure: true,
      examples: [[clockAheadSteps]],
    },
  );
  const { rows: gaps } = await sql`select from statements group by issuer, year
    having count(*) <> max(number)`.execute(api.db);
  expect(gaps).toEqual([]);
  const { rows: files } = await sql<{ id: number; file: string; cents: number }>`select run.id, run.file,
    sum(amount_cents)::int as cents from payout_runs run join payouts on run_id = run.id group by run.id`.execute(
    api.db,
  );
  for (const { file, cents } of files)
    expect(file).toContain(`<CtrlSum>${(cents / 100).toFixed(2)}</CtrlSum>`);
  expect(files.length).toBeGreaterThan(0);
});
