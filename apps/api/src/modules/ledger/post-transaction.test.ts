import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buyProduct, createProductOnSale, createTestUser } from '../../../test/support/builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { getBalances, postTransaction } from './index.ts';
import type { Posting } from './post-transaction.ts';

const api = useTestApp();
const now = new Date('2026-11-20T12:00:00Z');
let postingCount = 0;

const buildPosting = (change: Partial<Posting> = {}): Posting => ({
  kind: 'sale',
  reference: `test:${++postingCount}`,
  entries: [
    { account: 'provider', amountCents: 399 },
    { account: 'seller:900001', amountCents: -270 },
    { account: 'commission', amountCents: -129 },
  ],
  now,
  ...change,
});
const bookPosting = (posting: Posting) =>
  api.db.transaction().execute((trx) => postTransaction(trx, posting));
const sumBalances = async () =>
  [...(await getBalances(api.db)).values()].reduce((sum, cents) => sum + cents, 0);

describe('what is booked stays booked', () => {
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
    await bookPosting(buildPosting());
    const before = await getBalances(api.db);
    await expect(sql.raw(statement).execute(api.db)).rejects.toThrow(/append-only/);
    expect(await getBalances(api.db)).toEqual(before);
  });

  test('an account keeps its name: what was booked on it is not somebody else’s', async () => {
    await bookPosting(buildPosting());
    for (const statement of [
      "UPDATE ledger_accounts SET code = 'mine' WHERE code = 'commission'",
      'DELETE FROM ledger_accounts',
    ])
      await expect(sql.raw(statement).execute(api.db)).rejects.toThrow();
  });
});

test('neither does a session that claims to copy another database', async () => {
  await bookPosting(buildPosting());
  for (const statement of ['DELETE FROM ledger_entries', "UPDATE ledger_transactions SET kind = 'gift'"]) {
    const bypassAttempt = api.db.transaction().execute(async (trx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(trx);
      await sql.raw(statement).execute(trx);
    });
    await expect(bypassAttempt).rejects.toThrow(/append-only/);
  }
});

describe('what does not balance cannot be committed', () => {
  const UNBALANCED_ENTRIES: [string, Posting['entries']][] = [
    [
      'one cent too much',
      [
        { account: 'provider', amountCents: 400 },
        { account: 'commission', amountCents: -399 },
      ],
    ],
    ['one side alone', [{ account: 'provider', amountCents: 399 }]],
    ['nothing at all', []],
  ];
  test.each(UNBALANCED_ENTRIES)('%s', async (_, entries) => {
    const posting = buildPosting({ entries });
    await expect(bookPosting(posting)).rejects.toThrow();
    const storedTransactions = api.db
      .selectFrom('ledger_transactions')
      .selectAll()
      .where('reference', '=', posting.reference);
    expect(await storedTransactions.execute()).toEqual([]);
  });

  test('neither by a line added later', async () => {
    const { reference } = buildPosting();
    await bookPosting(buildPosting({ reference }));
    const { id } = await api.db
      .selectFrom('ledger_transactions')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    const extraEntry = sql`INSERT INTO ledger_entries (transaction_id, account_id, amount_cents)
      SELECT ${id}, id, 1 FROM ledger_accounts WHERE code = 'commission'`;
    await expect(extraEntry.execute(api.db)).rejects.toThrow(/balance/);
  });

  test('a line of zero is none', async () => {
    const entries: Posting['entries'] = [{ account: 'provider', amountCents: 0 }];
    await expect(bookPosting(buildPosting({ entries }))).rejects.toThrow();
  });

  test('a transaction that fails afterwards leaves nothing', async () => {
    const posting = buildPosting();
    const failingTransaction = api.db.transaction().execute(async (trx) => {
      await postTransaction(trx, posting);
      throw new Error('something else');
    });
    await expect(failingTransaction).rejects.toThrow('something else');
    expect(await bookPosting(posting)).toBe(true);
  });
});

describe('booking twice', () => {
  test('books once, and says so', async () => {
    const posting = buildPosting();
    const before = (await getBalances(api.db)).get('provider') ?? 0;
    expect(await bookPosting(posting)).toBe(true);
    expect(await bookPosting(posting)).toBe(false);
    expect(await bookPosting({ ...posting, entries: [...posting.entries].reverse() })).toBe(false);
    expect((await getBalances(api.db)).get('provider')).toBe(before + 399);
    // Another kind of the same thing is another booking.
    expect(await bookPosting({ ...posting, kind: 'refund' })).toBe(true);
  });

  test('at once, from ten sides, books once', async () => {
    const posting = buildPosting({ entries: buildPosting().entries.map((entry) => ({ ...entry })) });
    const results = await Promise.all(Array.from({ length: 10 }, () => bookPosting(posting)));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  test('new accounts named by many at once are made once', async () => {
    const accounts = Array.from({ length: 6 }, (_, i) => `seller:${910_000 + i}` as const);
    const entries = (order: typeof accounts) =>
      order.map((account, i) => ({ account, amountCents: i % 2 ? 5 : -5 }));
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        bookPosting(buildPosting({ entries: entries(i % 2 ? accounts : accounts.toReversed()) })),
      ),
    );
    const createdAccounts = await api.db
      .selectFrom('ledger_accounts')
      .select('code')
      .where('code', 'in', accounts)
      .execute();
    expect(createdAccounts).toHaveLength(6);
  });
});

test('a sale books price, earning and commission', async () => {
  const { seller, productId } = await createProductOnSale(api, { product: { price: 5.99 } });
  const before = await getBalances(api.db);
  const buyer = await createTestUser(api);
  const { token, client_secret } = await buyer.call('initiatePayment', {
    body: { amount: 5.99, currency: 'EUR', productId },
  });
  const card = { number: '4242424242424242', exp_month: 1, exp_year: 2030, cvc: '1234' };
  await buyer.call('confirmSandboxPayment', { body: { client_secret, card } });
  await buyer.call('completePayment', { body: { token } });
  const after = await getBalances(api.db);
  const balanceChange = (account: string) => (after.get(account) ?? 0) - (before.get(account) ?? 0);
  const accounts = ['provider', `buyer:${buyer.id}`, `seller:${seller.id}`, 'commission'];
  expect(accounts.map(balanceChange)).toEqual([599, 0, -470, -129]);
  expect(await sumBalances()).toBe(0);
});

test('what an order costs was fixed when it was bought', async () => {
  const { seller, productId } = await createProductOnSale(api);
  await buyProduct(await createTestUser(api), productId);
  await api.db.updateTable('products').set({ price_cents: 999 }).where('id', '=', productId).execute();
  expect((await getBalances(api.db)).get(`seller:${seller.id}`)).toBe(-270);
});
