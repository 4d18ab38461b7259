import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buyProduct, createProductOnSale, createTestUser } from '../../../test/support/builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { reconciliationSources } from '../../app.ts';
import { checkLedger, formatDifference, postTransaction } from './index.ts';

const api = useTestApp();
const runCheck = () => checkLedger(api.context, reconciliationSources);
let mistakeCount = 0;

/** Money that moved on paper alone. */
const postMistake = (sellerId: number, cents: number) =>
  api.db.transaction().execute((trx) =>
    postTransaction(trx, {
      kind: 'mistake',
      reference: `test:${++mistakeCount}`,
      entries: [
        { account: `seller:${sellerId}`, amountCents: cents },
        { account: 'commission', amountCents: -cents },
      ],
      now: api.clock.now(),
    }),
  );

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  return () => vi.restoreAllMocks();
});

describe('the books are recomputed from what they were booked for', () => {
  test('they agree after buying, cancelling and giving money back', async () => {
    const { productId } = await createProductOnSale(api, { quantity: 4 });
    const buyer = await createTestUser(api);
    await buyProduct(buyer, productId);
    const { id } = await buyProduct(buyer, productId);
    expect(await runCheck()).toEqual([]);
    await buyer.call('cancelOrder', { params: { id }, body: { reason: 'It has nuts in it.' } });
    // Owed to the buyer, not sent yet.
    expect(await runCheck()).toEqual([]);
    await api.jobs.runDue();
    expect(await runCheck()).toEqual([]);
  });

  test('a cent booked without a reason is found on both accounts', async () => {
    const { seller, productId } = await createProductOnSale(api);
    await buyProduct(await createTestUser(api), productId);
    await postMistake(seller.id, 1);
    const differences = await runCheck();
    expect(differences.map(formatDifference)).toContain(`seller:${seller.id} holds -2.69, should hold -2.70`);
    expect(differences.map(({ account }) => account)).toContain('commission');
    await postMistake(seller.id, -1);
    expect(await runCheck()).toEqual([]);
  });

  test('an order changed behind the book is found', async () => {
    const { seller, productId } = await createProductOnSale(api);
    const { id } = await buyProduct(await createTestUser(api), productId);
    const setEarningCents = (cents: number) =>
      sql`UPDATE orders SET earning_cents = ${cents} WHERE id = ${id}`.execute(api.db);
    await setEarningCents(271);
    expect(await runCheck()).toEqual([
      { account: `seller:${seller.id}`, bookedCents: -270, expectedCents: -271 },
    ]);
    await setEarningCents(270);
  });
});

describe('every night', () => {
  test('nobody is woken when they agree', async () => {
    await api.jobs.runScheduled('ledger.check');
    expect(console.error).not.toHaveBeenCalled();
  });

  test('a difference is logged, and told to the operator where there is an address', async () => {
    const { seller } = await createProductOnSale(api);
    await postMistake(seller.id, 5);
    await api.jobs.runScheduled('ledger.check');
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining(`seller:${seller.id} holds 0.05`));
    await api.jobs.runDue();
    const listOperatorMails = () => api.mails.filter(({ to }) => to === 'books@town.example');
    expect(listOperatorMails()).toEqual([]);

    api.context.config.operator.email = 'books@town.example';
    await api.jobs.runScheduled('ledger.check');
    await api.jobs.runDue();
    expect(listOperatorMails()).toEqual([
      expect.objectContaining({
        subject: 'WoPack: the books do not add up',
        text: expect.stringContaining(`seller:${seller.id} holds 0.05, should hold 0.00`),
      }),
    ]);
  });
});
