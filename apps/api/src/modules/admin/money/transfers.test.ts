import { HOUR_MS, MINUTE_MS } from '@wopack/domain';
import { expect, test } from 'vitest';
import { createTestUser, expectApiError } from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
const REASON = { reason: 'The account is verified again.' };

async function insertTransfer(changes: object) {
  const now = api.clock.now();
  const partner = await createTestUser(api);
  const { id } = await api.db
    .insertInto('provider_transfers')
    .values({
      user_id: partner.id,
      role: 'partner',
      account_ref: 'acct_1',
      amount_cents: 1900,
      state: 'refused',
      attempts: 5,
      next_attempt_at: new Date(now.getTime() + HOUR_MS),
      error: 'balance_insufficient',
      created_at: now,
      changed_at: now,
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, partner };
}
const read = (id: number) =>
  api.db
    .selectFrom('provider_transfers')
    .select(['state', 'next_attempt_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('what was tried five times needs attention, unless there is only nothing to take back', async () => {
  const stuck = await insertTransfer({});
  const fresh = await insertTransfer({ attempts: 4 });
  const empty = await insertTransfer({ error: 'nothing_there', attempts: 9 });
  const finance = await createTestOperator(api, 'finance');
  const listIds = async (query: object) =>
    (await finance.call('listAdminTransfers', { query })).items.map(({ id }) => id);
  expect(await listIds({ needs_attention: 'yes' })).toEqual([stuck.id]);
  expect(await listIds({ needs_attention: 'no', state: 'refused' })).toEqual([empty.id, fresh.id]);
  expect(await listIds({ user_id: fresh.partner.id, kind: 'transfer' })).toEqual([fresh.id]);
  expect(await listIds({ kind: 'reversal' })).toEqual([]);
  const { data } = await finance.call('getDashboard');
  expect(data.tasks.find(({ kind }) => kind === 'stuck_transfers')).toMatchObject({ count: 1 });
  const { items } = await finance.call('listAdminTransfers', { query: { user_id: stuck.partner.id } });
  expect(items).toMatchObject([
    {
      kind: 'transfer',
      payee: { id: stuck.partner.id },
      error: 'balance_insufficient',
      tries: 5,
      needs_attention: true,
    },
  ]);
});

test('a refused one is planned anew at once, and the decision is in the audit log', async () => {
  const { id } = await insertTransfer({});
  const finance = await createTestOperator(api, 'finance');
  await finance.call('tryAdminTransfer', { params: { id }, body: REASON });
  expect(await read(id)).toEqual({ state: 'refused', next_attempt_at: api.clock.now() });
  const entry = await api.db
    .selectFrom('audit_entries')
    .select(['action', 'reason', 'before'])
    .where('subject_kind', '=', 'provider_transfer')
    .where('subject_id', '=', String(id))
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    action: 'tryAdminTransfer',
    ...REASON,
    before: { state: 'refused', error: 'balance_insufficient' },
  });
  await api.jobs.runDue();
  // Nothing of it is due: nothing may be moved.
  expect(await read(id)).toMatchObject({ state: 'cancelled' });
  await expectApiError(finance.call('tryAdminTransfer', { params: { id }, body: REASON }), 5);
});

test('one of unknown outcome is not asked for again while the provider may still be at it', async () => {
  const { id } = await insertTransfer({ state: 'unknown', error: 'no answer' });
  const finance = await createTestOperator(api, 'finance');
  await expectApiError(finance.call('tryAdminTransfer', { params: { id }, body: REASON }), 5);
  api.clock.advance(5 * MINUTE_MS);
  await finance.call('tryAdminTransfer', { params: { id }, body: REASON });
  expect(await read(id)).toEqual({ state: 'unknown', next_attempt_at: api.clock.now() });
});

test('payouts by the provider are listed with what came back, by state', async () => {
  const now = api.clock.now();
  const seller = await createTestUser(api);
  const payout = {
    user_id: seller.id,
    account_ref: 'acct_2',
    seller_cents: 5000,
    partner_cents: 40,
    arrives_on: '2026-12-10',
    created_at: now,
    changed_at: now,
  };
  await api.db
    .insertInto('provider_payouts')
    .values([
      { ...payout, reference: 'po_paid', status: 'paid' },
      { ...payout, reference: 'po_failed', status: 'failed', failure: 'account_closed' },
    ])
    .execute();
  const finance = await createTestOperator(api, 'finance');
  const { items, sums } = await finance.call('listAdminProviderPayouts', { query: { status: 'failed' } });
  expect(items).toMatchObject([
    { payee: { id: seller.id }, reference: 'po_failed', failure: 'account_closed', seller_cents: 5000 },
  ]);
  expect(sums).toEqual({ seller_cents: 5000, partner_cents: 40 });
});

test('what came back waits until something is paid out of the account again', async () => {
  const seller = await createTestUser(api);
  const payout = {
    user_id: seller.id,
    account_ref: `acct_${seller.id}`,
    seller_cents: 5000,
    partner_cents: 0,
    arrives_on: '2026-12-10',
  };
  const insert = (reference: string, status: 'failed' | 'paid') => {
    api.clock.advance(MINUTE_MS);
    const now = api.clock.now();
    return api.db
      .insertInto('provider_payouts')
      .values({ ...payout, reference: `${reference}_${seller.id}`, status, created_at: now, changed_at: now })
      .execute();
  };
  const finance = await createTestOperator(api, 'finance');
  const countWaiting = async () =>
    (await finance.call('getDashboard')).data.tasks.find(({ kind }) => kind === 'failed_payouts')!.count;
  const listWaiting = async () =>
    (
      await finance.call('listAdminProviderPayouts', {
        query: { needs_attention: 'yes', user_id: seller.id },
      })
    ).items.map(({ reference }) => reference);
  await insert('po_0', 'paid');
  const before = await countWaiting();
  await insert('po_1', 'failed');
  expect(await countWaiting()).toBe(before + 1);
  expect(await listWaiting()).toEqual([`po_1_${seller.id}`]);
  await insert('po_2', 'paid');
  expect(await countWaiting()).toBe(before);
  expect(await listWaiting()).toEqual([]);
});
