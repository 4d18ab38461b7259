import { beforeAll, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  setUpPayouts,
  signInAgain,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { useTestApp, waitUntilBlocked } from '../../../../test/support/test-app.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { issueStatements } from '../../ledger/index.ts';
import { assertSecondOperator } from '../own-cases/second-operator.ts';

const api = useTestApp();
const body = { reason: 'Month-end closing.' };
let seller: TestUser;
let finance: TestUser;
/** Takes every second step: each is another operator's than the one before. */
let second: TestUser;

const findLatestRun = (db: DbOrTrx) =>
  db.selectFrom('payout_runs').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

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
  second = await createTestOperator(api, 'finance', { name: 'Paula Reis' });
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
  // The seller, as an operator, would be paid by it.
  const own = await createTestOperator(api, 'finance', { user: await signInAgain(api, seller) });
  await expectApiError(own.call('createPayoutRun', { body }), 5);
  const { data } = await finance.call('createPayoutRun', { body });
  expect(data).toMatchObject({ payouts: 1, amount_cents: 1350 });
  const run = { params: { id: data.id! } };
  const { items } = (await finance.call('getPayoutRun', run)).data;
  expect(items).toMatchObject([{ user_id: seller.id, state: 'made', iban_last4: '0154' }]);
  const file = await (await finance.call('exportPayoutFile', run)).text();
  expect(file).toContain('<InstdAmt Ccy="EUR">13.50</InstdAmt>');
  await expectApiError(finance.call('confirmPayoutRun', { ...run, body }), 5);
  await expectApiError(finance.call('markPayoutRunSent', { ...run, body }), 5);
  expect((await second.call('markPayoutRunSent', { ...run, body })).data.sent_at).not.toBeNull();
  await expectApiError(second.call('confirmPayoutRun', { ...run, body }), 5);
  expect((await finance.call('confirmPayoutRun', { ...run, body })).data.confirmed).toBe(1);
  for (const name of ['markPayoutRunSent', 'confirmPayoutRun'] as const)
    await expectApiError(own.call(name, { ...run, body }), 5);
  const payout = {
    params: { id: items[0]!.id },
    body: { reason: 'account closed', bank_reference: 'R 4711' },
  };
  for (const { call } of [own, finance]) await expectApiError(call('returnAdminPayout', payout), 5);
  const withoutReference = { ...payout, body: { reason: 'account closed', bank_reference: ' ' } };
  await expectApiError(second.call('returnAdminPayout', withoutReference), 1, 'bank_reference');
  expect((await second.call('returnAdminPayout', payout)).data).toMatchObject({
    returned: 1,
    items: [{ state: 'returned', return_reason: 'account closed', return_reference: 'R 4711' }],
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
    .where((entry) => entry.or([entry('operator_id', '!=', own.id), entry('operator_id', 'is', null)]))
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

test('who marks a run sent does not confirm it, at one moment neither', async () => {
  const rollBack = new Error('roll back');
  const now = api.clock.now();
  const run = await findLatestRun(api.db);
  await api.db
    .updateTable('payouts')
    .set({ state: 'made', changed_by: finance.id })
    .where('run_id', '=', run.id)
    .execute();
  const isLocked = Promise.withResolvers<void>();
  const isReleased = Promise.withResolvers<void>();
  const lock = api.db.transaction().execute(async (trx) => {
    await trx.selectFrom('payouts').select('id').where('run_id', '=', run.id).forUpdate().execute();
    isLocked.resolve();
    await isReleased.promise;
    throw rollBack;
  });
  await isLocked.promise;
  const call = { params: { id: run.id }, body };
  const sent = second.call('markPayoutRunSent', call);
  await waitUntilBlocked(api, 1, sent);
  const confirmed = second.call('confirmPayoutRun', call);
  await waitUntilBlocked(api, 2, sent, confirmed);
  isReleased.resolve();
  await expect(lock).rejects.toBe(rollBack);
  await sent;
  await expectApiError(confirmed, 5);
  // As it was before.
  await api.db
    .updateTable('payouts')
    .set({ state: 'returned', changed_by: second.id, changed_at: now })
    .where('run_id', '=', run.id)
    .execute();
});

test('who is the only one to do it takes every step, and the audit log says so', async () => {
  const rollBack = new Error('roll back');
  const rolledBack = api.db.transaction().execute(async (trx) => {
    const run = await findLatestRun(trx);
    const step = (operatorId: number) => ({
      operatorId,
      subject: ['payout_run', run.id] as const,
      steps: [{ changed_by: finance.id }],
    });
    await expect(assertSecondOperator(trx, step(finance.id))).rejects.toThrow('admin.secondOperator');
    expect(await assertSecondOperator(trx, step(second.id))).toEqual({});
    // The seller has the role, too, but is paid, if only by a payout that came back.
    await trx.deleteFrom('operators').where('user_id', 'not in', [finance.id, seller.id]).execute();
    expect(await assertSecondOperator(trx, step(finance.id))).toEqual({ alone: true });
    throw rollBack;
  });
  await expect(rolledBack).rejects.toBe(rollBack);
});

test('who is paid to the same bank account is no second operator', async () => {
  const rollBack = new Error('roll back');
  const third = await createTestOperator(api, 'finance');
  const rolledBack = api.db.transaction().execute(async (trx) => {
    const run = await findLatestRun(trx);
    const step = { subject: ['payout_run', run.id] as const, steps: [{ changed_by: finance.id }] };
    const account = { iban: 'DE89370400440532013000', holder: 'A', updated_at: api.clock.now() };
    await trx
      .insertInto('payout_details')
      .values([finance, second].map(({ id }) => ({ user_id: id, ...account })))
      .execute();
    const asSecond = assertSecondOperator(trx, { ...step, operatorId: second.id });
    await expect(asSecond).rejects.toThrow('admin.secondOperator');
    expect(await assertSecondOperator(trx, { ...step, operatorId: third.id })).toEqual({});
    await trx.deleteFrom('operators').where('user_id', 'not in', [finance.id, second.id]).execute();
    for (const { id } of [finance, second])
      expect(await assertSecondOperator(trx, { ...step, operatorId: id })).toEqual({ alone: true });
    throw rollBack;
  });
  await expect(rolledBack).rejects.toBe(rollBack);
  await api.db.deleteFrom('operator_sessions').where('user_id', '=', third.id).execute();
  await api.db.deleteFrom('operators').where('user_id', '=', third.id).execute();
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
