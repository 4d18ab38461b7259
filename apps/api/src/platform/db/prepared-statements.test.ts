import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../test/support/test-app.ts';
import { MAX_PREPARED_STATEMENTS } from './prepared-statements.ts';

const api = useTestApp();

test('a connection keeps no more statements than the bound; what is beyond it is still answered', async () => {
  await api.db.connection().execute(async (connection) => {
    const numbers = Array.from({ length: MAX_PREPARED_STATEMENTS + 50 }, (_, n) => n);
    for (const n of numbers) {
      const { rows } = await sql<{ n: number }>`SELECT ${sql.lit(n)}::int AS n /* prepared */`.execute(
        connection,
      );
      expect(rows).toEqual([{ n }]);
    }
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM pg_prepared_statements`.execute(connection);
    expect(rows[0]!.count).toBeLessThanOrEqual(MAX_PREPARED_STATEMENTS);
  });
});
