import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buy, person, shop } from '../../../test/builders.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { bookSources } from '../../app.ts';
import { checkBooks, differenceLine, post } from './index.ts';

const api = useTestApp();
const check = () => checkBooks(api.context, bookSources);
let count = 0;

/** Money that moved on paper alone. */
const misbook = (sellerId: number, cents: number) =>
  api.db.transaction().execute((trx) =>
    post(trx, {
      kind: 'mistake',
      reference: `test:${++count}`,
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
    const { productId } = await shop(api, { quantity: 4 });
    const buyer = await person(api);
    await buy(buyer, productId);
    const { id } = await buy(buyer, productId);
    expect(await check()).toEqual([]);
    await buyer.call('cancelOrder', { params: { id }, body: { reason: 'It has nuts in it.' } });
    // Owed to the buyer, not sent yet.
    expect(await check()).toEqual([]);
    await api.jobs.runDue();
    expect(await check()).toEqual([]);
  });

  test('a cent booked without a reason is found on both accounts', async () => {
    const { seller, productId } = await shop(api);
    await buy(await person(api), productId);
    await misbook(seller.id, 1);
    const found = await check();
    expect(found.map(differenceLine)).toContain(`seller:${seller.id} holds -2.69, should hold -2.70`);
    expect(found.map(({ account }) => account)).toContain('commission');
    await misbook(seller.id, -1);
    expect(await check()).toEqual([]);
  });

  test('an order changed behind the book is found', async () => {
    const { seller, productId } = await shop(api);
    const { id } = await buy(await person(api), productId);
    const price = (cents: number) =>
      sql`UPDATE orders SET earning_cents = ${cents} WHERE id = ${id}`.execute(api.db);
    await price(271);
    expect(await check()).toEqual([
      { account: `seller:${seller.id}`, bookedCents: -270, expectedCents: -271 },
    ]);
    await price(270);
  });
});

describe('every night', () => {
  test('nobody is woken when they agree', async () => {
    await api.jobs.tick('ledger.check');
    expect(console.error).not.toHaveBeenCalled();
  });

  test('a difference is logged, and told to the operator where there is an address', async () => {
    const { seller } = await shop(api);
    await misbook(seller.id, 5);
    await api.jobs.tick('ledger.check');
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining(`seller:${seller.id} holds 0.05`));
    await api.jobs.runDue();
    const told = () => api.mails.filter(({ to }) => to === 'books@town.example');
    expect(told()).toEqual([]);

    api.context.config.operator.email = 'books@town.example';
    await api.jobs.tick('ledger.check');
    await api.jobs.runDue();
    expect(told()).toEqual([
      expect.objectContaining({
        subject: 'WoPack: the books do not add up',
        text: expect.stringContaining(`seller:${seller.id} holds 0.05, should hold 0.00`),
      }),
    ]);
  });
});
