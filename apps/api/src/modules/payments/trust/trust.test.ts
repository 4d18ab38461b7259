import { DAY_MS } from '@wopack/domain';
import { beforeAll, expect, test } from 'vitest';
import { buyProduct, createProductOnSale, createTestUser } from '../../../../test/support/builders.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { saveReconciliation } from '../../ledger/index.ts';
import { getTrust, trustJobs } from './trust.ts';

const api = useTestApp();
const listNights = async () => (await api.client()('getTrust')).data.nights;
const compare = async () => {
  await api.jobs.runScheduled('ledger.check-balances');
  await api.jobs.runScheduled('payments.reconcile-provider');
};

beforeAll(async () => {
  const { productId } = await createProductOnSale(api, { quantity: 1 });
  await buyProduct(await createTestUser(api), productId);
  await api.jobs.runDue();
});

test('nothing is published before the first comparison', async () => {
  await api.jobs.runScheduled('payments.record-trust');
  expect(await listNights()).toEqual([]);
});

test('a night has totals of what is owed and what is there, and a second record of it replaces the first', async () => {
  api.clock.advance(DAY_MS);
  await compare();
  await api.jobs.runScheduled('payments.record-trust');
  await api.jobs.runScheduled('payments.record-trust');
  expect(await listNights()).toEqual([
    {
      night: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      recorded_at: api.clock.now().toISOString(),
      compared_at: api.clock.now().toISOString(),
      verdict: 'covered',
      difference_count: 0,
      sellers_cents: 270,
      partners_cents: 0,
      buyers_cents: 0,
      held_cents: 399,
      at_provider_cents: 0,
      in_transit_cents: 0,
      taken_cents: 399,
      provider_taken_cents: 399,
      accounts_cents: null,
      provider_accounts_cents: null,
    },
  ]);
});

test('what the provider has otherwise is not called covered', async () => {
  api.clock.advance(DAY_MS);
  await api.db.updateTable('sandbox_intents').set({ amount_cents: 398 }).execute();
  await compare();
  await api.jobs.runScheduled('payments.record-trust');
  const [last, before] = await listNights();
  expect(last).toMatchObject({
    verdict: 'differences',
    difference_count: 1,
    taken_cents: 399,
    provider_taken_cents: 398,
  });
  expect(before).toMatchObject({ verdict: 'covered' });
  await api.db.updateTable('sandbox_intents').set({ amount_cents: 399 }).execute();
});

test('without a comparison for two nights it is not confirmed, and the balances of accounts are shown once compared', async () => {
  await saveReconciliation(api.db, {
    kind: 'ledger',
    checked_at: api.clock.now(),
    differences: [],
    sums: [],
  });
  await saveReconciliation(api.db, {
    kind: 'provider',
    checked_at: api.clock.now(),
    differences: [],
    sums: [{ name: 'at_provider', ledgerCents: 700, otherCents: 700 }],
  });
  api.clock.advance(2 * DAY_MS);
  await api.jobs.runScheduled('payments.record-trust');
  expect((await listNights())[0]).toMatchObject({
    verdict: 'not_compared',
    accounts_cents: 700,
    provider_accounts_cents: 700,
  });
});

test('thirty nights are shown, the newest first', async () => {
  for (let night = 0; night < 31; night += 1) {
    api.clock.advance(DAY_MS);
    await api.jobs.runScheduled('payments.record-trust');
  }
  const nights = (await listNights()).map(({ night }) => night);
  expect(nights).toHaveLength(30);
  expect(nights).toEqual(nights.toSorted().reverse());
});

test('where it is off, nothing is shown or recorded', async () => {
  const context = { ...api.context, config: { ...api.context.config, trustPage: false } };
  await expect(getTrust(context)).rejects.toMatchObject({ kind: 'notFound' });
  await api.db.deleteFrom('trust_nights').execute();
  await trustJobs(context);
  await api.jobs.runScheduled('payments.record-trust');
  expect(await listNights()).toEqual([]);
  await trustJobs(api.context);
  await api.jobs.runDue();
  expect(await listNights()).toHaveLength(1);
});
