import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../test/support/test-app.ts';
import { precompileQuery } from './queries.ts';

const api = useTestApp();

test('each call has its own values', async () => {
  const listTypesBetween = precompileQuery((db, from: number, to: number) =>
    db.selectFrom('product_types').select('id').where('id', '>=', from).where('id', '<=', to).orderBy('id'),
  );
  expect(await listTypesBetween(api.db, 1, 2)).toEqual([{ id: 1 }, { id: 2 }]);
  expect(await listTypesBetween(api.db, 2, 3)).toEqual([{ id: 2 }, { id: 3 }]);
  expect(
    await api.db.transaction().execute(async (trx) => {
      await sql`DELETE FROM product_types WHERE id = 7`.execute(trx);
      return listTypesBetween(trx, 7, 7);
    }),
  ).toEqual([]);
});

test('values in another order than in the query text are refused', async () => {
  const outOfOrderQuery = precompileQuery((db, from: number, to: number) =>
    db.selectFrom('product_types').select('id').where('id', '<=', to).where('id', '>=', from),
  );
  await expect(outOfOrderQuery(api.db, 1, 2)).rejects.toThrow('not in the order');
});
