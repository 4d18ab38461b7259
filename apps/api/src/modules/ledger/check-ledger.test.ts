import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { buyProduct, createProductOnSale, createTestUser } from '../../../test/support/builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { reconciliationSources } from '../../app.ts';
import { checkLedger, compareLedger, formatDifference, postTransaction } from './index.ts';
import { listChangedRecords } from './ledger.queries.ts';

const api = useTestApp();
const runCheck = () => checkLedger(api.context, reconciliationSources);
let mistakeCount = 0;

/** An adjustment without a record behind it. */
const postMistake = (sellerId: number, cents: number) =>
  api.db.transaction().execute((trx) =>
    postTransaction(trx, {
      kind: 'adjustment',
      note: `mistake ${++mistakeCount}`,
      entries: [
        { account: { kind: 'seller', userId: sellerId }, amountCents: cents },
        { account: { kind: 'commission' }, amountCents: -cents },
      ],
      now: api.clock.now(),
    }),
  );

beforeEach(() => {
  api.logs.length = 0;
});
const listAlerts = () => api.logs.filter(({ msg }) => msg === 'operator alert');

describe('balances are recomputed from the records they were posted for', () => {
  test('they agree after purchase, cancellation and refund', async () => {
    const { productId } = await createProductOnSale(api, { quantity: 4 });
    const buyer = await createTestUser(api);
    await buyProduct(buyer, productId);
    const { id } = await buyProduct(buyer, productId);
    expect(await runCheck()).toEqual([]);
    await buyer.call('cancelOrder', { params: { id }, body: { reason: 'It has nuts in it.' } });
    // Refund booked, not sent yet.
    expect(await runCheck()).toEqual([]);
    await api.jobs.runDue();
    expect(await runCheck()).toEqual([]);
  });

  test('a cent posted without a record is found on both accounts', async () => {
    const { seller, productId } = await createProductOnSale(api);
    await buyProduct(await createTestUser(api), productId);
    await postMistake(seller.id, 1);
    const differences = await runCheck();
    expect(differences.map(formatDifference)).toContain(`seller:${seller.id} holds -2.69, should hold -2.70`);
    expect(differences.map(({ account }) => account)).toContain('commission');
    await postMistake(seller.id, -1);
    expect(await runCheck()).toEqual([]);
  });

  test('an order changed without a posting is found', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const { id } = await buyProduct(await createTestUser(api), productId);
    const setEarningCents = (cents: number) =>
      sql`UPDATE orders SET earning_cents = ${cents}, commission_cents = price_cents - ${cents}
        WHERE id = ${id}`.execute(api.db);
    await setEarningCents(271);
    expect(await runCheck()).toMatchObject([
      { account: 'commission' },
      { account: `seller:${seller.id}`, bookedCents: -270, expectedCents: -271 },
    ]);
    await setEarningCents(270);
  });
});

describe('the nightly check', () => {
  test('alerts nobody when balances agree', async () => {
    await api.jobs.runScheduled('ledger.check-balances');
    expect(listAlerts()).toEqual([]);
  });

  test('closes ended months when all agrees, and finds what is wrong with a closed one the next time', async () => {
    const { productId } = await createProductOnSale(api);
    await buyProduct(await createTestUser(api), productId);
    api.clock.set('2026-12-03T03:47:00Z');
    await api.jobs.runScheduled('ledger.check-balances');
    const { rows } = await sql`SELECT month FROM ledger_closed_months`.execute(api.db);
    expect(rows).toEqual([{ month: '2026-11-01' }]);
    const changeClosed = (cents: number) =>
      api.ownerDb.transaction().execute(async (trx) => {
        const trigger = sql`TRIGGER ledger_closed_balances_append_only`;
        await sql`ALTER TABLE ledger_closed_balances DISABLE ${trigger}`.execute(trx);
        await sql`UPDATE ledger_closed_balances SET amount_cents = amount_cents + ${cents} WHERE account_id = (
          SELECT id FROM ledger_accounts WHERE account_kind = 'commission')`.execute(trx);
        await sql`ALTER TABLE ledger_closed_balances ENABLE ALWAYS ${trigger}`.execute(trx);
      });
    await changeClosed(1);
    await api.jobs.runScheduled('ledger.check-balances');
    expect(listAlerts()).toMatchObject([
      {
        alert: 'ledger',
        lines: expect.arrayContaining([expect.stringContaining('commission in 2026-11 holds')]),
      },
    ]);
    await changeClosed(-1);
    api.logs.length = 0;
    await api.jobs.runScheduled('ledger.check-balances');
    expect(listAlerts()).toEqual([]);
  });

  test('logs a difference and mails it to the operator where an address is configured', async () => {
    const { seller } = await createProductOnSale(api);
    await postMistake(seller.id, 5);
    await api.jobs.runScheduled('ledger.check-balances');
    expect(listAlerts()).toMatchObject([
      {
        alert: 'ledger',
        lines: expect.arrayContaining([expect.stringContaining(`seller:${seller.id} holds 0.05`)]),
      },
    ]);
    await api.jobs.runDue();
    const listOperatorMails = () => api.mails.filter(({ to }) => to === 'books@town.example');
    expect(listOperatorMails()).toEqual([]);

    api.context.config.operator.email = 'books@town.example';
    await api.jobs.runScheduled('ledger.check-balances');
    await api.jobs.runDue();
    expect(listOperatorMails()).toEqual([
      expect.objectContaining({
        subject: 'WoPack: the books do not add up',
        text: expect.stringContaining(`seller:${seller.id} holds 0.05, should hold 0.00`),
      }),
    ]);
    await postMistake(seller.id, -5);
  });
});

describe('of closed months only what has changed is read', () => {
  const compareOpen = async () =>
    (await compareLedger(api.context, reconciliationSources, { isComplete: false })).differences;
  const sum = (differences: Awaited<ReturnType<typeof compareOpen>>) => differences.map(formatDifference);
  let old: { id: number; payment_id: number; seller_id: number };

  test('a sale of a closed month is not read again', async () => {
    api.clock.set('2027-01-05T10:00:00Z');
    const { productId } = await createProductOnSale(api, { quantity: 6 });
    const { id } = await buyProduct(await createTestUser(api), productId);
    old = (
      await sql<typeof old>`SELECT id, payment_id, seller_id FROM orders WHERE id = ${id}`.execute(api.db)
    ).rows[0]!;
    expect(await listChangedRecords(api.db, 'payment')).toContain(old.payment_id);
    api.clock.set('2027-02-10T03:47:00Z');
    await api.jobs.runScheduled('ledger.check-balances');
    expect(listAlerts()).toEqual([]);
    expect(await listChangedRecords(api.db, 'payment')).toEqual([]);
    const recent = await buyProduct(await createTestUser(api), (await createProductOnSale(api)).productId);
    expect(recent.id).toBeGreaterThan(old.id);
    expect(await listChangedRecords(api.db, 'payment')).toHaveLength(1);
    expect(await compareOpen()).toEqual([]);
  });

  test.each([
    ['order', 'orders', 'earning_cents = earning_cents + 1, commission_cents = commission_cents - 1', 'id'],
    ['payment', 'payments', 'amount_cents = amount_cents + 1', 'payment_id'],
    ['payment that is not paid any more', 'payments', "state = 'failed'", 'payment_id'],
  ] as const)('a change of an old %s without a posting is found', async (_what, table, change, key) => {
    const row = sql`id = ${old[key]}`;
    const { rows } = await sql<{ before: object }>`SELECT to_jsonb(${sql.ref(table)}) AS before
      FROM ${sql.table(table)} WHERE ${row}`.execute(api.db);
    await sql`UPDATE ${sql.table(table)} SET ${sql.raw(change)} WHERE ${row}`.execute(api.db);
    expect(await compareOpen()).not.toEqual([]);
    expect(sum(await compareOpen())).toEqual(sum(await runCheck()));
    const columns = change.match(/\w+(?= = )/g)!.map((column) => sql.ref(column));
    await sql`UPDATE ${sql.table(table)} SET (${sql.join(columns)}) = (SELECT ${sql.join(columns)}
      FROM jsonb_populate_record(NULL::${sql.table(table)}, ${JSON.stringify(rows[0]!.before)}::jsonb)) WHERE ${row}`.execute(
      api.db,
    );
    expect(await compareOpen()).toEqual([]);
  });

  test('an adjustment without a record is found', async () => {
    await postMistake(old.seller_id, 3);
    expect(sum(await compareOpen())).toEqual(sum(await runCheck()));
    expect(await compareOpen()).toHaveLength(2);
    await postMistake(old.seller_id, -3);
    expect(await compareOpen()).toEqual([]);
  });

  test('a transfer of a refund that was noted without a posting is found', async () => {
    await sql`WITH refund AS (INSERT INTO refunds (payment_id, amount_cents, created_at)
        VALUES (${old.payment_id}, 5, ${api.clock.now()}) RETURNING id)
      INSERT INTO refund_transfers (refund_id, payment_id, way, reference, amount_cents, status, booked_cents, created_at, checked_at)
      SELECT id, ${old.payment_id}, 'provider', 'ref', 5, 'succeeded', 5, ${api.clock.now()}, ${api.clock.now()} FROM refund`.execute(
      api.db,
    );
    expect(sum(await compareOpen())).toEqual(sum(await runCheck()));
    expect(await compareOpen()).not.toEqual([]);
    // Everything is read until it is in order again, and then no more.
    await api.jobs.runScheduled('ledger.check-balances');
    expect(listAlerts()).toHaveLength(1);
    await sql`DELETE FROM refund_transfers WHERE reference = 'ref'`.execute(api.db);
    await sql`DELETE FROM refunds WHERE payment_id = ${old.payment_id}`.execute(api.db);
    expect(await listChangedRecords(api.db, 'payment')).toContain(old.payment_id);
    api.logs.length = 0;
    await api.jobs.runScheduled('ledger.check-balances');
    expect(listAlerts()).toEqual([]);
    expect(await listChangedRecords(api.db, 'payment')).not.toContain(old.payment_id);
  });
});
