import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { buyProduct, createProductOnSale, createTestUser } from '../../../test/support/builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import type { LedgerAccount } from './accounts.ts';
import { getBalance, getBalances, postTransaction } from './index.ts';
import type { Posting, TransactionSource } from './post-transaction.ts';

const api = useTestApp();
const now = new Date('2026-11-20T12:00:00Z');
let postingCount = 0;
let sellerId: number;

beforeAll(async () => {
  sellerId = (await createTestUser(api, { isSeller: true })).id;
});

const buildPosting = (change: { note?: string; entries?: Posting['entries'] } = {}) => ({
  kind: 'adjustment' as const,
  note: `test ${++postingCount}`,
  entries: [
    { account: { kind: 'provider' }, amountCents: 399 },
    { account: { kind: 'seller', userId: sellerId }, amountCents: -270 },
    { account: { kind: 'commission' }, amountCents: -129 },
  ] as Posting['entries'],
  now,
  ...change,
});
const postPosting = (posting: Posting) =>
  api.db.transaction().execute((trx) => postTransaction(trx, posting));
const sumBalances = async () => (await getBalances(api.db)).reduce((sum, { cents }) => sum + cents, 0);

describe('postings are immutable', () => {
  const changes = [
    'UPDATE ledger_entries SET amount_cents = amount_cents + 1',
    'UPDATE ledger_entries SET account_id = 1 WHERE false',
    'DELETE FROM ledger_entries',
    'TRUNCATE ledger_entries CASCADE',
    "UPDATE ledger_transactions SET kind = 'gift'",
    'DELETE FROM ledger_transactions',
    'TRUNCATE ledger_transactions CASCADE',
    'TRUNCATE ledger_accounts CASCADE',
  ];
  test.each(changes)('%s is refused by the database', async (statement) => {
    await postPosting(buildPosting());
    const before = await getBalances(api.db);
    await expect(sql.raw(statement).execute(api.db)).rejects.toThrow(/permission denied/);
    // The owner of the tables is refused by a trigger.
    await expect(sql.raw(statement).execute(api.ownerDb)).rejects.toThrow(/append-only/);
    expect(await getBalances(api.db)).toEqual(before);
  });

  test("an account's kind and user cannot change, so entries cannot move to another owner", async () => {
    await postPosting(buildPosting());
    for (const statement of [
      "UPDATE ledger_accounts SET account_kind = 'vat' WHERE account_kind = 'commission'",
      "UPDATE ledger_accounts SET user_id = user_id + 1 WHERE account_kind = 'seller'",
      'DELETE FROM ledger_accounts',
    ])
      for (const db of [api.db, api.ownerDb]) await expect(sql.raw(statement).execute(db)).rejects.toThrow();
  });
});

test('append-only triggers also hold in a replication session', async () => {
  await postPosting(buildPosting());
  for (const statement of ['DELETE FROM ledger_entries', "UPDATE ledger_transactions SET kind = 'gift'"]) {
    const bypassAttempt = api.ownerDb.transaction().execute(async (trx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(trx);
      await sql.raw(statement).execute(trx);
    });
    await expect(bypassAttempt).rejects.toThrow(/append-only/);
  }
});

describe('an unbalanced transaction cannot be committed', () => {
  const UNBALANCED_ENTRIES: [string, Posting['entries']][] = [
    [
      'one cent too much',
      [
        { account: { kind: 'provider' }, amountCents: 400 },
        { account: { kind: 'commission' }, amountCents: -399 },
      ],
    ],
    ['one side alone', [{ account: { kind: 'provider' }, amountCents: 399 }]],
    ['nothing at all', []],
  ];
  test.each(UNBALANCED_ENTRIES)('%s', async (_, entries) => {
    const posting = buildPosting({ entries });
    await expect(postPosting(posting)).rejects.toThrow();
    const storedTransactions = api.db
      .selectFrom('ledger_transactions')
      .selectAll()
      .where('note', '=', posting.note);
    expect(await storedTransactions.execute()).toEqual([]);
  });

  test('an entry added later is refused', async () => {
    const posting = buildPosting();
    await postPosting(posting);
    const { id } = await api.db
      .selectFrom('ledger_transactions')
      .select('id')
      .where('note', '=', posting.note)
      .executeTakeFirstOrThrow();
    const extraEntry = sql`INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
      SELECT ${id}, id, 1 FROM ledger_accounts WHERE account_kind = 'commission'`;
    await expect(extraEntry.execute(api.db)).rejects.toThrow(/balance/);
  });

  test('an entry of zero cents is refused', async () => {
    const entries: Posting['entries'] = [{ account: { kind: 'provider' }, amountCents: 0 }];
    await expect(postPosting(buildPosting({ entries }))).rejects.toThrow();
  });

  test("an entry of zero is refused beside others, unless it is a seller's", async () => {
    const seller = await createTestUser(api);
    const withZero = (account: Posting['entries'][number]['account']) =>
      postPosting(buildPosting({ entries: [...buildPosting().entries, { account, amountCents: 0 }] }));
    await expect(withZero({ kind: 'promotions' })).rejects.toThrow(/entry of 0/);
    expect(await withZero({ kind: 'seller', userId: seller.id })).toBe(true);
  });

  test('a transaction that fails afterwards leaves nothing', async () => {
    const posting = buildPosting();
    const failingTransaction = api.db.transaction().execute(async (trx) => {
      await postTransaction(trx, posting);
      throw new Error('something else');
    });
    await expect(failingTransaction).rejects.toThrow('something else');
    expect(await postPosting(posting)).toBe(true);
  });
});

describe('posting twice', () => {
  test('posts once and returns false the second time', async () => {
    const posting = buildPosting();
    const before = await getBalance(api.db, { kind: 'provider' });
    expect(await postPosting(posting)).toBe(true);
    expect(await postPosting(posting)).toBe(false);
    expect(await postPosting({ ...posting, entries: [...posting.entries].reverse() })).toBe(false);
    expect(await getBalance(api.db, { kind: 'provider' })).toBe(before + 399);
  });

  const ORDER = { paymentId: 71, orderId: 72 };
  const SOURCES: TransactionSource[] = [
    { kind: 'payment', paymentId: 71 },
    { kind: 'payment', paymentId: 73 },
    { kind: 'refund', paymentId: 71, refundTransferId: 1, refundPostingNumber: 1 },
    { kind: 'refund_failed', paymentId: 71, refundTransferId: 1, refundPostingNumber: 2 },
    { kind: 'refund', paymentId: 71, refundTransferId: 2, refundPostingNumber: 1 },
    { kind: 'sale', ...ORDER },
    { kind: 'cancellation', ...ORDER, restorations: 0 },
    { kind: 'order_refund', ...ORDER, restorations: 0 },
    { kind: 'partial_refund', ...ORDER, refundedTotalCents: 100, restorations: 0 },
    { kind: 'partial_refund', ...ORDER, refundedTotalCents: 150, restorations: 0 },
    // Taken back again, after the sale was restored.
    { kind: 'sale_restored', ...ORDER, restorations: 1 },
    { kind: 'order_refund', ...ORDER, restorations: 1 },
    { kind: 'partial_refund', ...ORDER, refundedTotalCents: 150, restorations: 1 },
    { kind: 'sale_restored', ...ORDER, restorations: 2 },
    { kind: 'dispute', paymentId: 71, disputeId: 1, disputePostingNumber: 1 },
    { kind: 'dispute', paymentId: 71, disputeId: 1, disputePostingNumber: 2 },
    { kind: 'dispute', paymentId: 71, disputeId: 2, disputePostingNumber: 1 },
    { kind: 'payout', payoutId: 1 },
    { kind: 'payout_confirmed', payoutId: 1 },
    { kind: 'payout_returned', payoutId: 1 },
    { kind: 'payout', payoutId: 2 },
    { kind: 'commission_vat', statementId: 1 },
    { kind: 'commission_vat', statementId: 2 },
    { kind: 'affiliate_credit', partnerId: 1, creditMonth: '2026-10-01' },
    { kind: 'affiliate_credit', partnerId: 1, creditMonth: '2026-11-01' },
    { kind: 'affiliate_credit', partnerId: 2, creditMonth: '2026-10-01' },
    { kind: 'transfer', providerTransferId: 1 },
    { kind: 'transfer_reversal', providerTransferId: 2 },
    { kind: 'provider_payout', providerPayoutId: 1, providerPayoutPostingNumber: 1 },
    { kind: 'provider_payout', providerPayoutId: 1, providerPayoutPostingNumber: 2 },
    { kind: 'provider_payout', providerPayoutId: 2, providerPayoutPostingNumber: 1 },
    { kind: 'adjustment', note: 'first' },
    { kind: 'adjustment', note: 'second' },
  ];
  test('each kind is posted once for its source, and again for another', async () => {
    const results = await api.ownerDb.transaction().execute(async (trx) => {
      // Foreign keys are not checked in this mode: the sources need no rows.
      await sql`SET LOCAL session_replication_role = replica`.execute(trx);
      const postAll = async () => {
        const posted: boolean[] = [];
        for (const source of SOURCES) {
          posted.push(await postTransaction(trx, { ...source, entries: buildPosting().entries, now }));
        }
        return posted;
      };
      return [await postAll(), await postAll()];
    });
    expect(results).toEqual([SOURCES.map(() => true), SOURCES.map(() => false)]);
  });

  test.each([
    ['a kind that does not exist', sql`kind, note`, sql`'gift', 'x'`],
    ['a sale of no order', sql`kind, payment_id`, sql`'sale', 71`],
    ['a payment with a payout', sql`kind, payment_id, payout_id`, sql`'payment', 71, 1`],
    ['an adjustment of nothing', sql`kind`, sql`'adjustment'`],
  ])('%s is refused by the database', async (_, columns, values) => {
    const insert = sql`insert into ledger_transactions (created_at, effective_at, ${columns}) values (now(), now(), ${values})`;
    await expect(insert.execute(api.db)).rejects.toThrow(/source_of_kind/);
  });

  test('ten concurrent postings of one source post once', async () => {
    const posting = buildPosting({ entries: buildPosting().entries.map((entry) => ({ ...entry })) });
    const results = await Promise.all(Array.from({ length: 10 }, () => postPosting(posting)));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  test('concurrent postings create a new account once', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => createTestUser(api)));
    const userIds = users.map(({ id }) => id);
    const entries = (order: number[]): Posting['entries'] =>
      order.map((userId, i) => ({ account: { kind: 'seller', userId }, amountCents: i % 2 ? 5 : -5 }));
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        postPosting(buildPosting({ entries: entries(i % 2 ? userIds : userIds.toReversed()) })),
      ),
    );
    const createdAccounts = await api.db
      .selectFrom('ledger_accounts')
      .select('user_id')
      .where('account_kind', '=', 'seller')
      .where('user_id', 'in', userIds)
      .execute();
    expect(createdAccounts).toHaveLength(6);
  });
});

test('a sale posts price, earning and commission', async () => {
  const { seller, productId } = await createProductOnSale(api, { product: { price: 5.99 } });
  const buyer = await createTestUser(api);
  const accounts: LedgerAccount[] = [
    { kind: 'provider' },
    { kind: 'buyer', userId: buyer.id },
    { kind: 'seller', userId: seller.id },
    { kind: 'commission' },
  ];
  const listBalances = () => Promise.all(accounts.map((account) => getBalance(api.db, account)));
  const before = await listBalances();
  const { token, client_secret } = await buyer.call('initiatePayment', {
    body: { amount: 5.99, currency: 'EUR', productId },
  });
  const card = { number: '4242424242424242', exp_month: 1, exp_year: 2030, cvc: '1234' };
  await buyer.call('confirmSandboxPayment', { body: { client_secret, card } });
  await buyer.call('completePayment', { body: { token } });
  const after = await listBalances();
  expect(after.map((cents, i) => cents - before[i]!)).toEqual([599, 0, -470, -129]);
  expect(await sumBalances()).toBe(0);
});

test('price and earning of an order are fixed when it is bought', async () => {
  const { seller, productId } = await createProductOnSale(api);
  await buyProduct(await createTestUser(api), productId);
  await api.db.updateTable('products').set({ price_cents: 999 }).where('id', '=', productId).execute();
  expect(await getBalance(api.db, { kind: 'seller', userId: seller.id })).toBe(-270);
});
