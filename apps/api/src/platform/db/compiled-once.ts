import type { Compilable, CompiledQuery } from 'kysely';
import type { Db, DbOrTrx } from './database.ts';

/**
 * A query that stands in the way of every call: built the first time, afterwards only its values are new. They have to
 * stand in the query in the order in which they are given, each once, and must not change its text.
 */
export function compiledOnce<Given extends unknown[], Row>(
  build: (db: Db, ...given: Given) => Compilable<Row>,
): (db: DbOrTrx, ...given: Given) => Promise<Row[]> {
  let query: CompiledQuery<Row> | undefined;
  return async (db, ...given) => {
    query ??= inOrder(build(db as Db, ...given).compile(), given);
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: given });
    return rows;
  };
}

function inOrder<Row>(query: CompiledQuery<Row>, given: unknown[]): CompiledQuery<Row> {
  const same =
    query.parameters.length === given.length && given.every((one, i) => query.parameters[i] === one);
  if (!same) throw new Error(`The values of this query are not in the order of its text: ${query.sql}`);
  return query;
}
