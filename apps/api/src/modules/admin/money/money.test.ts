import { beforeAll, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  setUpPayouts,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { issueStatements } from '../../ledger/index.ts';

const api = useTestApp();
const body = { reason: 'Month-end closing.' };
let seller: TestUser;
let finance: TestUser;

/** A seller with five sold orders and payout details, in December. */
beforeAll(async () => {
  api.context.config.operator.iban = 'PT50003300004555698867005';
  const productOnSale = await createProductOnSale(api, { quantity: 7 });
  seller = productOnSale.seller;
  await setUpPayouts(api, seller);
  for (let i = 0; i < 5; i++) await buyProduct(await createTestUser(api), productOnSale.productId);
  await api.jobs.runDue();
  api.clock.set('2026-12-02T09:00:00Z');
  await api.jobs.runScheduled('orders.mark-not-collected');
  await issueStatements(api.context);
  finance = await createTestOperator(api, 'finance');
});

test('a blocked account is paid nothing, and what is owed stays owed', async () => {
  const owner = await createTestOperator(api, 'owner');
  const params = { id: seller.id };
  const getSeller = async () => (await owner.call('getAdminSeller', { params })).data;
  const countHeld = async () =>
    (await owner.call('listAdminSellers', { query: { payouts_held: 'yes' } })).items.length;
  const { balance_cents: owed } = await getSeller();
  await owner.call('blockUser', { params, body });
  expect((await finance.call('createPayoutRun', { body })).data).toMatchObject({ id: null, payouts: 0 });
  expect(await getSeller()).toMatchObject({ payouts_held: false, is_blocked: true, balance_cents: owed });
  expect(await countHeld()).toBe(1);
  await owner.call('unblockUser', { params, body });
  expect(await getSeller()).toMatchObject({ is_blocked: false, balance_cents: owed });
  expect(await countHeld()).toBe(0);
});

test('finance runs a payout: prepare, file, sent, arrived, returned', async () => {
  const params = { id: seller.id };
  await finance.call('holdPayouts', { params, body });
  expect((await finance.call('createPayoutRun', { body })).data).toEqual({
    id: null,
    payouts: 0,
    amount_cents: 0,
  });
  await finance.call('releasePayouts', { params, body });
  const { data } = await finance.call('createPayoutRun', { body });
  expect(data).toMatchObject({ payouts: 1, amount_cents: 1350 });
  const run = { params: { id: data.id! } };
  const { items } = (await finance.call('getPayoutRun', run)).data;
  expect(items).toMatchObject([{ user_id: seller.id, state: 'made', iban_last4: '0154' }]);
  const file = await (await finance.call('exportPayoutFile', run)).text();
  expect(file).toContain('<InstdAmt Ccy="EUR">13.50</InstdAmt>');
  await expectApiError(finance.call('confirmPayoutRun', { ...run, body }), 5);
  expect((await finance.call('markPayoutRunSent', { ...run, body })).data.sent_at).not.toBeNull();
  expect((await finance.call('confirmPayoutRun', { ...run, body })).data.confirmed).toBe(1);
  const payout = { params: { id: items[0]!.id }, body: { reason: 'account closed' } };
  expect((await finance.call('returnAdminPayout', payout)).data).toMatchObject({
    returned: 1,
    items: [{ state: 'returned', return_reason: 'account closed' }],
  });
  const { items: entries } = await finance.call('listLedgerEntries', {
    query: { kind: 'payout_returned', user_id: seller.id },
  });
  expect(entries).toMatchObject([{ account: 'seller', amount_cents: -1350, payout_id: items[0]!.id }]);
  const actions = await api.db
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_kind', 'in', ['payout_run', 'payout'])
    .where('subject_id', '!=', '')
    .orderBy('id')
    .execute();
  expect(actions.map(({ action }) => action)).toEqual([
    'createPayoutRun',
    'getPayoutRun',
    'exportPayoutFile',
    'markPayoutRunSent',
    'confirmPayoutRun',
    'returnAdminPayout',
  ]);
  expect((await finance.call('listPayoutRuns')).items).toMatchObject([{ id: data.id, payouts: 1 }]);
  expect((await finance.call('listAdminStatements', { query: { user_id: seller.id } })).items).toMatchObject([
    { number: 'WP-2026-00001', payout_state: 'returned' },
  ]);
});

test('a change that fails leaves neither a half of itself nor an audit entry', async () => {
  const count = async () => (await api.db.selectFrom('audit_entries').select('id').execute()).length;
  const before = await count();
  await expectApiError(
    finance.call('returnAdminPayout', { params: { id: 999 }, body: { reason: 'none' } }),
    4,
  );
  api.context.config.operator.iban = null;
  await expectApiError(finance.call('createPayoutRun', { body }), 5);
  expect(await count()).toBe(before);
});

test('the ledger is filtered by account, user, kind and period, and paged without gaps', async () => {
  const list = async (query: object) =>
    (await finance.call('listLedgerEntries', { query: { limit: 100, ...query } })).items;
  const all = await list({});
  const paged: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await finance.call('listLedgerEntries', {
      query: { limit: 3, ...(cursor && { cursor }) },
    });
    paged.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor);
  expect(paged).toEqual(all.map(({ id }) => id));
  expect(all.length).toBeGreaterThan(20);
  const pick = (keep: (entry: (typeof all)[number]) => boolean) => all.filter(keep);
  expect(await list({ account: 'commission' })).toEqual(pick(({ account }) => account === 'commission'));
  expect(await list({ account: 'seller', kind: 'sale' })).toEqual(
    pick(({ account, kind }) => account === 'seller' && kind === 'sale'),
  );
  expect(await list({ user_id: seller.id })).toEqual(pick(({ user }) => user?.id === seller.id));
  expect(await list({ user_id: seller.id, account: 'buyer' })).toEqual([]);
  const sameDay = pick(({ at }) => at.startsWith('2026-11-20'));
  expect(sameDay.length).toBeGreaterThan(0);
  expect(await list({ from: '2026-11-20', to: '2026-11-20' })).toEqual(sameDay);
  expect(await list({ from: '2026-11-20', to: '2026-11-20', account: 'commission' })).toEqual(
    sameDay.filter(({ account }) => account === 'commission'),
  );
  expect(await list({ from: '2025-01-01', to: '2025-01-31' })).toEqual([]);
});

test('a dispute that the bank has withdrawn or prevented waits for nobody', async () => {
  const { payment_id } = await api.db.selectFrom('orders').select('payment_id').executeTakeFirstOrThrow();
  const statuses = ['needs_response', 'under_review', 'won', 'lost', 'warning_closed', 'prevented'];
  await api.db
    .insertInto('disputes')
    .values(
      statuses.map((status) => ({
        payment_id,
        reason: 'general',
        status,
        provider_ref: `dp_${status}`,
        amount_cents: 399,
        opened_at: api.clock.now(),
        checked_at: api.clock.now(),
      })),
    )
    .execute();
  const listStatuses = async (state: 'open' | 'closed') =>
    (await finance.call('listDisputes', { query: { state } })).items.map(({ status }) => status).sort();
  expect(await listStatuses('open')).toEqual(['needs_response', 'under_review']);
  expect(await listStatuses('closed')).toEqual(['lost', 'prevented', 'warning_closed', 'won']);
  const { tasks } = (await finance.call('getDashboard')).data;
  expect(tasks.find(({ kind }) => kind === 'disputes')).toMatchObject({ count: 2 });
});
