import { expect, test } from 'vitest';
import { buyProduct, createProductOnSale, createTestUser } from '../../../../test/support/builders.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { postTransaction } from '../index.ts';
import { issueStatements } from './issue-statements.ts';
import { findSettledMonth, listAccountsDueStatementSince } from './statements.queries.ts';

const api = useTestApp();

async function sell(at: string) {
  api.clock.set(at);
  const { seller, productId } = await createProductOnSale(api);
  await buyProduct(await createTestUser(api), productId);
  return seller;
}

const listMonths = async ({ call }: Awaited<ReturnType<typeof sell>>) =>
  (await call('listStatements')).data.map(({ month }) => month);

test('a run looks at what was posted after the last one of the month, and misses nothing', async () => {
  const first = await sell('2026-09-15T12:00:00Z');
  api.clock.set('2026-10-02T12:00:00Z');
  expect(await issueStatements(api.context)).toBe(1);
  expect(await listMonths(first)).toEqual(['2026-09']);
  const { last_entry_id: lastEntryId } = (await findSettledMonth(api.db, '2026-09-01'))!;
  const listDue = () => listAccountsDueStatementSince(api.db, api.clock.now(), lastEntryId);
  expect(await listDue()).toEqual([]);

  // Posted late: by a payment that the provider answered late.
  const late = await sell('2026-09-25T12:00:00Z');
  api.clock.set('2026-10-02T13:00:00Z');
  expect((await listDue()).map(({ user_id }) => user_id)).toEqual([late.id]);
  expect(await issueStatements(api.context)).toBe(1);
  expect(await listMonths(late)).toEqual(['2026-09']);
  expect(await issueStatements(api.context)).toBe(0);
});

test('what was posted before a run and is effective after it is on the statement of the next month', async () => {
  const seller = await sell('2026-10-10T12:00:00Z');
  await api.db.transaction().execute((trx) =>
    postTransaction(trx, {
      kind: 'adjustment',
      note: 'effective later',
      now: api.clock.now(),
      effectiveAt: new Date('2026-11-01T12:00:00Z'),
      entries: [
        { account: { kind: 'commission' }, amountCents: 100 },
        { account: { kind: 'seller', userId: seller.id }, amountCents: -100 },
      ],
    }),
  );
  api.clock.set('2026-11-02T12:00:00Z');
  await issueStatements(api.context);
  expect(await listMonths(seller)).toEqual(['2026-10']);
  expect(await findSettledMonth(api.db, '2026-10-01')).toBeDefined();
  api.clock.set('2026-12-02T12:00:00Z');
  await issueStatements(api.context);
  expect((await listMonths(seller)).toSorted()).toEqual(['2026-10', '2026-11']);
});
