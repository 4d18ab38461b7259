import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../test/test-app.ts';
import { compiledOnce } from './compiled-once.ts';

const api = useTestApp();

test('each call has values of its own', async () => {
  const typesBetween = compiledOnce((db, from: number, to: number) =>
    db.selectFrom('product_types').select('id').where('id', '>=', from).where('id', '<=', to).orderBy('id'),
  );
  expect(await typesBetween(api.db, 1, 2)).toEqual([{ id: 1 }, { id: 2 }]);
  expect(await typesBetween(api.db, 2, 3)).toEqual([{ id: 2 }, { id: 3 }]);
  expect(
    await api.db.transaction().execute(async (trx) => {
      await sql`DELETE FROM product_types WHERE id = 7`.execute(trx);
      return typesBetween(trx, 7, 7);
    }),
  ).toEqual([]);
});

test('values in another order than in the text are refused, not mixed up', async () => {
  const mixed = compiledOnce((db, from: number, to: number) =>
    db.selectFrom('product_types').select('id').where('id', '<=', to).where('id', '>=', from),
  );
  await expect(mixed(api.db, 1, 2)).rejects.toThrow('not in the order');
});
