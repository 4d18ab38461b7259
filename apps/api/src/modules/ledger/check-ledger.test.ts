import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { buyProduct, createProductOnSale, createTestUser } from '../../../test/support/builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { reconciliationSources } from '../../app.ts';
import { checkLedger, formatDifference, postTransaction } from './index.ts';

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
      { alert: 'ledger', lines: [expect.stringContaining('commission in 2026-11 holds')] },
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
  });
});
