import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  startPayment,
} from '../../../test/support/builders.ts';
import { MINUTE, useTestApp } from '../../../test/support/test-app.ts';
import { compareWithProvider, reconcile } from './reconcile.ts';

const api = useTestApp();
const DAY = 24 * 60 * MINUTE;

/** A day ago: two purchases, one of them cancelled, and an abandoned hold. */
beforeEach(async () => {
  // Moves payments of earlier tests out of the period; they cannot be deleted, because postings refer to them.
  for (const table of ['sandbox_intents', 'payments'] as const)
    await sql`UPDATE ${sql.table(table)} SET created_at = created_at - interval '1 year'`.execute(api.db);
  const { productId } = await createProductOnSale(api, { quantity: 4 });
  const buyer = await createTestUser(api);
  await buyProduct(buyer, productId);
  const { id } = await buyProduct(buyer, productId);
  await buyer.call('cancelOrder', { params: { id }, body: { reason: 'It has nuts in it.' } });
  await startPayment(await createTestUser(api), productId);
  await api.jobs.runDue();
  api.clock.advance(DAY);
  await api.jobs.runDue();
  api.logs.length = 0;
});

const listAlerts = () => api.logs.filter(({ msg }) => msg === 'operator alert');
const lastWeek = () => ({ from: new Date(api.clock.now().getTime() - 7 * DAY), to: api.clock.now() });
const listMismatches = () => reconcile(api.context, api.provider, lastWeek());
const getPaidRef = async () =>
  (
    await api.db
      .selectFrom('payments')
      .select('provider_ref')
      .where('state', '=', 'paid')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).provider_ref!;
const changeProviderRecord = (change: object) =>
  api.db
    .updateTable('sandbox_intents')
    .set(change)
    .where('status', '=', 'succeeded')
    .where('refunded_cents', '=', 0);

test('provider and payments agree on purchases, refunds and released holds', async () => {
  expect(await listMismatches()).toEqual([]);
  await api.jobs.runScheduled('payments.reconcile-provider');
  expect(listAlerts()).toEqual([]);
  const { sums } = await compareWithProvider(api.context, api.provider, lastWeek());
  expect(sums).toEqual([
    { name: 'charges', ledgerCents: 798, otherCents: 798 },
    { name: 'refunds', ledgerCents: 399, otherCents: 399 },
  ]);
});

test.each([
  ['another amount', { amount_cents: 398 }, { kind: 'amount', recordedValue: '399', listedValue: '398' }],
  [
    'money that went back without us',
    { refunded_cents: 100 },
    { kind: 'refunded', recordedValue: '0', listedValue: '100' },
  ],
  [
    'money that never came',
    { status: 'canceled' },
    { kind: 'not_paid', recordedValue: 'paid', listedValue: 'canceled' },
  ],
] as const)('%s is found', async (_, change, mismatch) => {
  const ref = await getPaidRef();
  await changeProviderRecord(change).execute();
  expect(await listMismatches()).toEqual([{ ref, ...mismatch }]);
  await api.jobs.runScheduled('payments.reconcile-provider');
  expect(listAlerts()).toMatchObject([
    { alert: 'provider', lines: [expect.stringContaining(`${ref} ${mismatch.kind}`)] },
  ]);
});

test('a payment missing on one side is reported', async () => {
  const ref = await getPaidRef();
  await sql`UPDATE payments SET provider_ref = 'pi_ours' WHERE provider_ref = ${ref}`.execute(api.db);
  expect(await listMismatches()).toEqual([
    { ref, kind: 'unknown_to_us', recordedValue: 'nothing', listedValue: 'succeeded' },
    { ref: 'pi_ours', kind: 'unknown_to_provider', recordedValue: 'paid', listedValue: 'nothing' },
  ]);
});

test('a succeeded payment that was not settled is reported after an hour', async () => {
  const { productId } = await createProductOnSale(api);
  const { client_secret } = await startPayment(await createTestUser(api), productId);
  await sql`UPDATE sandbox_intents SET status = 'succeeded' WHERE client_secret = ${client_secret}`.execute(
    api.db,
  );
  expect(await listMismatches()).toEqual([]);
  api.clock.advance(2 * 60 * MINUTE);
  expect(await listMismatches()).toMatchObject([
    { kind: 'not_settled', recordedValue: 'pending', listedValue: 'succeeded' },
  ]);
});
